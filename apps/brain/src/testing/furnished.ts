import type { Account } from './account';
import { Brains, type TestBrain } from './brains';

/** The project of a furnished tenant. */
export const PROJECT = '/api/v1/projects/p';
export const AS_YAML = { 'content-type': 'application/yaml' };
export const AS_JSON = { 'content-type': 'application/json' };

/** One brain and a tenant with a project, a member of it and the administrator's session: something to attack. */
export class Furnished {
  private constructor(
    private readonly brains: Brains,
    readonly brain: TestBrain,
    readonly admin: Account,
    readonly member: Account,
    readonly sessionId: string,
    readonly processId: string,
  ) {}

  static async open(): Promise<Furnished> {
    const brains = await Brains.prepare();
    const brain = await brains.start();
    const admin = await brains.tenant(brain, 'acme');
    await admin.project('p');
    const member = await admin.member('mia');
    await admin.call('PUT', `${PROJECT}/members/mia`);
    const { body } = await admin.call('POST', `${PROJECT}/sessions`, {});
    return new Furnished(brains, brain, admin, member, body.sessionId, body.chatProcessId);
  }

  /** How many documents the project has. */
  async documents(): Promise<number> {
    const { body } = await this.admin.call('GET', `${PROJECT}/documents?limit=200`);
    return body.items.length;
  }

  async close(): Promise<void> {
    this.admin.close();
    await this.brains.stop();
  }
}
