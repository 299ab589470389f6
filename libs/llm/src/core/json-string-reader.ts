const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/**
 * Decodes the inside of one JSON string that arrives in pieces cut anywhere: within an escape, within
 * `\uXXXX`, between the halves of a surrogate pair. Start after the opening quote.
 */
export class JsonStringReader {
  /** Whether the closing quote has been read. */
  closed = false;
  /** What stands after a backslash so far, undefined outside an escape. */
  private escape: string | undefined;
  /** A high surrogate that waits for its other half. */
  private half = '';
  private decoded = '';
  private end = 0;

  /** Index after the last character that the last `read` has taken. */
  get position(): number {
    return this.end;
  }

  /** Reads from `from` up to the closing quote or the end; returns the text decoded by that, well-formed. */
  read(input: string, from: number): string {
    this.decoded = this.half;
    this.half = '';
    let at = from;
    while (at < input.length && !this.closed) {
      at = this.escape === undefined ? this.readRun(input, at) : this.readEscape(input, at);
    }
    this.end = at;
    return this.takeDecoded();
  }

  private readRun(input: string, from: number): number {
    let at = from;
    for (; at < input.length; at++) {
      const code = input.charCodeAt(at);
      if (code !== QUOTE && code !== BACKSLASH) continue;
      this.decoded += input.slice(from, at);
      if (code === QUOTE) this.closed = true;
      else this.escape = '';
      return at + 1;
    }
    this.decoded += input.slice(from, at);
    return at;
  }

  private readEscape(input: string, from: number): number {
    this.escape += input.charAt(from);
    const escape = this.escape ?? '';
    if (escape.startsWith('u')) {
      if (escape.length < 5) return from + 1;
      this.decoded += String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    } else {
      this.decoded += SHORT_ESCAPES[escape] ?? escape;
    }
    this.escape = undefined;
    return from + 1;
  }

  private takeDecoded(): string {
    const last = this.decoded.charCodeAt(this.decoded.length - 1);
    if (!this.closed && last >= 0xd800 && last <= 0xdbff) {
      this.half = this.decoded.charAt(this.decoded.length - 1);
      this.decoded = this.decoded.slice(0, -1);
    }
    return this.decoded.isWellFormed() ? this.decoded : this.decoded.toWellFormed();
  }
}
