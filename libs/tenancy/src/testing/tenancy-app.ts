import { Global, Module } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { ConfigModule, loadConfig } from '@vance/config';
import { Database, DataModule } from '@vance/data';
import { testDatabaseUri } from '@vance/testing';
import { PASSWORD_COST } from '../passwords/passwords';
import { TenancyModule } from '../tenancy.module';

export const PLATFORM_PASSWORD = 'platform-password';

/** The tenancy lib on a database of its own. A second one on the same database is another replica. */
export class TenancyApp {
  private constructor(
    readonly module: TestingModule,
    readonly database: Database,
    private readonly uri: string,
  ) {}

  static async start(label = 'tenancy', uri = testDatabaseUri(label)): Promise<TenancyApp> {
    const config = loadConfig({
      VANCE_PLATFORM_ADMIN_PASSWORD: PLATFORM_PASSWORD,
      VANCE_MASTER_KEY: Buffer.alloc(32, 9).toString('base64'),
    });
    const database = await Database.connect({ uri });
    @Global()
    @Module({
      providers: [{ provide: PASSWORD_COST, useValue: { log2N: 10, r: 8, p: 1 } }],
      exports: [PASSWORD_COST],
    })
    class CheapPasswords {}

    const module = await Test.createTestingModule({
      imports: [
        ConfigModule.forRoot(config),
        DataModule.forDatabase(() => Promise.resolve(database)),
        CheapPasswords,
        TenancyModule,
      ],
    }).compile();
    return new TenancyApp(module, database, uri);
  }

  /** Another process on the same database. */
  replica(): Promise<TenancyApp> {
    return TenancyApp.start('tenancy', this.uri);
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
