/**
 * The phases of a turn at which a test may stop, fail or kill a process (spec 4.3): P0 received, P1 stored,
 * P2 acknowledged, P3 lane taken, P4 model streaming, P5 answer stored, P6 tool running, P7 result stored,
 * P8 committed and not yet published. Beside them: `append`, before a session's row; `kit`, after each text of a kit.
 */
export type FailpointName =
  'P0' | 'P1' | 'P2' | 'P3' | 'P4' | 'P5' | 'P6' | 'P7' | 'P8' | 'append' | 'kit';

/** What a test installs under `FAILPOINT_HOOK` before the product's code is loaded. */
export type FailpointHook = (name: FailpointName, key: string) => Promise<void> | undefined;

/** Where the hook is looked up. Nothing in the product installs one: only a module that a test preloads does. */
export const FAILPOINT_HOOK = Symbol.for('vance.failpoint');

type HookHolder = { [FAILPOINT_HOOK]?: FailpointHook };

/**
 * Passes through; `undefined` unless a test armed this very point, so a caller waits only then:
 * `await failpoint('P5', processId)`.
 */
export function failpoint(name: FailpointName, key: string): Promise<void> | undefined {
  return (globalThis as HookHolder)[FAILPOINT_HOOK]?.(name, key);
}
