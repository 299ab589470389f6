// Thought signatures as Gemini 3 handles them: given with the first call of an answer, demanded back with it.

/** Remembers what was signed, and says why a history would be refused. */
export class Signatures {
  #signed = new Map();
  #serial = 0;

  /** The signature of a call. */
  sign(name, args) {
    const signature = `signature-${++this.#serial}`;
    this.#signed.set(signature, JSON.stringify([name, args]));
    return signature;
  }

  /** Null for contents in which every signature stands beside the call that it was given with, and none is lost. */
  fault(contents) {
    for (const { parts } of contents) {
      const calls = parts.filter(({ functionCall }) => functionCall);
      for (const [index, { functionCall: call, thoughtSignature: signature }] of calls.entries()) {
        if (index === 0 && signature === undefined)
          return `the call of ${call.name} lost its signature`;
        if (
          signature !== undefined &&
          this.#signed.get(signature) !== JSON.stringify([call.name, call.args ?? {}])
        )
          return `${signature} was not given with this call of ${call.name}`;
      }
    }
    return null;
  }
}
