import type { Socket } from 'socket.io';
import { newId } from '@vance/kernel';
import type { ClientProfile } from '@vance/protocol';
import type { Principal } from '@vance/tenancy';

/** What a handshake proved. */
export interface Handshake {
  readonly token: string;
  readonly principal: Principal;
  readonly profile: ClientProfile;
}

/** One authenticated socket: who it is, and what must be undone when it goes. */
export class Connection {
  readonly id = newId('cnn');
  private readonly queues = new Map<string, Promise<unknown>>();
  private readonly farewells = new Set<() => void>();
  private gone = false;

  /** Proven again at each request: roles may change while a connection lives. */
  readonly token: string;
  readonly profile: ClientProfile;
  /** The rights as last checked. */
  principal: Principal;

  constructor(
    readonly socket: Socket,
    { token, profile, principal }: Handshake,
  ) {
    this.token = token;
    this.profile = profile;
    this.principal = principal;
  }

  get isGone(): boolean {
    return this.gone;
  }

  /** Runs `work` after everything queued under `key` before: a client's own order is kept per process and session. */
  inOrder<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.queues.get(key);
    const result = before === undefined ? work() : before.then(work, work);
    this.queues.set(key, result);
    const tidy = (): void => {
      if (this.queues.get(key) === result) this.queues.delete(key);
    };
    result.then(tidy, tidy);
    return result;
  }

  /** Called once when the connection ends; at once when it has ended already. The answer withdraws it. */
  onGone(farewell: () => void): () => void {
    if (this.gone) farewell();
    else this.farewells.add(farewell);
    return () => this.farewells.delete(farewell);
  }

  /** For the socket server alone: the socket is closed. */
  end(): void {
    this.gone = true;
    for (const farewell of this.farewells) farewell();
    this.farewells.clear();
  }
}
