// Jest heeds a project's own `testTimeout` only where it is set like this.
jest.setTimeout(globalThis.patience);
