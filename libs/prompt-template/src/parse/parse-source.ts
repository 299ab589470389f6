import { Parser, type Tree } from 'nunjucks/src/parser';
import { err, ok, type Result } from '@vance/kernel';
import type { TemplateFault } from '../fault';
import { isLongerThan, LIMITS } from '../limits';
import { faultAt, TokenList } from './token-list';

/** Reads a source into nunjucks' own tree; nothing is compiled. */
export function parseSource(source: string): Result<Tree, TemplateFault> {
  if (isLongerThan(source, LIMITS.sourceBytes)) {
    const message = `longer than ${LIMITS.sourceBytes} bytes`;
    return err(faultAt({ line: 1, column: 1 }, 'TOO_LONG', message));
  }
  const tokens = TokenList.read(source);
  if (!tokens.ok) return tokens;
  try {
    return ok(new Parser(tokens.value).parseAsRoot());
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return err(syntaxFault(error, tokens.value));
  }
}

function syntaxFault(error: Error, tokens: TokenList): TemplateFault {
  // A run of `not` or `-` that is longer than the stack.
  if (error instanceof RangeError)
    return faultAt(tokens.end, 'TOO_DEEP', `nested more than ${LIMITS.depth} levels deep`);
  // The parser reads a missing token's type where the source ends too early.
  if (error instanceof TypeError)
    return faultAt(tokens.end, 'SYNTAX', 'unexpected end of the template');
  const line = numberIn(error, 'lineno') ?? tokens.end.line;
  const column = numberIn(error, 'colno') ?? tokens.end.column;
  return faultAt({ line, column }, 'SYNTAX', error.message);
}

function numberIn(error: Error, field: 'lineno' | 'colno'): number | undefined {
  const value: unknown = Reflect.get(error, field);
  return typeof value === 'number' ? value : undefined;
}
