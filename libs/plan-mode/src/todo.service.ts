import { Injectable } from '@nestjs/common';
import { conflict, notFound, type TenantScope } from '@vance/kernel';
import { todoUpdate, type MoveResult, type TodoWish } from '@vance/plan-core';
import { ProcessWriter } from '@vance/think-process';
import { writeMove } from './core/write-move';

/** What a caller is told of an update. */
export interface TodoReport {
  /** Whether anything changed. */
  readonly changed: boolean;
  /** The list as it is now, the next step, and what was ignored and why. */
  readonly feedback: string;
}

/**
 * Updates the steps of a process from outside a turn, by any number of callers at once: each update is
 * judged item by item on the list as it is and written if the list is still the same, again until it
 * holds. It approves nothing.
 */
@Injectable()
export class TodoService {
  constructor(private readonly writer: ProcessWriter) {}

  /** @throws DomainError NOT_FOUND, or 409 with the code of the refusal where the state takes no updates */
  async update(scope: TenantScope, processId: string, wish: TodoWish): Promise<TodoReport> {
    const outcome = await this.writer.write<MoveResult>(scope, processId, (process) => {
      const result = todoUpdate(process, { ...wish, approval: NO_APPROVAL });
      return result.ok && result.value.kind === 'changed'
        ? writeMove(process, result.value.move, result)
        : { kind: 'none', result };
    });
    if (outcome.kind === 'missing' || outcome.kind === 'lane-lost') throw notFound('process');
    if (outcome.kind === 'changed') await outcome.projected;
    const { result } = outcome;
    if (!result.ok) throw conflict(result.error.code, result.error.feedback);
    return { changed: result.value.kind === 'changed', feedback: result.value.feedback };
  }
}

/** No message of a user stands behind these updates, so they never start a plan. */
const NO_APPROVAL = {
  approval: 'explicit' as const,
  runMessages: [],
  now: new Date(0),
  newDecisionId: (): string => {
    throw new TypeError('an update from outside a turn approves nothing');
  },
};
