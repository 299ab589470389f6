import { RE2JS } from 're2js';
import { workspaceError } from './confine';

/**
 * Tells whether a line fits. Regular expressions come from a model, so the engine is one whose time grows with the
 * text alone: no pattern can hold the server up.
 */
export function lineMatcher(
  pattern: string,
  options: { readonly regex: boolean; readonly ignoreCase: boolean },
): (line: string) => boolean {
  if (!options.regex) return literalMatcher(pattern, options.ignoreCase);
  const compiled = compile(pattern, options.ignoreCase);
  return (line) => compiled.matcher(line).find();
}

function literalMatcher(pattern: string, ignoreCase: boolean): (line: string) => boolean {
  if (!ignoreCase) return (line) => line.includes(pattern);
  const lower = pattern.toLowerCase();
  return (line) => line.toLowerCase().includes(lower);
}

function compile(pattern: string, ignoreCase: boolean): RE2JS {
  try {
    return RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unreadable';
    throw workspaceError(`pattern: not a valid regular expression (${reason}).`);
  }
}
