import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { eventually } from '@vance/testing';
import { freePort } from './free-port';
import { RedisProcess } from './redis-process';
import { RoleProcess } from './role';
import { ScriptedModel } from './scripted-model';
import { Account, Conversation } from './wire';

const PLATFORM_PASSWORD = 'e2e-platform-password';
/** Until then a brain serves, also where others start at the same time. */
const START_MS = 60_000;

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  );
}

/** What a cluster is made of; one brain and one worker when nothing is said. */
export interface ClusterOptions {
  readonly brains?: number;
  readonly workers?: number;
  readonly front?: 'brain' | 'combined';
  readonly env?: Readonly<Record<string, string>>;
}

/** Brains and workers as real processes on one database, one Redis of their own and one scripted model. */
export class Cluster {
  readonly brains: RoleProcess[] = [];
  readonly workers: RoleProcess[] = [];
  readonly database = `e2e_${randomUUID().slice(0, 8)}`;
  private readonly ports: number[] = [];
  private world?: { admin: Account; tenant: string; password: string };

  private constructor(
    readonly model: ScriptedModel,
    readonly redis: RedisProcess,
    readonly mongo: MongoClient,
    private readonly mongoUri: string,
    private readonly dataDir: string,
    private readonly front: 'brain' | 'combined',
    private readonly own: Readonly<Record<string, string>>,
  ) {}

  /**
   * @param options.front what answers clients: brains, or combined processes (which need no workers)
   * @param options.env variables for every role beside the usual ones, or instead of them
   */
  static async start({
    brains = 1,
    workers = 1,
    front = 'brain',
    env = {},
  }: ClusterOptions = {}): Promise<Cluster> {
    const mongoUri = process.env['VANCE_TEST_MONGODB_URI'];
    if (!mongoUri)
      throw new Error('VANCE_TEST_MONGODB_URI is not set: run the e2e project through npm test');
    const [model, redis, mongo, dataDir] = await Promise.all([
      ScriptedModel.start(),
      RedisProcess.start(await freePort()),
      new MongoClient(mongoUri).connect(),
      mkdtemp(join(tmpdir(), 'vance-e2e-')),
    ]);
    const cluster = new Cluster(model, redis, mongo, mongoUri, dataDir, front, env);
    try {
      for (let i = 0; i < brains; i += 1) await cluster.startBrain();
      for (let i = 0; i < workers; i += 1) await cluster.startWorker();
    } catch (error) {
      // Nobody has it yet who could end what did start.
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  /** The only, first or named brain's address. */
  url(index = 0): string {
    return `http://127.0.0.1:${this.ports[index]}`;
  }

  /** Starts one more brain, or (with `index`) the replacement of a dead one on its port. */
  async startBrain(index = this.brains.length): Promise<RoleProcess> {
    this.ports[index] ??= await freePort();
    const brain = await RoleProcess.start(
      this.front,
      this.env(`brain-${index}`, this.ports[index]),
    );
    this.brains[index] = brain;
    await eventually(async () => {
      // Who has ended will not answer: no use in asking on.
      expect(!brain.alive || (await answers(`${this.url(index)}/readyz`))).toBe(true);
    }, START_MS);
    if (!brain.alive) throw new Error(`the brain ended at its start:\n${brain.log}`);
    return brain;
  }

  async startWorker(index = this.workers.length): Promise<RoleProcess> {
    const worker = await RoleProcess.start('worker', this.env(`worker-${index}`));
    this.workers[index] = worker;
    // What a test does to Redis or MongoDB meets a worker that works, not one that refuses to start.
    await worker.logged('the worker works');
    return worker;
  }

  /** The tenant admin's account, signed in at one brain. The tenant is made on first use. */
  async account(brain = 0): Promise<Account> {
    this.world ??= await this.newTenant(brain);
    return new Account(this.url(brain), this.world.admin.token);
  }

  /** One more tenant with the project `e2e`; its admin, signed in at one brain. */
  async anotherTenant(brain = 0): Promise<Account> {
    return (await this.newTenant(brain)).admin;
  }

  /** A new member of the tenant and of the project `e2e`, signed in at one brain. */
  async member(username: string, brain = 0): Promise<Account> {
    const admin = await this.account(brain);
    const password = `password of ${username}`;
    await admin.post('/api/v1/users', { username, password, roles: ['member'] });
    await admin.put(`/api/v1/projects/e2e/members/${username}`, '', '');
    return Account.signIn(this.url(brain), this.world?.tenant ?? '', username, password);
  }

  /** A fresh session with its own script. */
  async conversation(recipe?: string): Promise<Conversation> {
    return Conversation.open(await this.account(), 'e2e', recipe);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.workers, ...this.brains].map((role) => role.stop()));
    await Promise.all([this.redis.kill9(), this.model.stop()]);
    await this.mongo.db(this.database).dropDatabase();
    await this.mongo.close();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  private async newTenant(
    brain: number,
  ): Promise<{ admin: Account; tenant: string; password: string }> {
    const platform = await Account.signIn(
      this.url(brain),
      '_platform',
      'platform',
      PLATFORM_PASSWORD,
    );
    const tenant = `t-${randomUUID().slice(0, 8)}`;
    const password = randomUUID();
    await platform.post('/api/v1/platform/tenants', {
      name: tenant,
      title: tenant,
      admin: { username: 'admin', password },
    });
    const admin = await Account.signIn(this.url(brain), tenant, 'admin', password);
    await admin.post('/api/v1/projects', { name: 'e2e' });
    return { admin, tenant, password };
  }

  /** What the roles start with. */
  env(slot: string, port?: number): Record<string, string> {
    return {
      NODE_ENV: 'test',
      ...(port === undefined ? {} : { VANCE_PORT: String(port) }),
      VANCE_DATA_DIR: join(this.dataDir, slot),
      MONGODB_URI: this.mongoUri,
      VANCE_MONGO_DB: this.database,
      REDIS_URL: this.redis.url,
      OPENAI_API_KEY: 'scripted',
      OPENAI_BASE_URL: this.model.url,
      VANCE_MODEL: 'openai:scripted',
      VANCE_SEED: 'none',
      VANCE_LOG_LEVEL: 'info',
      VANCE_MASTER_KEY: 'ZTJlLWUyZS1lMmUtZTJlLWUyZS1lMmUtZTJlLWUyZTA=',
      VANCE_PLATFORM_ADMIN_PASSWORD: PLATFORM_PASSWORD,
      ...this.own,
    };
  }
}
