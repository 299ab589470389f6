import { Injectable } from '@nestjs/common';
import type { ProcessDocument } from '@vance/data';
import type { PassingEvent } from '@vance/protocol';
import { Realtime, sessionChannel, type SessionMessage } from '@vance/realtime';

type OwnFields<T extends PassingEvent['type']> = Omit<
  Extract<PassingEvent, { type: T }>['body'],
  'sessionId' | 'processId'
>;

/** Tells a session's clients what happens right now; nothing of it is kept. */
@Injectable()
export class PassingEvents {
  constructor(private readonly realtime: Realtime) {}

  chunk(
    process: Pick<ProcessDocument, '_id' | 'sessionId'>,
    chunk: { turnId: string; index: number; text: string } | { turnId: string; reset: true },
  ): void {
    const body = { sessionId: process.sessionId, processId: process._id, ...chunk };
    this.publish(process.sessionId, { type: 'chat-message-chunk', body });
  }

  toolActivity(
    process: Pick<ProcessDocument, '_id' | 'sessionId'>,
    activity: OwnFields<'tool-activity'>,
  ): void {
    const body = { sessionId: process.sessionId, processId: process._id, ...activity };
    this.publish(process.sessionId, { type: 'tool-activity', body });
  }

  private publish(sessionId: string, event: PassingEvent): void {
    const message: SessionMessage = { kind: 'passing', event };
    this.realtime.publish(sessionChannel(sessionId), JSON.stringify(message));
  }
}
