import type { ModelStep, Refusal, ScriptedAnswer, TornStream } from './model-step';
import type { ScriptedReply } from './scripted-http-server';

/** A refusal as a vendor words it. */
export interface WireRefusal {
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How one vendor's servers say what a script says. Frames are the events of a stream, as values. */
export interface WireProtocol {
  /** Whether a request to this path is asked in it. */
  speaks(path: string): boolean;
  /** An answer's frames: what it says, and those without which it is not finished. */
  answer(answer: ScriptedAnswer): {
    readonly said: readonly unknown[];
    readonly end: readonly unknown[];
  };
  /** Words that begin, and a frame that goes on with them. */
  readonly words: { readonly begin: readonly unknown[]; readonly goOn: unknown };
  /** The frames of an answer with a call that cannot be read. */
  malformedCall(): readonly unknown[];
  /** What an overloaded server writes into a stream that began well. */
  readonly overloaded: unknown;
  refusal(refusal: Refusal): WireRefusal;
  /** Frames as the bytes of a stream; `done` where they end as they should. */
  encode(frames: readonly unknown[], done: boolean): Buffer;
}

/** What the server does for a step, in the protocol that it was asked in. */
export function replyOf(step: ModelStep, wire: WireProtocol): ScriptedReply {
  switch (step.kind) {
    case 'answer':
      return whole(wire, step.answer);
    case 'empty':
      return whole(wire, {});
    case 'malformed-call':
      return { kind: 'stream', parts: [wire.encode(wire.malformedCall(), true)] };
    case 'refusal': {
      const { body, headers } = wire.refusal(step);
      return {
        kind: 'body',
        status: step.status,
        body: JSON.stringify(body),
        ...(headers === undefined ? {} : { headers }),
      };
    }
    case 'torn':
      return torn(wire, step.how, wire.answer(step.answer).said);
    case 'endless':
      return { kind: 'stream', parts: endless(wire) };
    case 'stream':
    case 'body':
    case 'drop':
      return step;
  }
}

function whole(wire: WireProtocol, answer: ScriptedAnswer): ScriptedReply {
  const { said, end } = wire.answer(answer);
  return { kind: 'stream', parts: [wire.encode([...said, ...end], true)] };
}

function torn(wire: WireProtocol, how: TornStream, said: readonly unknown[]): ScriptedReply {
  const begun = wire.encode(said, false);
  switch (how) {
    case 'cut':
      return { kind: 'stream', parts: [begun], then: 'cut' };
    case 'cut-within-frame':
      return { kind: 'stream', parts: [begun.subarray(0, -20)], then: 'cut' };
    case 'ends-early':
      return { kind: 'stream', parts: [begun] };
    case 'broken-json':
      return { kind: 'stream', parts: [begun, 'data: {"half": [\n\n'] };
    case 'overloaded':
      return { kind: 'stream', parts: [begun, wire.encode([wire.overloaded], false)] };
    case 'stops':
      return { kind: 'stream', parts: [begun], then: 'hang' };
  }
}

function* endless({ words, encode }: WireProtocol): Generator<Buffer> {
  yield encode(words.begin, false);
  for (;;) yield encode([words.goOn], false);
}
