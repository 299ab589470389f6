// Adds up the results of several test runs.

export class Totals {
  passed = 0;
  failed = 0;
  skipped = 0;

  add({ passed = 0, failed = 0, skipped = 0 }) {
    this.passed += passed;
    this.failed += failed;
    this.skipped += skipped;
  }

  /** The last line of `npm test`: others read it, so it has one form. */
  get line() {
    return `${this.passed} passed, ${this.failed} failed`;
  }
}
