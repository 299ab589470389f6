import { wellFormed } from '@vance/kernel';
import type { ModelMessage, ModelRequest, ModelTool } from '@vance/llm';
import { argumentsForWire } from '../arguments';
import { Remembered } from '../remembered';

const messages = new Remembered<ModelMessage>((message) => JSON.stringify(messageForWire(message)));
const tools = new Remembered<ModelTool>((tool) => JSON.stringify(toolForWire(tool)));

function messageForWire(message: ModelMessage): unknown {
  switch (message.role) {
    case 'system':
    case 'user':
      return { role: message.role, content: wellFormed(message.content) };
    case 'tool':
      return {
        role: 'tool',
        tool_call_id: message.callId,
        content: wellFormed(message.content),
      };
    case 'assistant': {
      const { text, toolCalls } = message.turn;
      if (toolCalls.length === 0) return { role: 'assistant', content: wellFormed(text) };
      return {
        role: 'assistant',
        content: text === '' ? null : wellFormed(text),
        tool_calls: toolCalls.map((call) => ({
          id: call.id,
          type: 'function',
          function: { name: call.name, arguments: argumentsForWire(call.arguments) },
        })),
      };
    }
  }
}

function toolForWire({ name, description, parameters }: ModelTool): unknown {
  return {
    type: 'function',
    function: { name, description: wellFormed(description), parameters },
  };
}

/** Name of the field that bounds the answer: OpenAI renamed it, most compatible servers know the old one. */
export type MaxTokensField = 'max_tokens' | 'max_completion_tokens';

/** The body of a chat completion as JSON text. Only what is new since the last request is serialised. */
export function chatBody(
  request: Omit<ModelRequest, 'signal'>,
  maxTokensField: MaxTokensField,
): string {
  let body = `{"model":${JSON.stringify(request.model)},"stream":true,"stream_options":{"include_usage":true}`;
  if (request.maxOutputTokens !== undefined) {
    body += `,"${maxTokensField}":${request.maxOutputTokens}`;
  }
  body += `,"messages":[${request.messages.map((message) => messages.of(message)).join(',')}]`;
  if (request.tools.length > 0) {
    body += `,"tools":[${request.tools.map((tool) => tools.of(tool)).join(',')}]`;
  }
  return `${body}}`;
}
