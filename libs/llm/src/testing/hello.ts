import type { ModelMessage, ModelRequest } from '../model-port';

/** The shortest conversation. */
export const hello: ModelMessage = { role: 'user', content: 'hello' };

/** A request as the gateway puts it to a provider: a greeting without tools that nobody ends, unless `more` says otherwise. */
export function helloTo(model: string, more: Partial<ModelRequest> = {}): ModelRequest {
  return { model, messages: [hello], tools: [], signal: new AbortController().signal, ...more };
}
