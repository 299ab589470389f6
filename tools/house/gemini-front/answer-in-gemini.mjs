// A streamed chat completion, retold as Gemini says it: text as it comes, each call whole, at the end.
import { gemini } from '@vance/testing';

const { callPart, errorBody, finishFrame, partsFrame } = gemini;
const FINISH = { length: 'MAX_TOKENS', content_filter: 'SAFETY' };

/** Takes chat-completion chunks and answers with the frames that Gemini would send for them. */
export class AnswerInGemini {
  #calls = [];
  #finish = 'STOP';
  #sign;

  /** `sign(call)` gives the thought signature of an answer's first call. */
  constructor(sign) {
    this.#sign = sign;
  }

  /** The frames for one chunk. An error in the stream is Gemini's error frame. */
  take(chunk) {
    if (chunk.error) return [errorBody(503, 'UNAVAILABLE', chunk.error.message)];
    const [choice] = chunk.choices;
    if (!choice) return [];
    for (const delta of choice.delta.tool_calls ?? []) this.#callDelta(delta);
    this.#finish = FINISH[choice.finish_reason] ?? this.#finish;
    const text = choice.delta.content;
    return text ? [partsFrame([{ text }])] : [];
  }

  /** The frames that finish it. Arguments that are no JSON object are what Gemini calls a malformed call. */
  end() {
    const calls = this.#calls.map(({ id, name, args }) => ({ id, name, args: objectOf(args) }));
    if (calls.some(({ args }) => args === undefined))
      return [finishFrame('MALFORMED_FUNCTION_CALL')];
    const parts = calls.map(({ id, name, args }, index) =>
      callPart(name, args, { id, ...(index === 0 ? { signature: this.#sign(name, args) } : {}) }),
    );
    return [...parts.map((part) => partsFrame([part])), finishFrame(this.#finish)];
  }

  #callDelta({ index, id, function: fn }) {
    const call = (this.#calls[index] ??= { id, name: fn.name, args: '' });
    call.args += fn.arguments ?? '';
  }
}

function objectOf(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
