import { protocol as chat } from '../chat/protocol';
import type { WireProtocol } from '../wire-protocol';
import {
  completed,
  created,
  errorEvent,
  itemEvents,
  itemFrames,
  itemsOf,
  callItem,
  messageItem,
  sse,
} from './frames';

/** OpenAI's responses, the way to its reasoning models. Refusals are those of chat completions. */
export const protocol: WireProtocol = {
  speaks: (path) => path.endsWith('/responses'),
  answer: (answer) => {
    const items = itemsOf(answer);
    const said = items.flatMap((item, index) => itemEvents(item, index));
    return { said: [created, ...said], end: [completed(items)] };
  },
  words: {
    begin: [created, ...itemEvents(messageItem('msg_1', ''), 0).slice(0, 1)],
    goOn: { type: 'response.output_text.delta', item_id: 'msg_1', output_index: 0, delta: 'on ' },
  },
  malformedCall: () =>
    itemFrames(callItem({ id: 'call_bad', name: 'look', arguments: '{"what": "the ro' })),
  overloaded: errorEvent('server_is_overloaded', 'Our servers are currently overloaded.'),
  refusal: chat.refusal,
  encode: (frames) => sse(frames),
};
