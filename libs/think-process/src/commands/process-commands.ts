import { Injectable } from '@nestjs/common';
import type { ProcessDocument } from '@vance/data';
import { notFound, type TenantScope } from '@vance/kernel';
import { WorkerHints } from '../hints/worker-hints';
import { TurnWaker } from '../wake/turn-waker';
import { ProcessWriter } from '../writer/process-writer';
import { type Command, commandDecisions } from './command-decisions';

/** A user's commands to a process (1.2). Each answers with the process as it stands then, changed or not. */
@Injectable()
export class ProcessCommands {
  constructor(
    private readonly writer: ProcessWriter,
    private readonly hints: WorkerHints,
    private readonly waker: TurnWaker,
  ) {}

  /** Ends the run under way, within a second. */
  halt(scope: TenantScope, processId: string, userId: string): Promise<ProcessDocument> {
    return this.run('halt', scope, processId, userId);
  }

  /** Stops until `resume`; messages wait. */
  pause(scope: TenantScope, processId: string, userId: string): Promise<ProcessDocument> {
    return this.run('pause', scope, processId, userId);
  }

  /** Goes on where `pause` stopped. */
  resume(scope: TenantScope, processId: string, userId: string): Promise<ProcessDocument> {
    return this.run('resume', scope, processId, userId);
  }

  /** Ends the process for good. */
  close(scope: TenantScope, processId: string, userId: string): Promise<ProcessDocument> {
    return this.run('close', scope, processId, userId);
  }

  private async run(
    command: Command,
    scope: TenantScope,
    processId: string,
    userId: string,
  ): Promise<ProcessDocument> {
    const outcome = await this.writer.write(scope, processId, (process) =>
      commandDecisions[command](process, userId),
    );
    switch (outcome.kind) {
      case 'changed':
        if (command === 'halt') this.hints.halted(processId);
        else this.hints.moved(processId);
        this.waker.wake(outcome.process);
        await outcome.projected;
        return outcome.process;
      case 'unchanged':
        return outcome.process;
      default:
        throw notFound('process');
    }
  }
}
