import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Global, Module, type INestApplicationContext, type Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { ConfigModule, loadConfig } from '@vance/config';
import { DataModule, Database, ProcessRepository, UserRepository } from '@vance/data';
import { DocumentsModule } from '@vance/documents';
import { EgressModule } from '@vance/egress';
import { tenantScope } from '@vance/kernel';
import { KitsModule } from '@vance/kits';
import { LlmModule, ModelCatalogue } from '@vance/llm';
import { Logger } from '@vance/observability';
import { MemoryRealtime, RealtimeModule } from '@vance/realtime';
import { ProjectService, TenancyModule } from '@vance/tenancy';
import { testDatabaseUri } from '@vance/testing';
import type { ToolOutcome } from '../core/outcome';
import type { ToolContext } from '../tool';
import { ToolCatalogue } from '../tool-catalogue';
import { ToolInvoker } from '../tool-invoker';
import { ToolsModule } from '../tools.module';
import { fakeContext } from './fake-tool';
import { keptLog } from './kept-log';
import { restingProcess } from './process-fixture';

@Global()
@Module({ providers: [{ provide: Logger, useValue: keptLog().log }], exports: [Logger] })
class LogModule {}

/**
 * Every tool on a real database, called for a process of `ada`, a member of the project `demo` of tenant-1. There is a
 * project `hidden` beside it, and a file `docs/guide.md` that is mounted for reading.
 */
export class ToolsApp {
  static readonly scope = tenantScope('tenant-1');
  readonly called = new Set<string>();
  private readonly process = restingProcess();

  private constructor(
    private readonly app: INestApplicationContext,
    private readonly folder: string,
  ) {}

  /** @param allow hosts beside the public ones that may be asked */
  static async start(label: string, allow: readonly string[] = []): Promise<ToolsApp> {
    const folder = mkdtempSync(join(tmpdir(), 'tools-'));
    mkdirSync(join(folder, 'shown'));
    writeFileSync(join(folder, 'shown/guide.md'), 'guide\n');
    const mounts = [{ project: 'demo', name: 'docs', folder: join(folder, 'shown') }];
    const app = await Test.createTestingModule({
      imports: [
        ConfigModule.forRoot(loadConfig({ VANCE_DATA_DIR: folder })),
        LogModule,
        EgressModule.forRoot({ allow }),
        LlmModule.forRoot({
          catalogue: new ModelCatalogue({ models: {}, aliases: {} }),
          providers: [],
        }),
        { module: TenancyModule, global: true },
        { module: DocumentsModule, global: true },
        KitsModule,
        DataModule.forDatabase(() => Database.connect({ uri: testDatabaseUri(label) })),
        RealtimeModule.forRoot(() => new MemoryRealtime()),
        ToolsModule.forRoot({ workspace: { dataDir: folder, mounts } }),
      ],
    }).compile();
    await app.init();
    const tools = new ToolsApp(app, folder);
    await tools.fill();
    return tools;
  }

  get<T>(type: Type<T>): T {
    return this.app.get(type);
  }

  /** The project's own folder of the workspace. */
  get workspace(): string {
    return join(this.folder, 'workspaces/tenant-1/demo');
  }

  invoke(tool: string, args: object, more: Partial<ToolContext> = {}): Promise<ToolOutcome> {
    this.called.add(tool);
    const manifest = this.app.get(ToolCatalogue).available(this.process, {});
    const context = fakeContext(manifest, more);
    return this.app.get(ToolInvoker).invoke(tool, JSON.stringify(args), context, this.process);
  }

  async stop(): Promise<void> {
    await this.app.get(Database).connection.dropDatabase();
    await this.app.close();
    rmSync(this.folder, { recursive: true });
  }

  private async fill(): Promise<void> {
    const { scope } = ToolsApp;
    const user = { _id: 'usr_1', username: 'ada', passwordHash: 'x', roles: ['member'] as const };
    await this.get(UserRepository).create(scope, { ...user, createdAt: new Date(0) });
    const projects = this.get(ProjectService);
    for (const name of ['demo', 'hidden']) await projects.create(scope, { name }, 'usr_admin');
    await projects.addMember(scope, 'demo', 'ada', 'usr_admin');
    await this.get(ProcessRepository).create(scope, this.process);
  }
}
