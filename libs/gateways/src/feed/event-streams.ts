import { once } from 'node:events';
import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { DomainError } from '@vance/kernel';
import type { Response } from 'express';
import { Authenticator, type Principal } from '@vance/tenancy';
import { Possessions } from '../access/possessions';
import { Quotas } from '../limits/quotas';
import { CUT_BYTES } from '../ws/backlog';
import { EventPages } from './event-pages';
import { FeedHub } from './feed-hub';
import type { EventRow } from './feed-order';

/** A comment that keeps proxies from closing an idle stream, and the recheck of rights, in milliseconds. */
const HEARTBEAT_MS = 15_000;
/** A client that takes nothing of its replay, or of the end, for so long is cut. */
const STALL_MS = 30_000;

/** Who watches a stream; the token is proven again while it lasts. */
export interface Viewer {
  readonly principal: Principal;
  readonly token: string;
}

/** Live feeds over server-sent events: replay after the cursor, then on without gap or repeat. */
@Injectable()
export class EventStreams implements BeforeApplicationShutdown {
  private readonly log = new Logger(EventStreams.name);
  /** What ends each stream that is open. */
  private readonly open = new Set<() => void>();

  constructor(
    private readonly feeds: FeedHub,
    private readonly pages: EventPages,
    private readonly authenticator: Authenticator,
    private readonly possessions: Possessions,
    private readonly quotas: Quotas,
  ) {}

  /** Serves `response` until the client goes, its rights end, or it does not keep up. */
  async serve(viewer: Viewer, sessionId: string, since: number, response: Response): Promise<void> {
    const { principal, token } = viewer;
    await this.pages.check(principal.scope, sessionId, since);
    const leaveQuota = this.quotas.admitConnection(principal);
    response.once('close', leaveQuota);
    const lease = await this.feeds.acquire(principal.scope, sessionId);
    const { feed } = lease;
    let deliver = (row: EventRow): unknown => held.push(row);
    const held: EventRow[] = [];
    const detach = feed.attach({ row: (row) => deliver(row) });
    // Nothing may be written behind the end, however long the client takes to hear it.
    const end = (): void => {
      leave();
      endOrCut(response);
    };
    const beat = (): void => void this.beat(token, sessionId, response, end);
    const heartbeat = setInterval(beat, HEARTBEAT_MS).unref();
    const expiry = setTimeout(end, until(principal.expiresAt)).unref();
    this.open.add(end);
    const leave = (): void => {
      this.open.delete(end);
      clearInterval(heartbeat);
      clearTimeout(expiry);
      detach();
      lease.release();
    };
    response.once('close', leave);
    // It went while the feed was opened: its end has been told already.
    if (response.destroyed) return leave();
    try {
      await feed.catchUp();
      const cursor = feed.cursor;
      const rows = await feed.replay(since, cursor);
      if (isOver(response)) return;
      response.status(200).set({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      });
      response.write(': open\n\n');
      for (const row of rows) await writeAtTheirSpeed(response, row, since);
      // What comes while these are written joins their end; nothing comes between the last one and the switch.
      for (let next = 0; next < held.length; next += 1) {
        const row = held[next];
        if (row) await writeAtTheirSpeed(response, row, Math.max(since, cursor));
      }
      deliver = (row) => deliverLive(response, row, since);
    } catch (error) {
      leave();
      throw error;
    }
  }

  beforeApplicationShutdown(): void {
    for (const end of [...this.open]) end();
  }

  private async beat(
    token: string,
    sessionId: string,
    response: Response,
    end: () => void,
  ): Promise<void> {
    try {
      await this.possessions.session(await this.authenticator.verify(token), sessionId);
      if (!isOver(response)) response.write(': keep-alive\n\n');
    } catch (error) {
      if (!(error instanceof DomainError) || error.status >= 500) {
        this.log.warn({ msg: 'rights could not be rechecked', err: error });
        return;
      }
      this.log.debug({ msg: 'a stream ends with its rights', err: error });
      end();
    }
  }
}

/** It has ended, or its client has gone: nothing may be written to it any more. */
function isOver(response: Response): boolean {
  return response.writableEnded || response.destroyed;
}

/** Says that it is over; a client that does not take what came before is cut. */
function endOrCut(response: Response): void {
  if (isOver(response)) return;
  const stall = setTimeout(() => response.destroy(), STALL_MS).unref();
  response.once('close', () => clearTimeout(stall));
  response.end();
}

/** Waits while the client has not taken what it was sent; nothing is written to one that has gone. */
async function writeAtTheirSpeed(response: Response, row: EventRow, after: number): Promise<void> {
  if (isOver(response)) return;
  if (!response.write(framesOf(row, after))) await drained(response);
}

async function drained(response: Response): Promise<void> {
  const gone = new AbortController();
  const leave = (): void => gone.abort();
  response.once('close', leave);
  const stall = setTimeout(() => response.destroy(), STALL_MS).unref();
  await once(response, 'drain', { signal: gone.signal }).catch(() => undefined);
  clearTimeout(stall);
  response.off('close', leave);
}

/** A client that does not take what happens now is cut: it comes back with its cursor. */
function deliverLive(response: Response, row: EventRow, after: number): void {
  if (response.writableLength > CUT_BYTES) response.destroy();
  else response.write(framesOf(row, after));
}

/** One frame per event; its id is the number a client comes back with. */
function framesOf(row: EventRow, after: number): string {
  let frames = '';
  for (const event of row.events)
    if (event.seq > after) frames += `id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`;
  return frames;
}

/** Longest delay that a timer takes. */
const MAX_TIMER_MS = 2 ** 31 - 1;

function until(time: Date): number {
  return Math.min(Math.max(time.getTime() - Date.now(), 0), MAX_TIMER_MS);
}
