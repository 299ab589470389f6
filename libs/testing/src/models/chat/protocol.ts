import type { WireProtocol } from '../wire-protocol';
import { callDeltas, callFrames, chunk, errorFrame, sse, textDeltas, usage } from './frames';

const OVERFLOW = {
  message:
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
  type: 'invalid_request_error',
  param: 'messages',
  code: 'context_length_exceeded',
};

/** OpenAI's chat completions, which most compatible servers speak. */
export const protocol: WireProtocol = {
  speaks: (path) => path.endsWith('/chat/completions'),
  answer: ({ text = '', calls = [] }) => ({
    said: [chunk({ role: 'assistant', content: '' }), ...textDeltas(text), ...callDeltas(calls)],
    end: [chunk({}, calls.length > 0 ? 'tool_calls' : 'stop'), usage],
  }),
  words: { begin: [chunk({ role: 'assistant', content: '' })], goOn: chunk({ content: 'on ' }) },
  malformedCall: () =>
    callFrames([{ id: 'call_bad', name: 'look', arguments: '{"what": "the ro' }]),
  overloaded: errorFrame({ message: 'Overloaded', type: 'overloaded_error' }),
  refusal: ({ status, reason, retryAfterSeconds: seconds }) => ({
    body: {
      error:
        reason === 'context-overflow'
          ? OVERFLOW
          : { message: `scripted ${status}`, type: 'server_error', param: null, code: null },
    },
    ...(seconds === undefined ? {} : { headers: { 'retry-after': String(seconds) } }),
  }),
  encode: (frames, done) => sse(frames, { done }),
};
