import { wellFormed } from '@vance/kernel';
import type { ModelMessage, ModelRequest, ModelTool } from '@vance/llm';
import { Remembered } from '../remembered';
import { itemsOfTurn } from './kept-items';

const tools = new Remembered<ModelTool>(({ name, description, parameters }) =>
  // Strict functions would have to require every parameter.
  JSON.stringify({
    type: 'function',
    name,
    description: wellFormed(description),
    parameters,
    strict: false,
  }),
);

/** Items of a message for one model, each with a comma before it; an answer has thoughts that only its own model reads. */
const messagesFor = new Map<string, Remembered<ModelMessage>>();
const MOST_MODELS = 100;

function messagesOf(model: string): Remembered<ModelMessage> {
  let known = messagesFor.get(model);
  if (!known) {
    // A model's name is free text of tenants.
    if (messagesFor.size >= MOST_MODELS) messagesFor.clear();
    known = new Remembered((message) =>
      itemsOf(message, model)
        .map((item) => `,${JSON.stringify(item)}`)
        .join(''),
    );
    messagesFor.set(model, known);
  }
  return known;
}

function itemsOf(message: ModelMessage, model: string): unknown[] {
  switch (message.role) {
    case 'system':
    case 'user':
      return [{ type: 'message', role: message.role, content: wellFormed(message.content) }];
    case 'tool': {
      const { callId: call_id, content } = message;
      return [{ type: 'function_call_output', call_id, output: wellFormed(content) }];
    }
    case 'assistant':
      return itemsOfTurn(message.turn, model);
  }
}

/**
 * The body of a response as JSON text. Nothing of it is stored at the provider (`store: false`), so a reasoning model is
 * asked for its thoughts, sealed, to be sent back. Only what is new since the last request is serialised.
 */
export function responsesBody(request: Omit<ModelRequest, 'signal'>): string {
  const { model, reasoning = false, maxOutputTokens } = request;
  const items = messagesOf(model);
  const input = request.messages.map((message) => items.of(message)).join('');
  let body = `{"model":${JSON.stringify(model)},"stream":true,"store":false`;
  if (reasoning) body += ',"include":["reasoning.encrypted_content"]';
  if (maxOutputTokens !== undefined) body += `,"max_output_tokens":${maxOutputTokens}`;
  body += `,"input":[${input.slice(1)}]`;
  if (request.tools.length > 0)
    body += `,"tools":[${request.tools.map((tool) => tools.of(tool)).join(',')}]`;
  return `${body}}`;
}
