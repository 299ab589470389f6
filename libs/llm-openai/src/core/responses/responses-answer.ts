import { wellFormed } from '@vance/kernel';
import {
  asCount,
  asList,
  asRecord,
  asText,
  ModelFault,
  type FinishReason,
  type ModelAnswer,
  type ModelObserver,
  type ModelUsage,
} from '@vance/llm';
import { AnswerDraft, type DraftCall } from '../answer-draft';
import { parseFrame, tornStream, type AnswerReader } from '../answer-reader';
import { faultOfErrorFrame } from '../faults';
import { keep, type KeptItem } from './kept-items';

type Json = Readonly<Record<string, unknown>>;

/** Why a response is incomplete → our word. */
const CUT: Readonly<Record<string, FinishReason>> = {
  max_output_tokens: 'length',
  content_filter: 'filtered',
};

/** An item while it arrives, by its place in the output. */
type Arriving =
  | { readonly kind: 'message'; readonly from: number }
  | { readonly kind: 'call'; readonly call: DraftCall };

/** An answer by the Responses API. */
export class ResponsesAnswer implements AnswerReader {
  private readonly draft = new AnswerDraft();
  private readonly arriving = new Map<number, Arriving>();
  private readonly kept: KeptItem[] = [];
  private refused = false;
  private finish: FinishReason | undefined;
  private usage: Json | undefined;

  constructor(private readonly model: string) {}

  frame(data: string): void {
    if (data === '' || data.startsWith('[DONE]')) return;
    this.value(parseFrame(data));
  }

  /** Events that are not named here say what others say too, or what the model thinks. */
  value(value: unknown): void {
    const event = asRecord(value);
    if (!event) return;
    const place = asCount(event['output_index']) ?? 0;
    switch (event['type']) {
      case 'response.output_item.added':
        this.begin(place, asRecord(event['item']) ?? {});
        return;
      case 'response.output_text.delta':
        this.draft.addText(asText(event['delta']));
        return;
      case 'response.refusal.delta':
        this.refused = true;
        this.draft.addText(asText(event['delta']));
        return;
      case 'response.function_call_arguments.delta': {
        const at = this.arriving.get(place);
        if (at?.kind === 'call') this.draft.addArguments(at.call, asText(event['delta']));
        return;
      }
      case 'response.output_item.done':
        this.end(place, asRecord(event['item']) ?? {});
        return;
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
        this.close(asRecord(event['response']) ?? {});
        return;
      case 'error':
        throw faultOfErrorFrame(asRecord(event['error']) ?? event);
      case undefined:
        this.whole(event);
    }
  }

  flush(observer: ModelObserver): void {
    this.draft.flush(observer);
  }

  build(requestChars: number): ModelAnswer {
    if (this.finish === undefined) throw tornStream();
    const provider = keep(this.model, this.kept);
    const turn = { ...this.draft.turn(), ...(provider === undefined ? {} : { provider }) };
    return { turn, finish: this.finish, usage: this.countTokens(requestChars) };
  }

  private begin(place: number, item: Json): void {
    if (item['type'] === 'message')
      this.arriving.set(place, { kind: 'message', from: this.draft.text.length });
    if (item['type'] !== 'function_call') return;
    const call = this.draft.begin();
    call.id = asText(item['call_id']);
    call.name = asText(item['name']);
    this.arriving.set(place, { kind: 'call', call });
  }

  /** The whole item: what did not come in pieces is taken from here. */
  private end(place: number, item: Json): void {
    if (!this.arriving.has(place)) this.begin(place, item);
    const at = this.arriving.get(place);
    const id = asText(item['id']);
    const named = id === '' ? {} : { id };
    if (item['type'] === 'reasoning') {
      const sealed = asText(item['encrypted_content']);
      const summary = asList(item['summary']).map((part) =>
        wellFormed(asText(asRecord(part)?.['text'])),
      );
      if (sealed !== '') this.kept.push({ ...named, sealed, summary });
      return;
    }
    if (at?.kind === 'call') {
      const { call } = at;
      call.id = asText(item['call_id']) || call.id;
      call.name = asText(item['name']) || call.name;
      if (call.arguments === '') this.draft.addArguments(call, asText(item['arguments']));
      this.kept.push({ ...named, call: this.draft.calls.indexOf(call) });
    }
    if (at?.kind === 'message') {
      if (this.draft.text.length === at.from) this.takeText(asList(item['content']));
      const phase = asText(item['phase']);
      const text = this.draft.text.length - at.from;
      this.kept.push({ ...named, text, ...(phase === '' ? {} : { phase }) });
    }
  }

  private takeText(content: readonly unknown[]): void {
    for (const value of content) {
      const part = asRecord(value);
      const refusal = asText(part?.['refusal']);
      this.refused ||= refusal !== '';
      this.draft.addText(asText(part?.['text']) + refusal);
    }
  }

  private close(response: Json): void {
    if (response['status'] === 'failed' || asRecord(response['error']))
      throw faultOfErrorFrame(response['error']);
    this.usage = asRecord(response['usage']);
    const reason = asText(asRecord(response['incomplete_details'])?.['reason']);
    if (response['status'] === 'incomplete') this.finish = CUT[reason] ?? 'other';
    else if (this.refused) this.finish = 'filtered';
    else this.finish = this.draft.calls.length > 0 ? 'tools' : 'stop';
  }

  /** The body of a server that does not stream. */
  private whole(body: Json): void {
    if (asRecord(body['error'])) throw faultOfErrorFrame(body['error']);
    if (!Array.isArray(body['output']))
      throw new ModelFault('server', 'the server answered with something else than a response');
    for (const [place, item] of body['output'].entries()) this.end(place, asRecord(item) ?? {});
    this.close(body);
  }

  private countTokens(requestChars: number): ModelUsage {
    const details = asRecord(this.usage?.['input_tokens_details']);
    return {
      inputTokens: asCount(this.usage?.['input_tokens']) ?? Math.ceil(requestChars / 4),
      // Thinking is paid like words, and in there.
      outputTokens: asCount(this.usage?.['output_tokens']) ?? Math.ceil(this.draft.said / 4),
      cachedTokens: asCount(details?.['cached_tokens']) ?? 0,
    };
  }
}
