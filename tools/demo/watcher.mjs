// One socket that follows the session, shows it, and remembers what came.
import { io } from 'socket.io-client';
import { screen } from './screen.mjs';

// All of them, so that a gap in their numbers is a gap.
const DURABLE = [
  'chat-message-appended',
  'process-mode-changed',
  'todos-updated',
  'plan-proposed',
  'plan-updated',
  'process-progress',
  'agent-mode-changed',
  'process-spawned',
  'process-closed',
  'inbox-item-added',
  'inbox-item-updated',
];

export class Watcher {
  events = [];
  tools = [];
  todos = [];
  mode = 'NORMAL';
  status = 'IDLE';
  phase = 'none';
  /** Chunks of text received. */
  streamed = 0;
  approvedAt = 0;
  #ran = false;
  #fresh = '';
  #wake = () => {};

  /** Signs a socket in and opens a new session. */
  static async connect(url, token, project, limitMs) {
    const watcher = new Watcher();
    watcher.deadline = Date.now() + limitMs;
    watcher.socket = io(url, {
      auth: { token, clientName: 'demo', profile: 'web', protocolVersion: 1 },
      transports: ['websocket'],
    });
    await new Promise((resolve, reject) => {
      watcher.socket.once('connect', resolve);
      watcher.socket.once('connect_error', (error) => {
        reject(new Error(`the socket was refused: ${error.data?.code ?? error.message}`));
      });
    });
    watcher.#listen();
    const opened = await watcher.request('session-open', { project, title: 'Demo' });
    watcher.processId = opened.chatProcessId;
    watcher.sessionId = opened.session.sessionId;
    return watcher;
  }

  /** Sends a request; throws what the product refuses. */
  async request(name, payload) {
    const reply = await this.socket
      .timeout(15_000)
      .emitWithAck(name, payload)
      .catch(() => {
        throw new Error(`${name} was not acknowledged`);
      });
    if (reply.ok) return reply.data;
    throw new Error(`${name} was refused: ${reply.error.code} (${reply.error.message})`);
  }

  /** Waits until `test` gives something; looks again after every event. */
  async until(what, test) {
    for (;;) {
      const found = test();
      if (found) return found;
      const left = this.deadline - Date.now();
      if (left <= 0)
        throw new Error(`waited in vain for ${what}; it is ${this.mode}, ${this.status}`);
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, Math.min(left, 1000));
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  /** The proposal, once the process waits for the user's word on it. Throws if it rests without one. */
  waitsForApproval() {
    if (this.#ran && this.status === 'IDLE')
      throw new Error('it answered without proposing a plan');
    if (this.mode !== 'PLANNING' || this.status !== 'BLOCKED') return undefined;
    return this.events.findLast((event) => event.name === 'plan-proposed');
  }

  isFinished() {
    return (
      this.phase === 'completed' && this.status !== 'RUNNING' && this.lastAnswer() !== undefined
    );
  }

  /** The last words of the assistant since the approval that are no ticked step. */
  lastAnswer() {
    return this.events
      .slice(this.approvedAt)
      .findLast(
        ({ name, message }) =>
          name === 'chat-message-appended' &&
          message.role === 'ASSISTANT' &&
          message.content !== '' &&
          !message.content.startsWith('✓'),
      )?.message.content;
  }

  /** The document that the last answer names. */
  reportPath() {
    return /reports\/[a-z0-9._/-]*[a-z0-9]/.exec(this.lastAnswer() ?? '')?.[0];
  }

  close() {
    this.socket.disconnect();
  }

  #listen() {
    for (const name of DURABLE) {
      this.socket.on(name, (event) => {
        this.events.push({ name, ...event });
        this.#show(name, event);
        this.#wake();
      });
    }
    this.socket.on('chat-message-chunk', (chunk) => this.#chunk(chunk));
    this.socket.on('tool-activity', (activity) => this.#tool(activity));
    this.socket.on('disconnect', (reason) => {
      if (reason !== 'io client disconnect') screen.note(`(the connection was lost: ${reason})`);
    });
  }

  #chunk({ text, reset }) {
    if (reset) {
      if (this.#fresh !== '') screen.note('(taken back)');
      this.#fresh = '';
      return;
    }
    this.streamed += 1;
    screen.stream(text, this.#fresh === '');
    this.#fresh += text;
  }

  #tool({ name, phase, durationMs }) {
    if (phase === 'started') this.tools.push({ name, mode: this.mode });
    if (phase === 'finished')
      screen.note(`${name} … done${durationMs === undefined ? '' : ` in ${durationMs} ms`}`);
    if (phase === 'refused') screen.note(`${name} … refused`);
  }

  #show(name, event) {
    switch (name) {
      case 'chat-message-appended':
        return this.#message(event.message);
      case 'process-mode-changed':
        this.mode = event.newMode;
        return screen.note(`mode ${event.oldMode} → ${event.newMode}`);
      case 'todos-updated':
        this.todos = event.todos;
        return screen.todos(event.todos);
      case 'plan-proposed':
        return screen.note(`plan ${event.planVersion} proposed: ${event.summary}`);
      case 'plan-updated':
        this.phase = event.plan?.phase ?? 'none';
        return undefined;
      case 'process-progress':
        this.status = event.status;
        this.#ran ||= event.status === 'RUNNING';
        return undefined;
      default:
        return undefined;
    }
  }

  /**
   * The appended message is the truth; what was streamed of it is not printed again. The message of a
   * finished step says what its tick in the list says.
   */
  #message({ role, content }) {
    if (content.startsWith('✓')) return;
    const streamed = this.#fresh !== '' && this.#fresh.trim() === content.trim();
    if (role === 'ASSISTANT') this.#fresh = '';
    if (role === 'ASSISTANT' && content !== '' && !streamed) screen.message(content);
  }
}
