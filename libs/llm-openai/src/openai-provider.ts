import {
  ClientsByAccess,
  ModelFault,
  withoutKept,
  type ModelAnswer,
  type ModelObserver,
  type ModelProvider,
  type ModelRequest,
} from '@vance/llm';
import { faultOf, refusesThoughts } from './core/faults';
import { NodeFetch } from './node-fetch';
import { OpenAiClient, type AnswerBody, type OpenAiAddress } from './openai-client';
import { readAnswer } from './read-answer';
import { wireOf } from './wire';

/** Where the models are, for questions without an access of their own. */
export interface OpenAiProviderOptions extends OpenAiAddress {
  /** The prefix in `provider:model`; `openai` when absent. */
  readonly name?: string;
  /** There is neither key nor server of our own: only tenants with a key of theirs can ask. */
  readonly needsAccess?: boolean;
}

/**
 * Models of OpenAI and of compatible servers by the `openai` package, streamed. The package builds and sends the request and names
 * the errors; the stream is read here, a read at a time. One attempt per question: retries and time
 * limits are the gateway's.
 */
export class OpenAiProvider implements ModelProvider {
  readonly name: string;
  readonly needsAccess: boolean;
  private readonly node = new NodeFetch();
  private readonly own: OpenAiClient;
  private readonly tenants = new ClientsByAccess((access) => new OpenAiClient(access, this.node));

  constructor(options: OpenAiProviderOptions = {}) {
    this.name = options.name ?? 'openai';
    this.needsAccess = options.needsAccess ?? false;
    this.own = new OpenAiClient(options, this.node);
  }

  async ask(request: ModelRequest, observer: ModelObserver): Promise<ModelAnswer> {
    try {
      return await this.put(request, observer);
    } catch (error) {
      const refused = error instanceof ModelFault && refusesThoughts(error);
      const plain = refused ? withoutKept(request) : undefined;
      if (!plain) throw error;
      return this.put(plain, observer);
    }
  }

  /** Closes kept connections; for the end of the process. */
  close(): void {
    this.node.close();
  }

  private async put(request: ModelRequest, observer: ModelObserver): Promise<ModelAnswer> {
    const { access, signal } = request;
    const client = access === undefined ? this.own : this.tenants.get(access);
    const wire = wireOf(request, client.isOpenAi);
    const body = wire.body(request);
    const answer = await post(client, wire.path, body, signal);
    if (!answer) throw new ModelFault('server', 'the answer has no body');
    const { bytes, streamed } = answer;
    const reader = wire.reader(request);
    return readAnswer(bytes, { reader, streamed, observer, signal, requestChars: body.length });
  }
}

async function post(
  client: OpenAiClient,
  path: string,
  body: string,
  signal: AbortSignal,
): Promise<AnswerBody | undefined> {
  try {
    return await client.post(path, body, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw faultOf(error);
  }
}
