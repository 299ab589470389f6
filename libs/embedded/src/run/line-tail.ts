import type { Readable } from 'node:stream';
import { createInterface } from 'node:readline';

const kept = 200;

/** Reads a child's output line by line and keeps the last lines for an error report. */
export class LineTail {
  readonly #lines: string[] = [];

  constructor(onLine: (line: string) => void, ...streams: readonly Readable[]) {
    for (const input of streams) {
      createInterface({ input }).on('line', (line) => {
        this.#lines.push(line);
        if (this.#lines.length > kept) this.#lines.shift();
        onLine(line);
      });
    }
  }

  /** The last lines, oldest first. */
  get lines(): readonly string[] {
    return this.#lines;
  }
}
