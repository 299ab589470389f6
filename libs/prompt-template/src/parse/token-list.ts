import { lex, type Token, type Tokenizer } from 'nunjucks/src/lexer';
import type { TokenSource } from 'nunjucks/src/parser';
import { err, ok, type Result } from '@vance/kernel';
import type { Position, TemplateFault, TemplateFaultCode } from '../fault';
import { LIMITS } from '../limits';

/** Every block tag that a template may have; the parser never sees another one. */
const tags: ReadonlySet<string> = new Set([
  ...['if', 'elif', 'elseif', 'else', 'endif', 'for', 'endfor', 'set', 'endset', 'include'],
]);

const opening = new Set(['left-paren', 'left-bracket', 'left-curly']);
const closing = new Set(['right-paren', 'right-bracket', 'right-curly']);

/**
 * The tokens of a template, read to the end and checked before the parser sees one. What its parser would do in
 * quadratic time (trimming around `-`, `raw` blocks) or with the text of the template (regexes) is done here or
 * refused here.
 */
export class TokenList implements TokenSource {
  private next = 0;
  private past = 0;

  private constructor(
    readonly tags: Tokenizer['tags'],
    private readonly tokens: readonly Token[],
    /** Where the source ends. */
    readonly end: Position,
  ) {}

  static read(source: string): Result<TokenList, TemplateFault> {
    const tokenizer = lex(source);
    const tokens: Token[] = [];
    let brackets = 0;
    try {
      for (let token = tokenizer.nextToken(); token; token = tokenizer.nextToken()) {
        if (opening.has(token.type)) brackets += 1;
        if (closing.has(token.type)) brackets -= 1;
        const fault = faultOf(token, tokens, brackets);
        if (tokens.length >= LIMITS.tokens) return err(tooMany(token));
        if (fault) return err(fault);
        // Spaces between tokens only part them.
        if (token.type !== 'whitespace') tokens.push(token);
      }
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      return err(faultAt(placeOf(tokenizer), 'SYNTAX', error.message));
    }
    return ok(new TokenList(tokenizer.tags, trimmed(tokens), placeOf(tokenizer)));
  }

  nextToken(): Token | null {
    const token = this.tokens[this.next];
    this.next += 1;
    if (token) return token;
    this.past += 1;
    // Nothing of the parser reads on for ever; this makes it certain.
    if (this.past > LIMITS.sourceBytes) throw new Error('unexpected end of the template');
    return null;
  }
}

function faultOf(
  token: Token,
  before: readonly Token[],
  brackets: number,
): TemplateFault | undefined {
  const { type, value } = token;
  const refuse = (code: TemplateFaultCode, message: string) =>
    faultAt(placeOf(token), code, message);
  if (type === 'regex') return refuse('NOT_ALLOWED', 'regular expressions are not allowed');
  if (brackets > LIMITS.depth)
    return refuse('TOO_DEEP', `nested more than ${LIMITS.depth} levels deep`);
  if (type !== 'symbol' || !opensBlock(before)) return undefined;
  if (typeof value === 'string' && tags.has(value)) return undefined;
  return refuse(
    'NOT_ALLOWED',
    `the tag "${cut(String(value))}" is not allowed; there are if, for, set and include`,
  );
}

function tooMany(token: Token): TemplateFault {
  const rule = `more than ${LIMITS.tokens} pieces of text and words within tags`;
  return faultAt(placeOf(token), 'TOO_LONG', rule);
}

/** Whether the next token names a block's tag. */
function opensBlock(before: readonly Token[]): boolean {
  return before.at(-1)?.type === 'block-start';
}

/** Trims text beside tags with `-`, and takes the `-` of opening ones away, so that the parser trims nothing. */
function trimmed(tokens: readonly Token[]): Token[] {
  return tokens.map((token, index) => {
    const { value } = token;
    if (typeof value !== 'string') return token;
    if (token.type === 'data') {
      const after = tokens[index + 1];
      return after && trimsBefore(after) ? { ...token, value: value.trimEnd() } : token;
    }
    if (token.type === 'comment') return { ...token, value: `{# ${closingOf(value)}` };
    return trimsBefore(token) ? { ...token, value: value.slice(0, 2) } : token;
  });
}

function closingOf(comment: string): string {
  return comment.endsWith('-#}') ? '-#}' : '#}';
}

function trimsBefore({ type, value }: Token): boolean {
  if (typeof value !== 'string') return false;
  return (
    (type === 'block-start' || type === 'variable-start' || type === 'comment') && value[2] === '-'
  );
}

/** A place of nunjucks as we tell it. */
export function placeOf(at: { readonly lineno: number; readonly colno: number }): Position {
  return { line: at.lineno + 1, column: at.colno + 1 };
}

/** A fault at a place. */
export function faultAt(
  { line, column }: Position,
  code: TemplateFaultCode,
  message: string,
): TemplateFault {
  return { code, message, line, column };
}

/** A piece of a template that is quoted in a message. */
export function cut(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
