import { pieces } from '../pieces';
import { eventStream } from '../sse';

/** A part of a scripted answer, as it stands on the wire. */
export type ScriptedPart = Readonly<Record<string, unknown>>;

const usageMetadata = {
  promptTokenCount: 50,
  cachedContentTokenCount: 30,
  candidatesTokenCount: 7,
  thoughtsTokenCount: 4,
  totalTokenCount: 61,
};

/** One chunk of a stream. */
export const partsFrame = (parts: readonly ScriptedPart[], finishReason?: string): unknown => ({
  candidates: [
    { content: { role: 'model', parts }, index: 0, ...(finishReason ? { finishReason } : {}) },
  ],
  usageMetadata,
  modelVersion: 'scripted',
});

/** The last chunk of an answer that says no more: `STOP`, or what ended it. */
export const finishFrame = (finishReason = 'STOP'): unknown => ({
  candidates: [{ finishReason, index: 0 }],
  usageMetadata,
});

/** The frames of a text, `size` UTF-16 units each, so that surrogate pairs may be cut. */
export const textFrames = (text: string, size = 8): unknown[] => [
  ...textDeltas(text, size),
  finishFrame(),
];

export const textDeltas = (text: string, size = 8): unknown[] =>
  pieces(text, size).map((piece) => partsFrame([{ text: piece }]));

/** One call, with an id and a signature where the model gave them. */
export const callPart = (
  name: string,
  args?: unknown,
  more: { readonly id?: string; readonly signature?: string } = {},
): ScriptedPart => ({
  functionCall: {
    name,
    ...(args === undefined ? {} : { args }),
    ...(more.id ? { id: more.id } : {}),
  },
  ...(more.signature ? { thoughtSignature: more.signature } : {}),
});

/** The frames of parallel calls, each in a chunk of its own. */
export const callFrames = (...calls: readonly ScriptedPart[]): unknown[] => [
  ...calls.map((call) => partsFrame([call])),
  finishFrame(),
];

/** An error as Google's services write it: the body of a refusal, or a frame of a stream that began well. */
export const errorBody = (
  code: number,
  status: string,
  message = '',
  details: readonly unknown[] = [],
): unknown => ({ error: { code, status, message, details } });

export const retryInfo = (retryDelay: string): unknown => ({
  '@type': 'type.googleapis.com/google.rpc.RetryInfo',
  retryDelay,
});

/** Frames as bytes of an event stream. */
export const sse = (frames: readonly unknown[], lineEnd = '\r\n'): Buffer =>
  Buffer.from(eventStream(frames, lineEnd));
