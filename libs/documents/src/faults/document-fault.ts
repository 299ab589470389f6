import type { VersionRef } from '@vance/data';
import type { DomainError } from '@vance/kernel';

/** What is wrong with a stored document, as its writer would be told on saving. */
export interface DocumentFault {
  /** With the place in front. */
  readonly message: string;
  /** First line is 1. */
  readonly line?: number;
  readonly column?: number;
  /** Path of the key, in YAML. */
  readonly key?: string;
}

/** A layer whose document is broken. */
export interface BrokenLayer extends VersionRef {
  readonly faults: readonly DocumentFault[];
}

/** The faults that a refusal to save tells. */
export function faultsOf(refusal: DomainError): readonly DocumentFault[] {
  const { errors } = refusal.data;
  const told = Array.isArray(errors) ? errors.filter(isFault).map(faultOf) : [];
  return told.length > 0 ? told : [{ message: refusal.message }];
}

function isFault(value: unknown): value is DocumentFault {
  return typeof value === 'object' && value !== null && 'message' in value;
}

function faultOf({ message, line, column, key }: DocumentFault): DocumentFault {
  return {
    message,
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
    ...(key === undefined || key === '' ? {} : { key }),
  };
}
