import { Injectable, Logger } from '@nestjs/common';
import { ClientToolsRepository } from '@vance/data';
import type { WsData, WsPayload } from '@vance/protocol';
import { BrainPresence, WorkerHints } from '@vance/think-process';
import { ToolCatalogue } from '@vance/tools';
import type { Connection } from '../ws/connection';

/** Takes in what clients offer, and takes it back when their connection ends. */
@Injectable()
export class ClientToolDesk {
  private readonly log = new Logger(ClientToolDesk.name);
  private readonly offers = new WeakMap<Connection, Set<string>>();

  constructor(
    private readonly catalogue: ToolCatalogue,
    private readonly repository: ClientToolsRepository,
    private readonly brain: BrainPresence,
    private readonly hints: WorkerHints,
  ) {}

  /** Replaces what the connection offers for a session of its own user. */
  async register(
    connection: Connection,
    sessionId: string,
    tools: WsPayload<'client-tools-register'>['tools'],
  ): Promise<WsData<'client-tools-register'>> {
    const { accepted, rejected } = this.catalogue.validateRegistration(tools);
    const { scope, userId } = connection.principal;
    this.withdrawWithConnection(connection, sessionId);
    await this.repository.replace(scope, sessionId, {
      connectionId: connection.id,
      brainId: this.brain.brainId,
      userId,
      profile: connection.profile,
      tools: accepted,
    });
    this.hints.offersChanged(sessionId);
    // It went while its offer was stored: its farewell may have run before the write.
    if (connection.isGone) await this.repository.remove(scope, sessionId, connection.id);
    return { accepted: accepted.map(({ name }) => name), rejected: [...rejected] };
  }

  private withdrawWithConnection(connection: Connection, sessionId: string): void {
    const sessions = this.offers.get(connection) ?? new Set<string>();
    this.offers.set(connection, sessions);
    if (sessions.has(sessionId)) return;
    sessions.add(sessionId);
    const { scope } = connection.principal;
    connection.onGone(() => {
      this.repository.remove(scope, sessionId, connection.id).catch((error: unknown) => {
        this.log.warn({ msg: 'offers of a gone client were not removed', err: error });
      });
    });
  }
}
