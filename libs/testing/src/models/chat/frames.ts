import type { ScriptedCall } from '../model-step';
import { pieces } from '../pieces';
import { eventStream } from '../sse';

/** One chunk of a streamed chat completion. */
export const chunk = (delta: unknown, finish: string | null = null) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1_700_000_000,
  model: 'scripted',
  choices: [{ index: 0, delta, finish_reason: finish }],
});

/** The chunk that counts: 50 tokens in, 30 of them cached, 7 out. */
export const usage = {
  ...chunk({}),
  choices: [],
  usage: {
    prompt_tokens: 50,
    completion_tokens: 7,
    total_tokens: 57,
    prompt_tokens_details: { cached_tokens: 30 },
  },
};

/** The frames of a text, `size` UTF-16 units each, so that surrogate pairs may be cut. */
export function textFrames(text: string, size = 8): unknown[] {
  return [
    chunk({ role: 'assistant', content: '' }),
    ...textDeltas(text, size),
    chunk({}, 'stop'),
    usage,
  ];
}

export const textDeltas = (text: string, size = 8): unknown[] =>
  pieces(text, size).map((content) => chunk({ content }));

/** The frames of function calls, their arguments in pieces. */
export function callFrames(
  calls: readonly ScriptedCall[],
  options: { readonly size?: number; readonly finish?: string } = {},
): unknown[] {
  return [
    chunk({ role: 'assistant', content: null }),
    ...callDeltas(calls, options.size),
    chunk({}, options.finish ?? 'tool_calls'),
    usage,
  ];
}

export const callDeltas = (calls: readonly ScriptedCall[], size = 12): unknown[] =>
  calls.flatMap(({ id, name, arguments: args }, index) => [
    chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
    ...pieces(args, size).map((piece) =>
      chunk({ tool_calls: [{ index, function: { arguments: piece } }] }),
    ),
  ]);

/** What an overloaded server writes into a stream that began well. */
export const errorFrame = (error: unknown): unknown => ({ error });

/** Frames as bytes of an event stream. */
export function sse(
  frames: readonly unknown[],
  options: { readonly lineEnd?: string; readonly done?: boolean } = {},
): Buffer {
  const end = options.lineEnd ?? '\n';
  return Buffer.from(
    eventStream(frames, end) + (options.done === false ? '' : `data: [DONE]${end}${end}`),
  );
}
