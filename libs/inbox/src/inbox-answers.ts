import { Injectable } from '@nestjs/common';
import type { InboxItemDocument } from '@vance/data';
import type { TenantScope } from '@vance/kernel';
import type { InboxAnswerBody } from '@vance/protocol';

/** Who carries out the answers to items of one tag. What it does closes the item, in the write that has the effect. */
export interface InboxAnswerHandler {
  readonly tag: string;
  /**
   * Resolves when the answer counts and its rows are stored.
   * @throws DomainError when it cannot be, or came too late
   */
  answer(
    scope: TenantScope,
    item: InboxItemDocument,
    body: InboxAnswerBody,
    userId: string,
  ): Promise<void>;
}

/** Whoever asks people things registers here how their answers are carried out. */
@Injectable()
export class InboxAnswers {
  private readonly handlers = new Map<string, InboxAnswerHandler>();

  register(handler: InboxAnswerHandler): void {
    if (this.handlers.has(handler.tag))
      throw new TypeError(`two handlers answer items with the tag ${handler.tag}`);
    this.handlers.set(handler.tag, handler);
  }

  /** Absent: nothing hangs on the answer but the item itself. */
  of({ tags }: InboxItemDocument): InboxAnswerHandler | undefined {
    return tags.map((tag) => this.handlers.get(tag)).find((handler) => handler !== undefined);
  }
}
