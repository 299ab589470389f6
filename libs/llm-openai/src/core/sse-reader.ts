import { StringDecoder } from 'node:string_decoder';

/** Longest line a stream may hold, in UTF-16 units; a longer one is a defect or an attack. */
const MAX_LINE = 16 * 1024 * 1024;

/**
 * Splits a server-sent event stream into the data of its events. Bytes may be cut anywhere, also within
 * a UTF-8 character; lines end with `\n`, `\r\n` or `\r`.
 */
export class SseReader {
  private readonly decoder = new StringDecoder('utf8');
  private rest = '';
  private data: string | undefined;
  private afterReturn = false;

  /** Takes bytes; returns the data of the events they complete, in order. */
  push(bytes: Buffer): string[] {
    return this.take(this.decoder.write(bytes));
  }

  /** The last event, if the stream ended without a blank line behind it. */
  end(): string[] {
    const events = this.take(`${this.decoder.end()}\n\n`);
    this.rest = '';
    return events;
  }

  private take(text: string): string[] {
    const events: string[] = [];
    // A \r\n that was cut between its two characters is one line end.
    let from = this.afterReturn && text.startsWith('\n') ? 1 : 0;
    if (text !== '') this.afterReturn = false;
    let back = text.indexOf('\r', from);
    for (;;) {
      const feed = text.indexOf('\n', from);
      // Looked for again only once it is passed, or every line would search the whole rest.
      if (back >= 0 && back < from) back = text.indexOf('\r', from);
      const end = feed < 0 || back < 0 ? Math.max(feed, back) : Math.min(feed, back);
      if (end < 0) break;
      this.line(this.rest + text.slice(from, end), events);
      this.rest = '';
      from = end + 1;
      if (text.charCodeAt(end) !== 13) continue;
      if (from === text.length) this.afterReturn = true;
      else if (text.charCodeAt(from) === 10) from++;
    }
    this.rest += text.slice(from);
    if (this.rest.length > MAX_LINE) throw new RangeError('a line of the stream is too long');
    return events;
  }

  private line(line: string, events: string[]): void {
    if (line === '') {
      if (this.data !== undefined) events.push(this.data);
      this.data = undefined;
    } else if (line.startsWith('data:')) {
      const value = line.slice(line.charCodeAt(5) === 32 ? 6 : 5);
      this.data = this.data === undefined ? value : `${this.data}\n${value}`;
    }
  }
}
