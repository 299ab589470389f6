import { wellFormed } from '@vance/kernel';
import {
  asCount,
  asList,
  asRecord,
  asText,
  ModelFault,
  type ModelAnswer,
  type ModelObserver,
  type ModelUsage,
} from '@vance/llm';
import { finishOf, isBrokenCall } from './finish';
import { jsonOf } from './json';
import { keep, type KeptPart } from './kept-parts';

type Json = Readonly<Record<string, unknown>>;
type ModelToolCall = ModelAnswer['turn']['toolCalls'][number];

/** Puts an answer together from the chunks of a stream, and tells the observer what each brings. */
export class AnswerBuilder {
  private text = '';
  private readonly calls: ModelToolCall[] = [];
  private readonly parts: KeptPart[] = [];
  private finish: string | undefined;
  private blocked = false;
  private usage: Json | undefined;

  constructor(
    private readonly model: string,
    private readonly observer: ModelObserver,
  ) {}

  /** Takes one chunk. Chunks without words (a thinking model's) are told as an empty text. */
  chunk(value: unknown): void {
    const chunk = asRecord(value);
    this.usage = asRecord(chunk?.['usageMetadata']) ?? this.usage;
    this.blocked ||= asText(asRecord(chunk?.['promptFeedback'])?.['blockReason']) !== '';
    const candidate = asRecord(asList(chunk?.['candidates'])[0]);
    const before = this.parts.length + this.text.length;
    for (const part of asList(asRecord(candidate?.['content'])?.['parts'])) {
      const known = asRecord(part);
      if (known) this.part(known);
    }
    if (this.parts.length + this.text.length === before) this.observer.onText('');
    this.finish = asText(candidate?.['finishReason']) || this.finish;
  }

  /**
   * The whole answer. Throws a ModelFault `connection` if the stream ended before the model did: what
   * came is a torso. `requestChars` estimates what a server does not count.
   */
  build(requestChars: () => number): ModelAnswer {
    const usage = this.countTokens(requestChars);
    if (this.finish === undefined) {
      if (this.blocked) return { turn: { text: '', toolCalls: [] }, finish: 'filtered', usage };
      throw new ModelFault('connection', 'the stream ended before the answer did');
    }
    const finish = finishOf(this.finish);
    if (isBrokenCall(this.finish)) return { turn: { text: '', toolCalls: [] }, finish, usage };
    const provider = keep(this.model, this.parts);
    const turn = {
      text: wellFormed(this.text),
      toolCalls: this.calls,
      ...(provider === undefined ? {} : { provider }),
    };
    return { turn, finish: finish === 'stop' && this.calls.length > 0 ? 'tools' : finish, usage };
  }

  private part(part: Json): void {
    const signature = asText(part['thoughtSignature']) || undefined;
    const call = asRecord(part['functionCall']);
    if (call) return this.call(call, signature);
    const text = asText(part['text']);
    if (part['thought'] === true) {
      // What a model thinks is not for people; only signed thoughts are wanted back.
      if (signature !== undefined) this.parts.push({ thought: wellFormed(text), signature });
      return;
    }
    if (text !== '') this.observer.onText(text);
    this.text += text;
    this.stretch(text.length, signature);
  }

  /** Text without a signature goes on where such text ended, since a stream cuts anywhere; signed text stays a part. */
  private stretch(length: number, signature: string | undefined): void {
    if (signature !== undefined) {
      this.parts.push({ text: length, signature });
      return;
    }
    if (length === 0) return;
    const last = this.parts.at(-1);
    const goesOn = last && 'text' in last && last.signature === undefined;
    if (goesOn) this.parts.splice(-1, 1, { text: last.text + length });
    else this.parts.push({ text: length });
  }

  private call(call: Json, signature: string | undefined): void {
    const index = this.calls.length;
    const name = asText(call['name']);
    const args = call['args'] === undefined || call['args'] === null ? '{}' : jsonOf(call['args']);
    this.calls.push({ id: asText(call['id']), name, arguments: args });
    this.parts.push({ call: index, ...(signature === undefined ? {} : { signature }) });
    this.observer.onToolArguments(index, name, args);
  }

  private countTokens(requestChars: () => number): ModelUsage {
    const count = (key: string): number | undefined => asCount(this.usage?.[key]);
    const said = this.text.length + this.calls.reduce((sum, c) => sum + c.arguments.length, 0);
    const answered = count('candidatesTokenCount');
    const thought = count('thoughtsTokenCount');
    const known = answered !== undefined || thought !== undefined;
    return {
      inputTokens: count('promptTokenCount') ?? Math.ceil(requestChars() / 4),
      // Thinking is paid like words.
      outputTokens: known ? (answered ?? 0) + (thought ?? 0) : Math.ceil(said / 4),
      cachedTokens: count('cachedContentTokenCount') ?? 0,
    };
  }
}
