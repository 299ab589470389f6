import {
  asCount,
  asList,
  asRecord,
  asText,
  type FinishReason,
  type ModelAnswer,
  type ModelObserver,
  type ModelUsage,
} from '@vance/llm';
import { AnswerDraft, type DraftCall } from '../answer-draft';
import { parseFrame, tornStream, type AnswerReader } from '../answer-reader';
import { faultOfErrorFrame } from '../faults';

type Json = Readonly<Record<string, unknown>>;

const FINISH: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  tool_calls: 'tools',
  function_call: 'tools',
  length: 'length',
  content_filter: 'filtered',
};

/** An answer by chat completions. What a model thinks (`reasoning_content` of some servers) is not for people. */
export class ChatAnswer implements AnswerReader {
  private readonly draft = new AnswerDraft();
  /** The index that the server gave a call. */
  private readonly places = new Map<DraftCall, number | undefined>();
  private finish: FinishReason | undefined;
  private refused = false;
  private usage: Json | undefined;
  private ended = false;

  frame(data: string): void {
    if (this.ended || data === '') return;
    if (data.startsWith('[DONE]')) this.ended = true;
    else this.value(parseFrame(data));
  }

  value(value: unknown): void {
    const frame = asRecord(value);
    if (!frame) return;
    if (frame['error']) throw faultOfErrorFrame(frame['error']);
    this.usage = asRecord(frame['usage']) ?? this.usage;
    for (const item of asList(frame['choices'])) {
      const choice = asRecord(item);
      if (!choice || (asCount(choice['index']) ?? 0) !== 0) continue;
      const part = asRecord(choice['delta']) ?? asRecord(choice['message']);
      if (part) this.part(part);
      const reason = asText(choice['finish_reason']);
      if (reason !== '') this.finish = FINISH[reason] ?? 'other';
    }
  }

  flush(observer: ModelObserver): void {
    this.draft.flush(observer);
  }

  build(requestChars: number): ModelAnswer {
    if (this.finish === undefined && !this.ended) throw tornStream();
    const turn = this.draft.turn();
    return { turn, finish: this.finishOf(turn), usage: this.countTokens(requestChars) };
  }

  private finishOf({ toolCalls }: ModelAnswer['turn']): FinishReason {
    const finish = this.finish ?? 'other';
    if (finish !== 'stop') return finish;
    if (this.refused) return 'filtered';
    return toolCalls.length > 0 ? 'tools' : finish;
  }

  private part(part: Json): void {
    this.draft.addText(asText(part['content']));
    const refusal = asText(part['refusal']);
    this.refused ||= refusal !== '';
    this.draft.addText(refusal);
    for (const delta of asList(part['tool_calls'])) {
      const call = asRecord(delta);
      if (call) this.callDelta(call);
    }
  }

  private callDelta(delta: Json): void {
    const id = asText(delta['id']);
    const fn = asRecord(delta['function']) ?? {};
    const name = asText(fn['name']);
    const call = this.callFor(asCount(delta['index']), id, name);
    if (call.id === '') call.id = id;
    if (call.name === '') call.name = name;
    const args = fn['arguments'];
    const piece = typeof args === 'object' && args !== null ? JSON.stringify(args) : asText(args);
    this.draft.addArguments(call, piece);
  }

  /**
   * The call a delta belongs to. Servers differ: some leave the index out, some give every call index 0;
   * another id or a name after complete arguments begins a new call then.
   */
  private callFor(place: number | undefined, id: string, name: string): DraftCall {
    const { calls } = this.draft;
    const same =
      place === undefined
        ? calls.at(-1)
        : calls.findLast((call) => this.places.get(call) === place);
    const begins =
      same === undefined ||
      (id !== '' && same.id !== '' && id !== same.id && name !== '') ||
      (place === undefined && name !== '' && same.name !== '');
    if (!begins) return same;
    const call = this.draft.begin();
    this.places.set(call, place);
    return call;
  }

  private countTokens(requestChars: number): ModelUsage {
    const details = asRecord(this.usage?.['prompt_tokens_details']);
    return {
      inputTokens: asCount(this.usage?.['prompt_tokens']) ?? Math.ceil(requestChars / 4),
      outputTokens: asCount(this.usage?.['completion_tokens']) ?? Math.ceil(this.draft.said / 4),
      cachedTokens: asCount(details?.['cached_tokens']) ?? 0,
    };
  }
}
