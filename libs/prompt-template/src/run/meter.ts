import type { Position, TemplateFault, TemplateFaultCode } from '../fault';
import { LIMITS } from '../limits';
import { faultAt } from '../parse/token-list';

/** Ends a rendering from within; `renderTemplate` turns it into its result. */
export class Stopped extends Error {
  constructor(readonly fault: TemplateFault) {
    super(fault.message);
  }
}

/** Making a value of a character takes so many times as long as passing it on in its text. */
const APART = 8;

/** Counts what one rendering costs, includes counted in, and knows where it is. */
export class Meter {
  /** The node at work: where a fault is told. */
  at: Position = { line: 1, column: 1 };
  /** The included templates around the node at work, the outermost first. */
  readonly inside: string[] = [];
  private left: number;
  private level = 0;

  constructor(fuel: number = LIMITS.fuel) {
    this.left = fuel;
  }

  /** Steps used so far. */
  get used(): number {
    return LIMITS.fuel - this.left;
  }

  /** Pays for a node, and for `size` characters or items that it handles. @throws Stopped */
  pay(size = 0): void {
    this.left -= 1 + (size >> 8);
    if (this.left < 0)
      this.stop('OUT_OF_FUEL', `the template does more than ${LIMITS.fuel} steps of work`);
  }

  /** Pays for a text that is taken apart: each of its characters becomes a value of its own. @throws Stopped */
  apart(text: string): void {
    this.pay(text.length * APART);
  }

  /** Lets a text through that is not too long; pays for it. @throws Stopped */
  text(text: string): string {
    this.fits(text.length);
    this.pay(text.length);
    return text;
  }

  /** Checks a length before a text of it is made. @throws Stopped */
  fits(length: number): void {
    if (length > LIMITS.outputBytes)
      this.stop('OUTPUT_TOO_LONG', `a text is longer than ${LIMITS.outputBytes} bytes`);
  }

  /** Goes one block, include or list deeper. @throws Stopped */
  enter(): void {
    this.level += 1;
    if (this.level > LIMITS.depth)
      this.stop('TOO_DEEP', `nested more than ${LIMITS.depth} levels deep`);
  }

  leave(): void {
    this.level -= 1;
  }

  /** @throws Stopped, always */
  stop(code: TemplateFaultCode, message: string): never {
    const fault = faultAt(this.at, code, message);
    const template = this.inside.at(-1);
    throw new Stopped(template === undefined ? fault : { ...fault, template });
  }

  /** A filter, test or operator met a value it cannot work on. @throws Stopped, always */
  wrong(message: string): never {
    return this.stop('WRONG_VALUE', message);
  }
}
