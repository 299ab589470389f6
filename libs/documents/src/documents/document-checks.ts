import type { TenantScope } from '@vance/kernel';

/** Where a text is to stand. */
export interface CheckedPlace {
  readonly scope: TenantScope;
  readonly project: string;
  /** Texts that are to be stored with it, by path: what it may refer to beside what stands there. */
  readonly beside?: ReadonlyMap<string, string>;
}

/** Checks a text before it is stored at a path that it belongs to. */
export interface DocumentCheck {
  /** @throws DomainError that names the fault's line */
  check(path: string, content: string, place: CheckedPlace): void | Promise<void>;
  /** What it would refuse is told, but not passed over, where it got in otherwise. */
  readonly countsAnyway?: true;
}

/** Every check; each leaves alone what is not its own. */
export const DOCUMENT_CHECKS = Symbol('vance.documents.checks');
