// Node's environment plus the outer undici dispatcher: some HTTP clients look for it on the
// sandbox's global, where Jest does not put it.
const { TestEnvironment } = require('jest-environment-node');

const dispatcher = Symbol.for('undici.globalDispatcher.1');

module.exports = class extends TestEnvironment {
  async setup() {
    await super.setup();
    new Headers(); // makes Node load its own undici, which sets the symbol
    Object.defineProperty(this.global, dispatcher, {
      get: () => globalThis[dispatcher],
      configurable: true,
    });
  }
};
