import { JsonStringReader } from './json-string-reader';

/** Which field of an action is shown while it arrives (3.1). */
export const SHOWN_FIELDS: Readonly<Record<string, string>> = {
  ANSWER: 'message',
  ASK_USER: 'message',
  PROPOSE_PLAN: 'plan',
};

type State =
  'start' | 'key' | 'colon' | 'value' | 'string' | 'nested' | 'scalar' | 'end' | 'broken';

/**
 * Takes the text worth showing out of an action call's arguments while they arrive: a flat JSON object,
 * cut anywhere, keys in any order. What comes before `type` is known is held until then. One instance
 * per call; a key that repeats after its text was shown is ignored. Broken JSON ends the text, nothing is thrown: whoever
 * parses the whole later compares it with `text`.
 */
export class ActionTextStream {
  private state: State = 'start';
  private reader = new JsonStringReader();
  private key = '';
  private inKey = false;
  private depth = 0;
  private type: string | undefined;
  private typeSoFar = '';
  private readonly held = new Map<string, string>();
  private shown = '';
  /** What the piece under way has made visible: cutting it out of `shown` would copy all of that each time. */
  private fresh = '';
  private done = false;
  private readonly candidates: ReadonlySet<string>;

  constructor(private readonly fields: Readonly<Record<string, string>> = SHOWN_FIELDS) {
    this.candidates = new Set(Object.values(fields));
  }

  /** Everything that has been handed out so far. */
  get text(): string {
    return this.shown;
  }

  /** The action's type once it has arrived. */
  get actionType(): string | undefined {
    return this.type;
  }

  /** Takes the next piece of the arguments; returns the text it makes visible, often ''. */
  push(delta: string): string {
    if (this.done) return '';
    this.fresh = '';
    let at = 0;
    while (at < delta.length && !this.done) at = this.step(delta, at);
    return this.fresh;
  }

  private step(input: string, at: number): number {
    switch (this.state) {
      case 'string':
        return this.readString(input, at);
      case 'nested':
        return this.skipNested(input, at);
      case 'scalar':
        return this.skipScalar(input, at);
      case 'end':
      case 'broken':
        this.done = true;
        return input.length;
      case 'start':
      case 'key':
      case 'colon':
      case 'value':
        return this.structure(input.charAt(at), at);
    }
  }

  private structure(char: string, at: number): number {
    if (char === ' ' || char === '\n' || char === '\t' || char === '\r') return at + 1;
    if (this.state === 'start') this.state = char === '{' ? 'key' : 'broken';
    else if (this.state === 'key') this.startKey(char);
    else if (this.state === 'colon') this.state = char === ':' ? 'value' : 'broken';
    else if (!this.startValue(char)) return at;
    return at + 1;
  }

  private startKey(char: string): void {
    if (char === ',') return;
    if (char === '}') this.state = 'end';
    else if (char === '"') this.openString(true);
    else this.state = 'broken';
  }

  /** Whether the character belongs to the value's opening; a scalar is read from its first character on. */
  private startValue(char: string): boolean {
    if (char === '"') this.openString(false);
    else if (char === '{' || char === '[') {
      this.state = 'nested';
      this.depth = 1;
    } else {
      this.state = 'scalar';
      return false;
    }
    return true;
  }

  private openString(inKey: boolean): void {
    this.inKey = inKey;
    if (inKey) this.key = '';
    else if (this.depth === 0) this.held.delete(this.key);
    this.reader = new JsonStringReader();
    this.state = 'string';
  }

  private readString(input: string, at: number): number {
    const { reader } = this;
    const piece = reader.read(input, at);
    if (this.depth > 0) {
      if (reader.closed) this.state = 'nested';
    } else if (this.inKey) {
      this.key += piece;
      if (reader.closed) this.state = 'colon';
    } else {
      this.take(piece, reader.closed);
      if (reader.closed) this.state = 'key';
    }
    return reader.position;
  }

  private take(piece: string, closed: boolean): void {
    if (this.key === 'type' && this.type === undefined) {
      this.typeSoFar += piece;
      if (closed) this.typeKnown(this.typeSoFar);
    } else if (this.type === undefined) {
      if (!this.candidates.has(this.key)) return;
      this.held.set(this.key, (this.held.get(this.key) ?? '') + piece);
    } else if (this.key === this.fields[this.type]) {
      this.show(piece);
      if (closed) this.done = true;
    }
  }

  private show(text: string): void {
    this.shown += text;
    this.fresh += text;
  }

  private typeKnown(type: string): void {
    this.type = type;
    const field = Object.hasOwn(this.fields, type) ? this.fields[type] : undefined;
    const held = field === undefined ? undefined : this.held.get(field);
    this.show(held ?? '');
    this.done = field === undefined || held !== undefined;
    this.held.clear();
  }

  private skipNested(input: string, from: number): number {
    for (let at = from; at < input.length; at++) {
      const char = input.charAt(at);
      if (char === '"') {
        this.openString(false);
        return at + 1;
      }
      if (char === '{' || char === '[') this.depth++;
      else if ((char === '}' || char === ']') && --this.depth === 0) {
        this.state = 'key';
        return at + 1;
      }
    }
    return input.length;
  }

  private skipScalar(input: string, from: number): number {
    for (let at = from; at < input.length; at++) {
      const char = input.charAt(at);
      if (char !== ',' && char !== '}') continue;
      this.state = 'key';
      return at;
    }
    return input.length;
  }
}
