import type { ScriptedAnswer, ScriptedCall } from '../model-step';
import { pieces } from '../pieces';
import { eventStream } from '../sse';

/** One event of a streamed response. Real ones are numbered; nobody reads the numbers. */
export type ResponseEvent = Readonly<Record<string, unknown>> & { readonly type: string };
/** One item of an answer, as it stands on the wire. */
export type ResponseItem = Readonly<Record<string, unknown>> & { readonly type: string };

/** 50 tokens in, 30 of them cached, 7 out, 4 of them thoughts. */
const usage = {
  input_tokens: 50,
  input_tokens_details: { cached_tokens: 30 },
  output_tokens: 7,
  output_tokens_details: { reasoning_tokens: 4 },
  total_tokens: 57,
};

export const reasoningItem = (id: string, encrypted?: string, summary = ''): ResponseItem => ({
  id,
  type: 'reasoning',
  summary: summary === '' ? [] : [{ type: 'summary_text', text: summary }],
  ...(encrypted === undefined ? {} : { encrypted_content: encrypted }),
});

export const messageItem = (id: string, text: string, more: object = {}): ResponseItem => ({
  id,
  type: 'message',
  status: 'completed',
  role: 'assistant',
  content: [{ type: 'output_text', text, annotations: [] }],
  ...more,
});

export const refusalItem = (id: string, refusal: string): ResponseItem =>
  messageItem(id, '', { content: [{ type: 'refusal', refusal }] });

export const callItem = (call: ScriptedCall, itemId = `fc_${call.id ?? ''}`): ResponseItem => ({
  id: itemId,
  type: 'function_call',
  status: 'completed',
  call_id: call.id ?? '',
  name: call.name,
  arguments: call.arguments,
});

/** The items of an answer, in the order in which models say them. */
export const itemsOf = ({ text, calls = [] }: ScriptedAnswer): ResponseItem[] => [
  ...(text === undefined ? [] : [messageItem('msg_1', text)]),
  ...calls.map((call, index) => callItem(call, `fc_${index}`)),
];

/** An item as its events: begun, in pieces, done. */
export function itemEvents(item: ResponseItem, output_index: number, size = 12): ResponseEvent[] {
  const at = { output_index, item_id: item['id'] };
  const begun = { status: 'in_progress', content: [], arguments: '' };
  const added = Object.fromEntries(
    Object.entries(item).map(([key, value]) => [
      key,
      key in begun ? begun[key as 'status'] : value,
    ]),
  );
  return [
    { type: 'response.output_item.added', output_index, item: added },
    ...deltas(item, size).map((delta) => ({ ...at, ...delta })),
    { type: 'response.output_item.done', output_index, item },
  ];
}

function deltas(item: ResponseItem, size: number): ResponseEvent[] {
  if (item.type === 'function_call') {
    const args = String(item['arguments']);
    return [
      ...pieces(args, size).map((delta) => ({
        type: 'response.function_call_arguments.delta',
        delta,
      })),
      { type: 'response.function_call_arguments.done', arguments: args },
    ];
  }
  if (item.type !== 'message') return [];
  return (item['content'] as { text?: string; refusal?: string }[]).flatMap((part) => {
    const kind = part.refusal === undefined ? 'output_text' : 'refusal';
    const text = part.refusal ?? part.text ?? '';
    return pieces(text, size).map((delta) => ({ type: `response.${kind}.delta`, delta }));
  });
}

/** The last event of a whole answer. */
export const completed = (output: readonly ResponseItem[]): ResponseEvent => ({
  type: 'response.completed',
  response: { id: 'resp_1', status: 'completed', output, usage },
});

/** The last event of one that was cut: by `max_output_tokens` or `content_filter`. */
export const incomplete = (reason: string): ResponseEvent => ({
  type: 'response.incomplete',
  response: { id: 'resp_1', status: 'incomplete', incomplete_details: { reason }, usage },
});

/** The last event of one that failed on the server. */
export const failed = (code: string, message: string): ResponseEvent => ({
  type: 'response.failed',
  response: { id: 'resp_1', status: 'failed', error: { code, message } },
});

/** An error that ended the stream. */
export const errorEvent = (code: string, message: string): ResponseEvent => ({
  type: 'error',
  code,
  message,
  param: null,
});

export const created: ResponseEvent = {
  type: 'response.created',
  response: { id: 'resp_1', status: 'in_progress', output: [] },
};

/** The events of a whole answer of these items. */
export const itemFrames = (...items: readonly ResponseItem[]): ResponseEvent[] => [
  created,
  ...items.flatMap((item, index) => itemEvents(item, index)),
  completed(items),
];

export const textFrames = (text: string): ResponseEvent[] => itemFrames(...itemsOf({ text }));

export const callFrames = (calls: readonly ScriptedCall[]): ResponseEvent[] =>
  itemFrames(...itemsOf({ calls }));

/** Events as bytes of a stream. */
export const sse = (frames: readonly unknown[]): Buffer =>
  Buffer.from(eventStream(frames, '\n', (frame) => `event: ${(frame as ResponseEvent).type}\n`));
