import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import type { TenantScope } from '@vance/kernel';
import { Realtime } from '@vance/realtime';
import { EventRows } from './event-rows';
import { SessionFeed, type FeedParts } from './session-feed';

/** The right to use a feed; released once by whoever acquired it. */
export interface FeedLease {
  readonly feed: SessionFeed;
  release(): void;
}

interface Entry {
  users: number;
  readonly opening: Promise<SessionFeed>;
  /** Set once open; what the comparison walks. */
  feed?: SessionFeed;
}

/** How often every open feed is compared with the database, in milliseconds. */
const COMPARE_MS = 5_000;

/**
 * The open feeds of this server, one per session however many clients watch it. Every five seconds, and after Redis
 * was away, their cursors are compared with the database in one query.
 */
@Injectable()
export class FeedHub implements BeforeApplicationShutdown {
  private readonly log = new Logger(FeedHub.name);
  private readonly entries = new Map<string, Entry>();
  private readonly timer: NodeJS.Timeout;
  private readonly parts: FeedParts;

  constructor(
    realtime: Realtime,
    private readonly rows: EventRows,
  ) {
    this.parts = { realtime, rows, onFault: (error) => this.fault(error) };
    this.timer = setInterval(() => void this.compare(), COMPARE_MS).unref();
    realtime.onReconnect(() => void this.compare());
  }

  /**
   * The feed of a session, opened when nobody here has it. The caller has proven the right to it.
   * @param head of a session that was made just now; else it is read
   */
  async acquire(scope: TenantScope, sessionId: string, head?: number): Promise<FeedLease> {
    const key = `${scope.tenantId}/${sessionId}`;
    const entry = this.entries.get(key) ?? this.open(key, scope, sessionId, head);
    entry.users += 1;
    let held = true;
    const release = (): void => {
      if (!held) return;
      held = false;
      entry.users -= 1;
      if (entry.users === 0) this.end(key, entry);
    };
    try {
      return { feed: await entry.opening, release };
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Brings every feed up to the database's head. Never rejects: the next round tries again. */
  async compare(): Promise<void> {
    const feeds = [...this.entries.values()].flatMap(({ feed }) => feed ?? []);
    if (feeds.length === 0) return;
    try {
      const heads = await this.rows.heads(feeds.map(({ sessionId }) => sessionId));
      const behind = feeds.filter((feed) => (heads.get(feed.sessionId) ?? 0) > feed.cursor);
      await Promise.all(behind.map((feed) => feed.catchUp(heads.get(feed.sessionId))));
    } catch (error) {
      this.fault(error);
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    const open = [...this.entries.values()];
    this.entries.clear();
    await Promise.allSettled(open.map(async ({ opening }) => (await opening).close()));
  }

  private open(
    key: string,
    scope: TenantScope,
    sessionId: string,
    head: number | undefined,
  ): Entry {
    const opening = SessionFeed.open(scope, sessionId, this.parts, head);
    const entry: Entry = { users: 0, opening };
    this.entries.set(key, entry);
    opening.then(
      (feed) => (entry.feed = feed),
      () => this.end(key, entry),
    );
    return entry;
  }

  private end(key: string, entry: Entry): void {
    if (this.entries.get(key) === entry) this.entries.delete(key);
    entry.opening.then((feed) => feed.close()).catch(() => undefined);
  }

  private fault(error: unknown): void {
    this.log.warn({ msg: 'a feed could not be compared with the database', err: error });
  }
}
