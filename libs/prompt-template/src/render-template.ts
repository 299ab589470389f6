import { err, ok, type Result } from '@vance/kernel';
import type { TemplateFault } from './fault';
import { isLongerThan, LIMITS } from './limits';
import { faultAt } from './parse/token-list';
import { execute, type FindIncluded } from './run/execute';
import { Meter, Stopped } from './run/meter';
import { Scope } from './run/scope';
import { ContextTooLarge, copyContext } from './run/value';
import type { Template } from './template';

/** What a rendering needs beside the template. */
export interface RenderOptions {
  /** Gives included templates; without it there are none. */
  readonly include?: FindIncluded;
  /** The template's own name: an include of it is a cycle. */
  readonly name?: string;
}

const start = { line: 1, column: 1 };

/**
 * Renders a checked template. Pure: the context is copied, nothing of it can be changed or called; the work is
 * bounded by `LIMITS`, whatever the template and its includes do.
 */
export function renderTemplate(
  template: Template,
  context: Readonly<Record<string, unknown>>,
  options: RenderOptions = {},
): Result<string, TemplateFault> {
  return renderMetered(template, context, options, new Meter());
}

/** The same on a meter that the caller can read afterwards. */
export function renderMetered(
  template: Template,
  context: Readonly<Record<string, unknown>>,
  { include: find = () => null, name: root }: RenderOptions,
  meter: Meter,
): Result<string, TemplateFault> {
  try {
    const scope = Scope.of(copyContext(context));
    const text = execute(template.body, scope, { meter, find, root });
    if (isLongerThan(text, LIMITS.outputBytes)) {
      const message = `the text is longer than ${LIMITS.outputBytes} bytes`;
      return err(faultAt(start, 'OUTPUT_TOO_LONG', message));
    }
    return ok(text);
  } catch (error) {
    if (error instanceof Stopped) return err(error.fault);
    if (error instanceof ContextTooLarge) return err(faultAt(start, 'WRONG_VALUE', error.message));
    throw error;
  }
}
