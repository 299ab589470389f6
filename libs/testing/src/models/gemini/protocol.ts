import type { WireProtocol } from '../wire-protocol';
import { callPart, errorBody, finishFrame, partsFrame, retryInfo, sse, textDeltas } from './frames';

/** The words of google.rpc.Code for the statuses that scripts use. */
const CODES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};

const OVERFLOW =
  'The input token count (9000) exceeds the maximum number of tokens allowed (8192).';

/** Gemini's `streamGenerateContent` as server-sent events. */
export const protocol: WireProtocol = {
  speaks: (path) => /:streamGenerateContent\?(.*&)?alt=sse\b/.test(path),
  answer: ({ text = '', calls = [] }) => ({
    said: [
      ...textDeltas(text),
      ...calls.map(({ id, name, arguments: args }) =>
        partsFrame([callPart(name, JSON.parse(args), id ? { id } : {})]),
      ),
    ],
    end: [finishFrame()],
  }),
  words: { begin: [], goOn: partsFrame([{ text: 'on ' }]) },
  malformedCall: () => [finishFrame('MALFORMED_FUNCTION_CALL')],
  overloaded: errorBody(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'),
  // Google says how long to wait in the body.
  refusal: ({ status, reason, retryAfterSeconds: seconds }) => ({
    body: errorBody(
      status,
      CODES[status] ?? 'UNKNOWN',
      reason === 'context-overflow' ? OVERFLOW : `scripted ${status}`,
      seconds === undefined ? [] : [retryInfo(`${seconds}s`)],
    ),
  }),
  encode: (frames) => sse(frames),
};
