import { reasonOf, startFault } from '../embedded.errors';
import type { Log } from '../run/progress';

/** One way to get a server binary. */
export interface BinaryStep {
  /** For the error list, e.g. "mongod on PATH". */
  readonly name: string;
  /**
   * Answers the binary's path.
   *
   * @throws Error whose message says in one line why this way did not work
   */
  readonly find: (log: Log) => Promise<string>;
  /** True for what somebody asked for explicitly: if it fails, the next steps are not tried. */
  readonly binding?: boolean;
}

/** A chain of steps and the ways out when all of them fail. */
export interface BinaryChain {
  /** What is looked for, e.g. `MongoDB`. */
  readonly what: string;
  readonly steps: readonly BinaryStep[];
  /** What a person can do, one way each. */
  readonly waysOut: readonly string[];
}

/**
 * Walks the chain and answers the first binary found.
 *
 * @throws DomainError BINARY_NOT_FOUND that lists every step with its reason, then the ways out
 */
export async function findBinary(chain: BinaryChain, log: Log): Promise<string> {
  const failed: string[] = [];
  let waysOut = chain.waysOut;
  for (const step of chain.steps) {
    try {
      return await step.find(log);
    } catch (error) {
      failed.push(`${step.name}: ${reasonOf(error)}`);
      if (!step.binding) continue;
      waysOut = ['correct that setting', 'unset it'];
      break;
    }
  }
  const message = [
    `No ${chain.what} server could be had.`,
    ...failed.map((line) => `  - ${line}`),
    `Ways out: ${waysOut.join('; or ')}.`,
  ].join('\n');
  throw startFault('BINARY_NOT_FOUND', message, { failed });
}
