import { DomainError } from '@vance/kernel';
import { describeFault, type TemplateFault } from '@vance/prompt-template';

/** The refusal of a template: 422, each fault with line, column and rule. */
export function templateInvalid(faults: readonly TemplateFault[]): DomainError {
  const told = faults.map(describeFault);
  const more = told.length > 1 ? ` (and ${told.length - 1} more)` : '';
  const errors = faults.map(({ code, message, ...place }, index) => ({
    ...{ path: '', message: told[index] ?? message, ...place, rule: message, fault: code },
  }));
  return new DomainError('TEMPLATE_INVALID', `The template is not valid: ${told[0] ?? ''}${more}`, {
    status: 422,
    data: { errors },
  });
}
