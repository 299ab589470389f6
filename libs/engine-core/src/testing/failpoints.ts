import { FAILPOINT_HOOK, type FailpointName } from '@vance/kernel';

/** Thrown at an armed failpoint: the holder dies there, as far as a test in one process can make it. */
export class SimulatedCrash extends Error {
  constructor(point: FailpointName) {
    super(`crash at ${point}`);
  }
}

const armed = new Map<FailpointName, () => Promise<void> | undefined>();

// The product looks the hook up when it is loaded, so this file must be imported before it.
Object.assign(globalThis, {
  [FAILPOINT_HOOK]: (name: FailpointName): Promise<void> | undefined => {
    const act = armed.get(name);
    armed.delete(name);
    return act?.();
  },
});

/** The next pass of the point throws. */
export function crashAt(name: FailpointName): void {
  armed.set(name, () => Promise.reject(new SimulatedCrash(name)));
}

/** The next pass of the point does this first. */
export function doAt(name: FailpointName, act: () => Promise<unknown>): void {
  armed.set(name, async () => {
    await act();
  });
}
