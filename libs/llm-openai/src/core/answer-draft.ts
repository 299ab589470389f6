import { wellFormed } from '@vance/kernel';
import { ModelFault, type ModelAnswer, type ModelObserver } from '@vance/llm';
import { DeltaQueue } from './delta-queue';

/** Longest answer that is kept, in characters; a model that goes on and on is cut off, and not asked again. */
const MAX_ANSWER = 16 * 1024 * 1024;

/** A call while it arrives. */
export interface DraftCall {
  id: string;
  name: string;
  arguments: string;
  /** Arguments that came before the name. */
  untold: string;
}

/** What has come of an answer's text and calls, and what of it the observer has not heard yet. */
export class AnswerDraft {
  text = '';
  readonly calls: DraftCall[] = [];
  private length = 0;
  private readonly queue = new DeltaQueue();

  addText(delta: string): void {
    if (delta === '') return;
    this.grow(delta.length);
    this.text += delta;
    this.queue.text(delta);
  }

  /** A further call, of which nothing is known yet. */
  begin(): DraftCall {
    const call: DraftCall = { id: '', name: '', arguments: '', untold: '' };
    this.calls.push(call);
    return call;
  }

  /** Arguments as they come. The observer is to know a call's name from its first delta on. */
  addArguments(call: DraftCall, piece: string): void {
    this.grow(piece.length);
    call.arguments += piece;
    call.untold += piece;
    if (call.name === '' || call.untold === '') return;
    this.queue.arguments(this.calls.indexOf(call), call.name, call.untold);
    call.untold = '';
  }

  /** Tells what came since the last flush. */
  flush(observer: ModelObserver): void {
    this.queue.flush(observer);
  }

  /** Text and calls as they are to be stored, well-formed. */
  turn(): Pick<ModelAnswer['turn'], 'text' | 'toolCalls'> {
    const toolCalls = this.calls.map((call) => ({
      id: call.id,
      name: call.name,
      arguments: wellFormed(call.arguments),
    }));
    return { text: wellFormed(this.text), toolCalls };
  }

  /** Characters said, to estimate tokens by. */
  get said(): number {
    return this.length;
  }

  private grow(by: number): void {
    this.length += by;
    if (this.length > MAX_ANSWER)
      throw new ModelFault('rejected', 'the answer is longer than any answer is');
  }
}
