/** What is wrong with a template; the codes are stable. */
export type TemplateFaultCode =
  /** The text is no template. */
  | 'SYNTAX'
  /** A construct that templates of ours do not have. */
  | 'NOT_ALLOWED'
  | 'NAME_NOT_ALLOWED'
  | 'UNKNOWN_FILTER'
  | 'UNKNOWN_TEST'
  /** Nunjucks reads it otherwise than it looks: parentheses are missing. */
  | 'AMBIGUOUS'
  | 'TOO_LONG'
  | 'TOO_DEEP'
  | 'OUT_OF_FUEL'
  | 'OUTPUT_TOO_LONG'
  /** A filter, test or operator met a value it cannot work on. */
  | 'WRONG_VALUE'
  | 'INCLUDE_NOT_FOUND'
  | 'INCLUDE_BROKEN'
  | 'INCLUDE_CYCLE';

/** A place in a template's source; both count from 1, columns in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** One fault, told so that the template's writer can mend it. */
export interface TemplateFault extends Position {
  readonly code: TemplateFaultCode;
  /** The broken rule in words, safe to show. */
  readonly message: string;
  /** The included template it lies in; absent for the template itself. */
  readonly template?: string;
}

/** `line 3, column 5: …`, with the included template's name in front where it lies in one. */
export function describeFault({ line, column, message, template }: TemplateFault): string {
  const where = template === undefined ? '' : `in ${template}, `;
  return `${where}line ${line}, column ${column}: ${message}`;
}
