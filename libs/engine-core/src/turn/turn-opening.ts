import { Injectable } from '@nestjs/common';
import type { ProcessDocument } from '@vance/data';
import { applyKillSwitch, resetAfterCompletion, type MoveResult } from '@vance/plan-core';
import { openTurn } from '../core/turn-end';
import type { TurnSession } from './turn-session';
import { TurnSettings } from './turn-setting';
import { TurnWriter } from './turn-writer';

/** The start of a turn: its setting is read, and what is due before the model speaks is moved. */
@Injectable()
export class TurnOpening {
  constructor(
    private readonly settings: TurnSettings,
    private readonly writer: TurnWriter,
  ) {}

  /** @returns after the moves; a turn that is resumed in its middle makes none. */
  async open(session: TurnSession): Promise<void> {
    const { config } = await this.settings.open(session);
    if (openTurn(session.process).iteration > 0) return;
    if (config.planModeDefault === 'disabled')
      await this.move(session, 'switched-off', applyKillSwitch);
    // Completion is left with the next user turn (1.11); a continuation still speaks about it.
    if (openTurn(session.process).taken.length > 0)
      await this.move(session, 'completed', resetAfterCompletion);
  }

  private async move(
    session: TurnSession,
    movedBy: string,
    judge: (process: ProcessDocument) => MoveResult,
  ): Promise<void> {
    await this.writer.write<undefined>(session, (process) => {
      const result = judge(process);
      if (!result.ok || result.value.kind === 'unchanged')
        return { kind: 'none', result: undefined };
      const { move } = result.value;
      return {
        kind: 'write',
        // The turn starts in the new mode: leaving a plan behind is no reason to continue.
        patch: { turn: { ...openTurn(process), startedMode: move.state.mode } },
        move: {
          ...move,
          state: { ...move.state, status: process.status, waitingFor: process.waitingFor },
        },
        movedBy,
        result: undefined,
      };
    });
  }
}
