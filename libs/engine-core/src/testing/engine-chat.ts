import type { ProcessDocument } from '@vance/data';
import { newId } from '@vance/kernel';
import type { DurableEvent, PassingEvent } from '@vance/protocol';
import { sessionChannel, type Realtime, type SessionMessage } from '@vance/realtime';
import {
  MessageHistory,
  MessageIntake,
  ProcessCommands,
  SessionService,
} from '@vance/think-process';
import type { ModelRequest } from '@vance/llm';
import type { EngineWorld } from './engine-world';

/** One user's conversation with a process, and all that its session tells. */
export class EngineChat {
  readonly events: DurableEvent[] = [];
  readonly passing: PassingEvent[] = [];
  private readonly looks = new Set<() => void>();

  private constructor(
    private readonly world: EngineWorld,
    readonly processId: string,
  ) {}

  static async open(
    world: EngineWorld,
    realtime: Realtime,
    engine: string,
    more: { readonly language?: string } = {},
  ): Promise<EngineChat> {
    const opened = await world.app.get(SessionService).create(world.scope, {
      project: 'demo',
      userId: 'usr_owner',
      recipe: { name: engine, engine },
      profile: 'api',
      ...more,
    });
    const chat = new EngineChat(world, opened.session.chatProcessId);
    await realtime.subscribe(sessionChannel(opened.session._id), (text) => {
      const message: SessionMessage = JSON.parse(text);
      if (message.kind === 'row') chat.events.push(...message.events);
      else chat.passing.push(message.event);
      for (const look of [...chat.looks]) look();
    });
    return chat;
  }

  /** Accepts a message without letting anything run. */
  async post(content: string, more: { readonly seenPlanVersion?: number } = {}): Promise<void> {
    await this.world.app.get(MessageIntake).accept(this.world.scope, this.processId, {
      clientMessageId: newId('req'),
      content,
      userId: 'usr_owner',
      ...more,
    });
  }

  /** Accepts a message and lets everything run until it rests. */
  async send(content: string, more: { readonly seenPlanVersion?: number } = {}): Promise<void> {
    await this.post(content, more);
    await this.world.run();
  }

  halt(): Promise<ProcessDocument> {
    return this.world.app.get(ProcessCommands).halt(this.world.scope, this.processId, 'usr_owner');
  }

  pause(): Promise<ProcessDocument> {
    return this.world.app.get(ProcessCommands).pause(this.world.scope, this.processId, 'usr_owner');
  }

  resume(): Promise<ProcessDocument> {
    return this.world.app
      .get(ProcessCommands)
      .resume(this.world.scope, this.processId, 'usr_owner');
  }

  process(): Promise<ProcessDocument> {
    return this.world.process(this.processId);
  }

  /** The holder died: its lease runs out, and what is due runs. */
  async recover(): Promise<void> {
    await this.world.recover(await this.process());
    await this.world.run();
  }

  /** Bits of the state that most tests look at. */
  async state(): Promise<string> {
    const { mode, status, plan, waitingFor } = await this.process();
    return [mode, status, plan?.phase ?? 'none', waitingFor ?? '-'].join(' ');
  }

  /** What the process has said, in order. */
  said(): string[] {
    return this.events.flatMap((event) =>
      event.type === 'chat-message-appended' && event.message.role === 'ASSISTANT'
        ? [event.message.content]
        : [],
    );
  }

  of<T extends DurableEvent['type']>(type: T): Extract<DurableEvent, { type: T }>[] {
    return this.events.filter(
      (event): event is Extract<DurableEvent, { type: T }> => event.type === type,
    );
  }

  /** The text clients have on screen from chunks, after resets. */
  chunks(): string {
    let text = '';
    for (const event of this.passing) {
      if (event.type !== 'chat-message-chunk') continue;
      text = 'reset' in event.body ? '' : text + event.body.text;
    }
    return text;
  }

  /** Resolves when clients have this text on screen. */
  shows(part: string): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (!this.chunks().includes(part)) return;
        this.looks.delete(look);
        resolve();
      };
      this.looks.add(look);
      look();
    });
  }

  async history(): Promise<{ role: string; content: string; tags: string[] }[]> {
    const page = await this.world.app
      .get(MessageHistory)
      .page(this.world.scope, await this.process(), { view: 'full', limit: 200 });
    return page.items.map(({ role, content, tags }) => ({ role, content, tags }));
  }
}

/** The results a question carries, after the model's last own message. */
export function feedbackOf(request: ModelRequest | undefined): string {
  const messages = request?.messages ?? [];
  const last = messages.findLastIndex((message) => message.role === 'assistant');
  return messages
    .slice(last + 1)
    .map((message) => (message.role === 'assistant' ? message.turn.text : message.content))
    .join('\n');
}
