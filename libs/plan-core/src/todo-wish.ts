import type { TodoAddition, TodoChange } from '@vance/protocol';

/** What a TODO_UPDATE asks for. */
export interface TodoWish {
  readonly updates: readonly TodoChange[];
  readonly add?: readonly TodoAddition[];
}

/** What the state allows beside the rules of single items. */
export interface TodoRules {
  /** Why nothing may be added now; undefined where adding is fine. */
  readonly addRefusedBecause?: string;
}

/** A part of the wish that was not applied. */
export interface IgnoredChange {
  readonly id: string;
  readonly reason: string;
}
