import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { type AppConfig, loadConfig } from '@vance/config';
import { startServer } from '@vance/gateways';
import { testDatabaseUri, testServices } from '@vance/testing';
import { BrainModule } from '../brain.module';
import { Account } from './account';

const PLATFORM_PASSWORD = 'medium-platform-password';

/** One running brain of a test. */
export interface TestBrain {
  readonly app: NestExpressApplication;
  readonly url: string;
}

/** Brains on one database of their own; several stand for replicas. */
export class Brains {
  private readonly started: NestExpressApplication[] = [];

  private constructor(
    readonly mongoUri: string,
    private readonly dataDir: string,
  ) {}

  static async prepare(): Promise<Brains> {
    const dataDir = await mkdtemp(join(tmpdir(), 'vance-brain-'));
    return new Brains(testDatabaseUri('brain'), dataDir);
  }

  async start(overrides: Partial<AppConfig> = {}): Promise<TestBrain> {
    const config: AppConfig = {
      ...loadConfig({
        MONGODB_URI: this.mongoUri,
        REDIS_URL: testServices().redisUrl,
        VANCE_DATA_DIR: this.dataDir,
        VANCE_PLATFORM_ADMIN_PASSWORD: PLATFORM_PASSWORD,
        VANCE_LOG_LEVEL: 'silent',
        VANCE_SEED: 'none',
      }),
      port: 0,
      ...overrides,
    };
    const app = await startServer('brain', config, BrainModule.forConfig(config));
    this.started.push(app);
    const server: Server = app.getHttpServer();
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the brain has no port');
    return { app, url: `http://127.0.0.1:${address.port}` };
  }

  /** A new tenant's admin. */
  async tenant({ url }: TestBrain, name: string): Promise<Account> {
    const platform = await Account.signIn(url, {
      tenant: '_platform',
      username: 'platform',
      password: PLATFORM_PASSWORD,
    });
    const admin = { username: 'admin', password: `password of ${name}` };
    const { status } = await platform.call('POST', '/api/v1/platform/tenants', { name, admin });
    if (status !== 201) throw new Error(`tenant ${name}: ${status}`);
    return Account.signIn(url, { tenant: name, ...admin });
  }

  async stop(): Promise<void> {
    for (const app of this.started.reverse()) await app.close();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
