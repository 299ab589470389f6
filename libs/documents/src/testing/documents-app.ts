import { type DynamicModule, Global, Module, type Type } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { ConfigModule, loadConfig, type Environment } from '@vance/config';
import { Database, DataModule } from '@vance/data';
import { EgressModule, type EgressOptions } from '@vance/egress';
import { LlmModule, ModelCatalogue } from '@vance/llm';
import { ScriptedProvider } from '@vance/llm/testing';
import { createLogger, Logger, Metrics } from '@vance/observability';
import { MemoryRealtime, Realtime } from '@vance/realtime';
import { TenancyModule } from '@vance/tenancy';
import { testDatabaseUri } from '@vance/testing';
import { DocumentsModule } from '../documents.module';

/** What a test may want otherwise. */
export interface DocumentsAppOptions {
  readonly uri?: string;
  readonly env?: Environment;
  readonly egress?: EgressOptions;
  /** Modules of libs that stand on this one. */
  readonly more?: readonly (DynamicModule | Type)[];
}

/** The providers of the product, and its aliases. */
const PROVIDERS = ['demo', 'openai', 'gemini'].map((name) => new ScriptedProvider([], name));
const CATALOGUE = new ModelCatalogue({
  models: {},
  aliases: { 'default:chat': 'openai:gpt-5-mini', 'default:fast': 'openai:gpt-5-nano' },
});

/** A master key of 32 times the same byte, as the environment takes it. */
export function masterKeyOf(byte: number): string {
  return Buffer.alloc(32, byte).toString('base64');
}

/** The documents lib on a database of its own. */
export class DocumentsApp {
  private constructor(
    readonly module: TestingModule,
    readonly database: Database,
    readonly realtime: MemoryRealtime,
    private readonly uri: string,
    private readonly lines: string[],
  ) {}

  static async start(
    label: string,
    {
      uri = testDatabaseUri(label),
      env = {},
      egress = { allow: [] },
      more = [],
    }: DocumentsAppOptions = {},
  ): Promise<DocumentsApp> {
    const config = loadConfig({ VANCE_MASTER_KEY: masterKeyOf(9), ...env });
    const database = await Database.connect({ uri });
    const realtime = new MemoryRealtime();
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    const logger = createLogger({ level: 'warn', service: 'test', destination });

    @Global()
    @Module({
      providers: [
        { provide: Realtime, useValue: realtime },
        { provide: Logger, useValue: logger },
        { provide: Metrics, useValue: new Metrics() },
      ],
      exports: [Realtime, Logger, Metrics],
    })
    class Surroundings {}

    const module = await Test.createTestingModule({
      imports: [
        ConfigModule.forRoot(config),
        DataModule.forDatabase(() => Promise.resolve(database)),
        Surroundings,
        EgressModule.forRoot(egress),
        LlmModule.forRoot({ catalogue: CATALOGUE, providers: PROVIDERS }),
        { module: TenancyModule, global: true },
        DocumentsModule,
        ...more,
      ],
    }).compile();
    return new DocumentsApp(module, database, realtime, uri, lines);
  }

  /** Another process on the same database. */
  replica(options: Omit<DocumentsAppOptions, 'uri'> = {}): Promise<DocumentsApp> {
    return DocumentsApp.start('replica', { ...options, uri: this.uri });
  }

  /** The warnings written so far. */
  get warnings(): string {
    return this.lines.join('');
  }

  async drop(): Promise<void> {
    await this.database.connection.dropDatabase();
    await this.stop();
  }

  async stop(): Promise<void> {
    await this.module.close();
    await this.database.close();
  }
}
