import { checkTemplate } from '@vance/prompt-template';
import type { DocumentCheck } from '../documents/document-checks';
import { isPrompt } from './prompt-paths';
import { templateInvalid } from './template-faults';

/** No broken prompt is stored, whichever door it comes through. */
export class PromptCheck implements DocumentCheck {
  check(path: string, content: string): void {
    if (!isPrompt(path)) return;
    const checked = checkTemplate(content);
    if (!checked.ok) throw templateInvalid(checked.error);
  }
}
