import { Injectable } from '@nestjs/common';
import { Logger, Metrics } from '@vance/observability';
import type { ProcessDocument } from '@vance/data';
import type { TurnJob } from '@vance/queue';
import {
  DirectStart,
  HistoryCache,
  Lanes,
  Projector,
  TurnWaker,
  type LaneHold,
} from '@vance/think-process';
import { ThinkEngineRegistry } from '../engine/think-engine.registry';
import { PassingEvents } from './passing-events';
import { TurnLoop, type TurnOutcome } from './turn-loop';
import { LaneLost, TurnSession } from './turn-session';

/** Does the jobs of the queue: takes a process's lane and plays turns until its run rests. */
@Injectable()
export class TurnRunner {
  private readonly underWay = new Set<Promise<void>>();
  private draining = false;

  constructor(
    private readonly lanes: Lanes,
    private readonly engines: ThinkEngineRegistry,
    private readonly loop: TurnLoop,
    private readonly projector: Projector,
    private readonly history: HistoryCache,
    private readonly waker: TurnWaker,
    private readonly direct: DirectStart,
    private readonly passing: PassingEvents,
    private readonly metrics: Metrics,
    private readonly log: Logger,
  ) {}

  /** Resolves when the lane is given up, however the turns ended; a job without work, or a second one, is a no-op. */
  async run(job: TurnJob): Promise<void> {
    if (this.draining) return;
    await this.track(this.takeAndWork(job));
  }

  /** Plays a process whose lane was taken for this worker just now; resolves as `run` does. */
  async runTaken(process: ProcessDocument): Promise<void> {
    await this.track(this.work(process));
  }

  private async track(work: Promise<void>): Promise<void> {
    this.underWay.add(work);
    try {
      await work;
    } finally {
      this.underWay.delete(work);
    }
  }

  /**
   * Takes no more jobs; runs stop after the turn they are in. Resolves when none is under way, or after `patienceMs`,
   * when the rest have been told to leave their lanes with their turns open.
   */
  async drain(patienceMs: number): Promise<void> {
    this.draining = true;
    const late = setTimeout(() => void this.lanes.releaseAll(), patienceMs);
    await Promise.allSettled(this.underWay);
    clearTimeout(late);
  }

  private async takeAndWork(job: TurnJob): Promise<void> {
    const process = await this.lanes.take(job);
    if (process) await this.work(process);
  }

  private async work(process: ProcessDocument): Promise<void> {
    const session = new TurnSession(process, this.engines.get(process.engine));
    const hold = this.lanes.hold(
      process,
      () => session.interrupt('lost'),
      (end) =>
        session.interrupt(end === 'shutdown' ? 'drained' : end === 'paused' ? 'paused' : 'halted'),
      () => session.noteMoved(),
    );
    try {
      this.projectTake(session);
      await this.play(session, hold);
    } catch (error) {
      this.brokeOff(session, error);
    } finally {
      hold.end();
      await Promise.all(session.projections);
    }
  }

  private async play(session: TurnSession, hold: LaneHold): Promise<void> {
    while ((await this.playTurn(session)) === 'continues' && !this.draining) session.nextTurn();
    const { process } = session;
    if (process.lane.workerId === null) {
      // Messages that came meanwhile open the next turn.
      this.waker.wake(process);
      this.direct.rested(process);
      return;
    }
    const released = await this.lanes.release(hold, process._id);
    if (released) this.waker.wake(released);
  }

  private async playTurn(session: TurnSession): Promise<TurnOutcome> {
    const startedAt = performance.now();
    const outcome = await this.loop.play(session);
    this.metrics.turns.observe({ outcome }, (performance.now() - startedAt) / 1000);
    return outcome;
  }

  /** Tells what the take has to tell, and what a holder before it left untold. */
  private projectTake(session: TurnSession): void {
    const { process, scope, turnId } = session;
    const resumed = (process.turn?.attempts ?? 1) > 1;
    // What a holder before it had shown of an answer is asked for anew.
    if (resumed) this.passing.chunk(process, { turnId, reset: true });
    if (process.outbox.length === 0) return;
    session.projections.push(
      this.projector.project(scope, process, { republish: resumed }).then(
        () => undefined,
        (error: unknown) => {
          this.log.warn({ processId: process._id, err: error }, 'an outbox is projected later');
        },
      ),
    );
  }

  /** The lane runs out by itself and the sweeper finds it: whatever broke this turn may break it again, so it counts. */
  private brokeOff({ process }: TurnSession, error: unknown): void {
    this.history.drop(process._id);
    if (error instanceof LaneLost) return;
    this.log.error(
      { processId: process._id, turnId: process.turn?.id, err: error },
      'a turn broke off',
    );
  }
}
