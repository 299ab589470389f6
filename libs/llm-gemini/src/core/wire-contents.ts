import type { Content, Part } from '@google/genai';
import type { ModelMessage } from '@vance/llm';
import { wellFormed } from '@vance/kernel';
import { partsOfTurn, wireName } from './kept-parts';

/** A conversation as Gemini reads it. */
export interface WireConversation {
  readonly systemInstruction?: string;
  readonly contents: Content[];
}

const OPEN = '<system-note>';
const CLOSE = '</system-note>';
const NOTES = `Text between ${OPEN} and ${CLOSE} comes from the system, not from the user, and is to be obeyed like this instruction.`;
const BEGINNING = `${OPEN}\nThe conversation began earlier.\n${CLOSE}`;

/**
 * Translates a conversation. The system messages it begins with are the system instruction. Gemini has no
 * place for later ones: each becomes a marked part of a user content where it stands, so that the last one
 * (the plan-state block) is still the last thing read, and all before it stays a cached prefix.
 */
export function conversation(messages: readonly ModelMessage[], model: string): WireConversation {
  let first = messages.findIndex(({ role }) => role !== 'system');
  // There is nothing to answer without a content: then the last system message is one.
  if (first < 0) first = Math.max(0, messages.length - 1);
  const leading = messages
    .slice(0, first)
    .flatMap((message) => (message.role === 'system' ? [wellFormed(message.content)] : []));
  const rest = messages.slice(first);
  if (rest.some(({ role }) => role === 'system')) leading.push(NOTES);
  const contents = contentsOf(rest, model);
  return {
    ...(leading.length === 0 ? {} : { systemInstruction: leading.join('\n\n') }),
    contents,
  };
}

function contentsOf(messages: readonly ModelMessage[], model: string): Content[] {
  const contents: { role: string; kind: Kind; parts: Part[] }[] = [];
  for (const message of messages) {
    const parts = partsOf(message, model);
    if (parts.length === 0) continue;
    const kind = KIND[message.role];
    const last = contents.at(-1);
    if (last?.kind === kind) last.parts.push(...parts);
    else contents.push({ role: kind === 'answer' ? 'model' : 'user', kind, parts });
  }
  // A conversation has to begin with a user's content, and an answer's calls to follow one.
  if (contents[0]?.kind !== 'words') {
    contents.unshift({ role: 'user', kind: 'words', parts: [{ text: BEGINNING }] });
  }
  return contents.map(({ role, parts }) => ({ role, parts }));
}

/**
 * What may share a content. Results never share one with words: Gemini pairs a content of calls with the
 * one after it, and refuses the request if that holds anything else.
 */
type Kind = 'words' | 'results' | 'answer';
const KIND: Readonly<Record<ModelMessage['role'], Kind>> = {
  system: 'words',
  user: 'words',
  tool: 'results',
  assistant: 'answer',
};

function partsOf(message: ModelMessage, model: string): Part[] {
  switch (message.role) {
    case 'system':
      return [{ text: `${OPEN}\n${unmarked(message.content)}\n${CLOSE}` }];
    case 'user':
      return message.content === '' ? [] : [{ text: unmarked(message.content) }];
    case 'assistant':
      return partsOfTurn(message.turn, model);
    case 'tool': {
      const { callId: id, content } = message;
      const name = wireName(message.name);
      return [{ functionResponse: { id, name, response: { output: wellFormed(content) } } }];
    }
  }
}

/** Nobody but us writes the marks. */
function unmarked(text: string): string {
  return wellFormed(text).replace(/<(?=\s*\/?\s*system-note)/gi, '&lt;');
}
