import { wellFormed } from '@vance/kernel';
import { asCount, asList, asRecord, asText, type ModelAnswer } from '@vance/llm';
import { argumentsForWire } from '../arguments';

type AssistantTurn = ModelAnswer['turn'];
type WireItem = Readonly<Record<string, unknown>>;

/**
 * One item of an answer as the model gave it: a sealed thought, a message (the length of its stretch of the turn's
 * text), or a call (its index). What text and calls say stands in the turn; here is their order.
 */
export type KeptItem = { readonly id?: string } & (
  | { readonly sealed: string; readonly summary: readonly string[] }
  | { readonly text: number; readonly phase?: string }
  | { readonly call: number }
);

/** Characters of sealed thoughts that are kept of one answer: it is stored in the process document. */
const MOST = 512 * 1024;

/** What `AssistantTurn.provider` holds; undefined where there was no thought, so that order needs no keeping. */
export function keep(
  model: string,
  items: readonly KeptItem[],
): Record<string, unknown> | undefined {
  const thoughts = items.flatMap((item) => ('sealed' in item ? [item] : []));
  const size = thoughts.reduce(
    (sum, { sealed, summary }) => sum + sealed.length + summary.join('').length,
    0,
  );
  return thoughts.length > 0 && size <= MOST ? { openai: { model, items } } : undefined;
}

/**
 * The turn as items, in the order in which `model` gave them. Another model's thoughts are left out, since it alone can
 * read them, and with them the ids, by which a server knows that a thought is missing; so are those of a turn that was
 * changed since.
 */
export function itemsOfTurn(turn: AssistantTurn, model: string): WireItem[] {
  const kept = keptOf(turn, model);
  return (kept && inOrder(turn, kept)) ?? plain(turn);
}

function inOrder(turn: AssistantTurn, kept: readonly KeptItem[]): WireItem[] | undefined {
  const told = kept.reduce((sum, item) => sum + ('text' in item ? item.text : 0), 0);
  const calls = kept.flatMap((item) => ('call' in item ? [item.call] : []));
  const whole =
    told === turn.text.length &&
    calls.length === turn.toolCalls.length &&
    calls.every((call, index) => call === index);
  if (!whole) return undefined;
  let at = 0;
  const items = kept.flatMap((item): WireItem[] => {
    const { id } = item;
    const named = id === undefined ? {} : { id };
    if ('sealed' in item) return [{ type: 'reasoning', ...named, ...thought(item) }];
    if ('call' in item) return [{ ...callItem(turn, item.call), ...named }];
    const text = turn.text.slice(at, (at += item.text));
    const { phase } = item;
    if (text === '') return [];
    return [{ ...messageItem(text), ...named, ...(phase === undefined ? {} : { phase }) }];
  });
  // A thought that nothing came out of is refused.
  return items.slice(0, items.findLastIndex(({ type }) => type !== 'reasoning') + 1);
}

function plain(turn: AssistantTurn): WireItem[] {
  const calls = turn.toolCalls.map((_, index) => callItem(turn, index));
  return turn.text === '' ? calls : [messageItem(turn.text), ...calls];
}

const thought = ({ sealed, summary }: Extract<KeptItem, { sealed: string }>): WireItem => ({
  summary: summary.map((text) => ({ type: 'summary_text', text })),
  encrypted_content: sealed,
});

const messageItem = (text: string): WireItem => ({
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text: wellFormed(text), annotations: [] }],
});

function callItem({ toolCalls }: AssistantTurn, index: number): WireItem {
  const { id: call_id = '', name = '', arguments: text = '' } = toolCalls[index] ?? {};
  return { type: 'function_call', call_id, name, arguments: argumentsForWire(text) };
}

/** What was kept, read back from storage; undefined for another model's. */
function keptOf({ provider }: AssistantTurn, model: string): KeptItem[] | undefined {
  const kept = asRecord(provider?.['openai']);
  if (!kept || kept['model'] !== model) return undefined;
  return asList(kept['items']).flatMap((value): KeptItem[] => {
    const item = asRecord(value) ?? {};
    const id = asText(item['id']);
    const named = id === '' ? {} : { id };
    const text = asCount(item['text']);
    const call = asCount(item['call']);
    const phase = asText(item['phase']);
    if (text !== undefined) return [{ ...named, text, ...(phase === '' ? {} : { phase }) }];
    if (call !== undefined) return [{ ...named, call }];
    const sealed = asText(item['sealed']);
    return sealed === ''
      ? []
      : [{ ...named, sealed, summary: asList(item['summary']).map(asText) }];
  });
}
