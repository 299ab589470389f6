import type { ModelRequest } from '@vance/llm';
import type { AnswerReader } from './core/answer-reader';
import { ChatAnswer } from './core/chat/chat-answer';
import { chatBody } from './core/chat/chat-request';
import { ResponsesAnswer } from './core/responses/responses-answer';
import { responsesBody } from './core/responses/responses-request';

/** One of OpenAI's protocols: where a question goes, how it is put, how its answer is read. */
export interface Wire {
  readonly path: string;
  body(request: ModelRequest): string;
  reader(request: ModelRequest): AnswerReader;
}

const responses: Wire = {
  path: '/responses',
  body: responsesBody,
  reader: ({ model }) => new ResponsesAnswer(model),
};

const chatOf = (maxTokensField: 'max_tokens' | 'max_completion_tokens'): Wire => ({
  path: '/chat/completions',
  body: (request) => chatBody(request, maxTokensField),
  reader: () => new ChatAnswer(),
});
const chatAtOpenAi = chatOf('max_completion_tokens');
const chatElsewhere = chatOf('max_tokens');

/**
 * What the model's row says; else OpenAI's own reasoning models are asked by responses, the only way in which their
 * thoughts can come back to them, and all others by chat completions, which every compatible server speaks.
 */
export function wireOf({ api, reasoning = false }: ModelRequest, isOpenAi: boolean): Wire {
  const chosen = api ?? (isOpenAi && reasoning ? 'responses' : 'chat');
  if (chosen === 'responses') return responses;
  return isOpenAi ? chatAtOpenAi : chatElsewhere;
}
