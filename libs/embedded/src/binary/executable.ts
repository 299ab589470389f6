import { runCommand } from '../run/run-command';
import type { BinaryStep } from './binary-step';

const versionLimitMs = 10_000;

/**
 * The first line of what `binary --version` says.
 *
 * @throws Error with the reason if it does not run here (missing, wrong system, missing library)
 */
export async function versionOf(binary: string): Promise<string> {
  const result = await runCommand(binary, ['--version'], versionLimitMs);
  if (!result.ok) throw new Error(result.reason);
  return result.stdout.split('\n', 1)[0] ?? '';
}

/** Uses the first of `names` that the shell would find. */
export function onPath(...names: readonly string[]): BinaryStep {
  return {
    name: `${names.join(' or ')} on PATH`,
    find: async () => {
      const reasons: string[] = [];
      for (const name of names) {
        try {
          await versionOf(name);
          return name;
        } catch (error) {
          reasons.push(error instanceof Error ? error.message : String(error));
        }
      }
      throw new Error([...new Set(reasons)].join(', '));
    },
  };
}

/** Uses the binary that a setting names, and nothing else. */
export function namedBinary(setting: string, path: string): BinaryStep {
  return {
    name: `${setting}=${path}`,
    binding: true,
    find: async () => {
      await versionOf(path);
      return path;
    },
  };
}
