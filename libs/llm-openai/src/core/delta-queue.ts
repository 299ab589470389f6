import type { ModelObserver } from '@vance/llm';

type Pending =
  | { readonly kind: 'text'; text: string }
  | { readonly kind: 'arguments'; readonly index: number; readonly name: string; text: string };

/** Joins the deltas that came in one read, in order, so that the observer hears each kind once per read. */
export class DeltaQueue {
  private pending: Pending[] = [];

  text(delta: string): void {
    const last = this.pending.at(-1);
    if (last?.kind === 'text') last.text += delta;
    else this.pending.push({ kind: 'text', text: delta });
  }

  arguments(index: number, name: string, delta: string): void {
    const last = this.pending.at(-1);
    if (last?.kind === 'arguments' && last.index === index) last.text += delta;
    else this.pending.push({ kind: 'arguments', index, name, text: delta });
  }

  /** Tells the observer; a read without a delta (a ping, a thinking model) is told as an empty text. */
  flush(observer: ModelObserver): void {
    const { pending } = this;
    if (pending.length === 0) return observer.onText('');
    this.pending = [];
    for (const delta of pending) {
      if (delta.kind === 'text') observer.onText(delta.text);
      else observer.onToolArguments(delta.index, delta.name, delta.text);
    }
  }
}
