import { DomainError, type FieldError } from '@vance/kernel';

/** One thing that is wrong with a kit. */
export interface KitFault extends FieldError {
  /** In the file; the first is 1. */
  readonly line?: number;
  /** Path of the key in it, or name of the setting. */
  readonly key?: string;
  readonly rule?: string;
  /** A right piece of YAML. */
  readonly example?: string;
}

/** A kit that is not taken: every fault with the file it is in. */
export function kitInvalid(errors: readonly KitFault[]): DomainError {
  const message = `This is no kit that can be installed; ${errors.length === 1 ? 'one thing is' : `${errors.length} things are`} wrong with it.`;
  return new DomainError('KIT_INVALID', message, { status: 422, fixer: 'model', data: { errors } });
}
