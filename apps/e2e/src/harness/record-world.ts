import { randomUUID } from 'node:crypto';
import type { AuditKind } from '@vance/protocol';
import type { Cluster } from './cluster';
import { PlanTalk } from './plan';
import type { ModelStep } from './scripted-model';
import { Account } from './wire';

/** A row as `GET /audit` gives it. */
export interface RecordRow {
  readonly action: AuditKind;
  readonly actor: string;
  readonly target: string;
  readonly outcome: 'done' | 'refused';
  readonly data: Readonly<Record<string, unknown>>;
}
interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

export const PASSWORD = 'e2e-user-password';

/** A tenant whose admin and agents do what belongs on the record. */
export class RecordWorld {
  private constructor(
    readonly cluster: Cluster,
    readonly admin: Account,
    readonly tenant: string,
  ) {}

  static async open(cluster: Cluster): Promise<RecordWorld> {
    const admin = await cluster.account();
    const [created] = await rowsOf(admin, 'tenant-created');
    if (!created) throw new Error('the tenant is not on its own record');
    return new RecordWorld(cluster, admin, created.target);
  }

  rowsOf(kind: AuditKind): Promise<readonly RecordRow[]> {
    return rowsOf(this.admin, kind);
  }

  put(path: string, body: string, type = 'text/plain'): Promise<unknown> {
    return this.admin.put(`/api/v1/projects/e2e/${path}`, body, type);
  }

  setting(key: string, value: string): Promise<unknown> {
    return this.admin.put(`/api/v1/projects/_tenant/settings/${key}`, JSON.stringify({ value }));
  }

  /** Signed in nowhere. */
  anonymous(): Account {
    return new Account(this.cluster.url(), '');
  }

  signIn(username: string, password = PASSWORD): Promise<Tokens> {
    return this.anonymous().post('/api/v1/auth/token', { tenant: this.tenant, username, password });
  }

  async newUser(): Promise<string> {
    const username = `user-${randomUUID().slice(0, 8)}`;
    await this.admin.post('/api/v1/users', { username, password: PASSWORD, roles: ['member'] });
    return username;
  }

  /** @returns the id of an API key of the administrator's */
  async newKey(name: string): Promise<string> {
    const { keyId } = await this.admin.post<{ keyId: string }>('/api/v1/api-keys', { name });
    return keyId;
  }

  async newProject(): Promise<string> {
    const name = `project-${randomUUID().slice(0, 8)}`;
    await this.admin.post('/api/v1/projects', { name });
    return name;
  }

  /** For what must not succeed. */
  async refused(asking: Promise<unknown>): Promise<void> {
    await expect(asking).rejects.toThrow();
  }

  /** A conversation in which something happens; its process is the row's target. */
  async talk(act: (talk: PlanTalk) => Promise<unknown>): Promise<string> {
    const one = await PlanTalk.open(this.cluster);
    await act(one);
    return one.conversation.processId;
  }

  /** A conversation up to a proposal, and what the model makes of a word of approval. */
  planned(...then: ModelStep[]): Promise<string> {
    return this.talk(async (one) => {
      await one.toPlanning();
      if (then.length > 0) await one.say('Go ahead.', ...then);
    });
  }
}

async function rowsOf(account: Account, kind: AuditKind): Promise<readonly RecordRow[]> {
  const path = `/api/v1/audit?action=${kind}&limit=200`;
  return (await account.get<{ items: RecordRow[] }>(path)).items;
}
