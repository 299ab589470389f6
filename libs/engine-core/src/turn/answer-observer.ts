import { ActionTextStream, type ModelObserver } from '@vance/llm';
import { MAX_MESSAGE } from '@vance/protocol';
import type { ChunkStream } from './chunk-stream';

/**
 * Listens to a model while it answers and shows the words of its first action, if that action is one the
 * mode allows: text that is bound to be refused is not shown in the first place.
 */
export class AnswerObserver implements ModelObserver {
  private words = new ActionTextStream();
  private actionIndex: number | undefined;

  constructor(
    private readonly chunks: ChunkStream,
    private readonly actionTool: string,
    private readonly showable: ReadonlySet<string>,
    /** Whether plain text is the answer (a question without functions). */
    private readonly showText: boolean,
  ) {}

  onText(delta: string): void {
    if (this.showText) this.chunks.push(delta);
  }

  onToolArguments(index: number, name: string, delta: string): void {
    if (name !== this.actionTool) return;
    this.actionIndex ??= index;
    if (index !== this.actionIndex) return;
    const text = this.words.push(delta);
    if (text === '' || !this.showable.has(this.words.actionType ?? '')) return;
    // What is longer than a message may be will be refused: clients are spared the rest of it.
    if (this.words.text.length <= MAX_MESSAGE) this.chunks.push(text);
  }

  onRestart(): void {
    this.chunks.reset();
    this.words = new ActionTextStream();
    this.actionIndex = undefined;
  }

  wasShown(): boolean {
    return this.chunks.shown !== '';
  }
}
