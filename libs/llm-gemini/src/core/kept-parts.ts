import type { Part } from '@google/genai';
import { wellFormed } from '@vance/kernel';
import { asCount, asList, asRecord, asText, type ModelAnswer } from '@vance/llm';
import { objectOf } from './json';

type AssistantTurn = ModelAnswer['turn'];

/**
 * One part of an answer as the model gave it: a stretch of the turn's text (its length), one of its calls
 * (its index), or a signed thought. What text and calls say stands in the turn; here is their order.
 */
export type KeptPart = { readonly signature?: string } & (
  { readonly text: number } | { readonly call: number } | { readonly thought: string }
);

/** Characters of signatures and thoughts that are kept of one answer: it is stored in the process document. */
const MOST = 512 * 1024;

/** For models that refuse a call without a signature: says that another model, or nobody, made it. */
const UNSIGNED = 'skip_thought_signature_validator';
const DEMANDS_SIGNATURES = /(^|\/)gemini-([3-9]|\d{2})/;

/** What `AssistantTurn.provider` holds; undefined where the model signed nothing, so that order needs no keeping. */
export function keep(
  model: string,
  parts: readonly KeptPart[],
): Record<string, unknown> | undefined {
  const size = parts.reduce((sum, part) => {
    return sum + (part.signature?.length ?? 0) + ('thought' in part ? part.thought.length : 0);
  }, 0);
  const signed = parts.some(({ signature }) => signature !== undefined);
  return signed && size <= MOST ? { gemini: { model, parts } } : undefined;
}

/**
 * The turn as parts, in the order and with the signatures that `model` gave. Signatures of another model
 * are left out, since it alone can read them; so is the order of a text that was shortened since.
 */
export function partsOfTurn(turn: AssistantTurn, model: string): Part[] {
  const kept = keptOf(turn, model);
  const parts = kept ? inOrder(turn, kept) : unordered(turn, []);
  const call = parts.find(({ functionCall }) => functionCall);
  if (call && call.thoughtSignature === undefined && DEMANDS_SIGNATURES.test(model))
    call.thoughtSignature = UNSIGNED;
  return parts;
}

function inOrder(turn: AssistantTurn, kept: readonly KeptPart[]): Part[] {
  const told = kept.reduce((sum, part) => sum + ('text' in part ? part.text : 0), 0);
  const calls = kept.flatMap((part) => ('call' in part ? [part.call] : []));
  const whole =
    told === turn.text.length &&
    calls.length === turn.toolCalls.length &&
    calls.every((call, index) => call === index);
  if (!whole) return unordered(turn, kept);
  let at = 0;
  return kept.map((part) => {
    if ('call' in part) return callPart(turn, part.call, part.signature);
    if ('thought' in part) return signed({ text: part.thought, thought: true }, part.signature);
    const text = turn.text.slice(at, (at += part.text));
    return signed({ text: wellFormed(text) }, part.signature);
  });
}

/** Text first, then the calls, each with its signature where one is known. */
function unordered(turn: AssistantTurn, kept: readonly KeptPart[]): Part[] {
  const calls = turn.toolCalls.map((_, index) => {
    const known = kept.find((part) => 'call' in part && part.call === index);
    return callPart(turn, index, known?.signature);
  });
  return turn.text === '' ? calls : [{ text: wellFormed(turn.text) }, ...calls];
}

function callPart({ toolCalls }: AssistantTurn, index: number, signature?: string): Part {
  const { id = '', name = '', arguments: text = '' } = toolCalls[index] ?? {};
  // Arguments that are no JSON object cannot be said on this wire; the call's result tells what was wrong.
  const functionCall = { id, name: wireName(name), args: objectOf(text) ?? {} };
  return signed({ functionCall }, signature);
}

/** A name as Gemini takes it: one that a model made up must not get the whole history refused. */
export function wireName(name: string): string {
  const known = name.replace(/[^\w.:-]/g, '_').slice(0, 64);
  return /^[A-Za-z_]/.test(known) ? known : `_${known.slice(1)}`;
}

function signed(part: Part, thoughtSignature: string | undefined): Part {
  return thoughtSignature === undefined ? part : { ...part, thoughtSignature };
}

/** What was kept, read back from storage; undefined for another model's. */
function keptOf({ provider }: AssistantTurn, model: string): KeptPart[] | undefined {
  const kept = asRecord(provider?.['gemini']);
  if (!kept || kept['model'] !== model) return undefined;
  return asList(kept['parts']).flatMap((value): KeptPart[] => {
    const part = asRecord(value);
    const text = asCount(part?.['text']);
    const call = asCount(part?.['call']);
    const signature = asText(part?.['signature']) || undefined;
    const rest = signature === undefined ? {} : { signature };
    if (text !== undefined) return [{ text, ...rest }];
    if (call !== undefined) return [{ call, ...rest }];
    return [{ thought: asText(part?.['thought']), ...rest }];
  });
}
