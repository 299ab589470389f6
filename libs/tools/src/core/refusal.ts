/** Code of the refusal that a model gets for a tool outside its manifest (1.13). */
export const TOOL_NOT_ALLOWED_IN_MODE = 'TOOL_NOT_ALLOWED_IN_MODE';

/**
 * The tool result of a refused call. It names what is allowed and never what is not: a model must not learn from a
 * refusal whether a hidden tool exists.
 */
export function toolNotAllowedText(allowed: readonly string[], mode?: string): string {
  const where = mode === undefined ? 'now' : `in mode ${mode}`;
  const names = allowed.length === 0 ? 'none' : allowed.join(', ');
  return `${TOOL_NOT_ALLOWED_IN_MODE}: this tool is not available ${where}; it was not run. Allowed tools: ${names}.`;
}
