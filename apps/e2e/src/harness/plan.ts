import { randomUUID } from 'node:crypto';
import type { DurableEvent, PlanDecision, PlanVersion, ProcessSnapshot } from '@vance/protocol';
import { eventually } from '@vance/testing';
import type { Cluster } from './cluster';
import { action, answer, propose, type ScriptStep, type SeenRequest } from './scripted-model';
import type { Account } from './wire';
import { Conversation, WireRefusal } from './wire';

/** A conversation about a plan: what the user does, and what becomes of it. */
export class PlanTalk {
  /** Events up to here belong to what was done before. */
  private mark = 0;

  private constructor(
    private readonly cluster: Cluster,
    readonly conversation: Conversation,
  ) {}

  static async open(cluster: Cluster, recipe?: string): Promise<PlanTalk> {
    return PlanTalk.in(cluster, await cluster.conversation(recipe));
  }

  /** The same as `open`, of another tenant's. */
  static async of(cluster: Cluster, account: Account): Promise<PlanTalk> {
    return PlanTalk.in(cluster, await Conversation.open(account, 'e2e'));
  }

  /** About a conversation that was opened already. */
  static in(cluster: Cluster, conversation: Conversation): PlanTalk {
    const talk = new PlanTalk(cluster, conversation);
    cluster.model.play(conversation.marker);
    return talk;
  }

  /** Up to a proposal that waits for its verdict. */
  async toPlanning(...ids: string[]): Promise<void> {
    await this.say('Plan it.', action('START_PLAN'), propose(...(ids.length ? ids : STEPS)));
  }

  /** What the model does next, the words that wake it, and all until it rests. */
  async say(words: string, ...steps: ScriptStep[]): Promise<ProcessSnapshot> {
    return this.sayWith(words, {}, ...steps);
  }

  async sayWith(
    words: string,
    more: { readonly seenPlanVersion?: number },
    ...steps: ScriptStep[]
  ): Promise<ProcessSnapshot> {
    this.script(...steps);
    await this.send(words, more);
    return this.rests();
  }

  /** Sends words without waiting for what they cause. */
  async send(words: string, more: { readonly seenPlanVersion?: number } = {}): Promise<void> {
    const first = this.mark === 0;
    const { connection, processId, marker } = this.conversation;
    const { seq } = await connection.request('chat-send', {
      processId,
      clientMessageId: randomUUID(),
      content: first ? `${marker} ${words}` : words,
      ...more,
    });
    this.mark = seq;
  }

  script(...steps: ScriptStep[]): void {
    this.cluster.model.play(this.conversation.marker, ...steps);
  }

  async decide(
    verdict: 'approve' | 'edit' | 'reject',
    planVersion: number,
    comment?: string,
  ): Promise<PlanDecision> {
    const { connection, processId } = this.conversation;
    this.mark = connection.events.at(-1)?.seq ?? this.mark;
    const { decision } = await connection.request('plan-decide', {
      ...{ processId, planVersion, verdict, decisionId: randomUUID() },
      ...(comment === undefined ? {} : { comment }),
    });
    return decision;
  }

  /** The code a verdict is refused with. */
  async refusal(verdict: 'approve' | 'edit' | 'reject', planVersion: number): Promise<string> {
    return this.decide(verdict, planVersion).then(
      () => 'none',
      (error: unknown) => (error instanceof WireRefusal ? error.code : String(error)),
    );
  }

  async agentMode(agentMode: 'plan' | 'build'): Promise<ProcessSnapshot> {
    const { connection, processId } = this.conversation;
    return (await connection.request('agent-mode-set', { processId, agentMode })).process;
  }

  async command(name: 'halt' | 'pause' | 'resume'): Promise<ProcessSnapshot> {
    const { connection, processId } = this.conversation;
    return (await connection.request(`process-${name}`, { processId })).process;
  }

  /** The process once the script is used up and it waits. */
  async rests(): Promise<ProcessSnapshot> {
    await this.conversation.connection.event(
      (event) =>
        event.type === 'process-progress' &&
        event.seq > this.mark &&
        (event.status === 'IDLE' || event.status === 'BLOCKED'),
    );
    return this.conversation.snapshot();
  }

  /** Waits for one more event of this name. */
  async hears<T extends DurableEvent['type']>(type: T): Promise<void> {
    await this.conversation.connection.event(
      (event) => event.type === type && event.seq > this.mark,
    );
  }

  /** Events since the last words or verdict. */
  since<T extends DurableEvent['type']>(type: T): Extract<DurableEvent, { type: T }>[] {
    return this.conversation.connection.events.filter(
      (event): event is Extract<DurableEvent, { type: T }> =>
        event.type === type && event.seq > this.mark,
    );
  }

  async versions(): Promise<PlanVersion[]> {
    const { account, processId } = this.conversation;
    const page = await account.get<{ items: PlanVersion[] }>(
      `/api/v1/processes/${processId}/plans`,
    );
    return [...page.items].sort((one, other) => one.version - other.version);
  }

  async tags(): Promise<string[]> {
    const { account, processId } = this.conversation;
    const page = await account.get<{ items: { tags?: string[] }[] }>(
      `/api/v1/processes/${processId}/messages?view=full&limit=200`,
    );
    return page.items.flatMap(({ tags }) => tags ?? []);
  }

  get requests(): readonly SeenRequest[] {
    return this.cluster.model.requests(this.conversation.marker);
  }

  /** What the model was told after its last own message, in its last request. */
  told(): string {
    const messages = this.requests.at(-1)?.messages ?? [];
    const last = messages.findLastIndex(({ role }) => role === 'assistant');
    return JSON.stringify(messages.slice(last + 1));
  }

  /** Turns until all of these are offered: a tool server takes its time to start, and a turn waits for it only a moment. */
  async untilOffered(...names: string[]): Promise<void> {
    await eventually(async () => {
      await this.say('And now?', answer('Well.'));
      expect(this.offered()).toEqual(expect.arrayContaining(names));
    }, SERVERS_START_MS);
  }

  offered(): string[] {
    return this.requests.at(-1)?.tools?.map((tool) => tool.function.name) ?? [];
  }
}

const STEPS = ['a', 'b', 'c'];
const SERVERS_START_MS = 60_000;
