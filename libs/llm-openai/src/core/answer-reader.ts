import { ModelFault, type ModelAnswer, type ModelObserver } from '@vance/llm';

/** Puts an answer together from the frames of a stream, or from the one body of a server that does not stream. */
export interface AnswerReader {
  /** Takes the data of one event. Throws a ModelFault for an error frame or a broken one. */
  frame(data: string): void;
  /** Takes a parsed body. */
  value(value: unknown): void;
  /** Tells what came since the last flush. */
  flush(observer: ModelObserver): void;
  /**
   * The whole answer. Throws a ModelFault `connection` if the stream ended before the model did: what
   * came is a torso, and a torn call must not run. `requestChars` estimates what a server does not count.
   */
  build(requestChars: number): ModelAnswer;
}

/** The value of a frame; half a frame is a broken connection. */
export function parseFrame(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch (cause) {
    throw new ModelFault('connection', 'the stream was cut within a frame', { cause });
  }
}

export const tornStream = (): ModelFault =>
  new ModelFault('connection', 'the stream ended before the answer did');
