import type { Tree } from 'nunjucks/src/parser';
import type { Position, TemplateFault, TemplateFaultCode } from '../fault';
import { LIMITS } from '../limits';
import { isAllowedName } from '../names';
import { cut, faultAt, placeOf } from '../parse/token-list';
import type { Expression } from '../template';

type Place = Pick<Tree, 'lineno' | 'colno'>;

/** What reading a tree found wrong; reading goes on after a fault, so that all are told at once. */
export class Findings {
  readonly faults: TemplateFault[] = [];

  /** Notes a fault. @returns what stands in for the refused piece */
  refuse(place: Place, code: TemplateFaultCode, message: string): Expression {
    const at = placeOf(place);
    if (this.faults.length < LIMITS.faults) this.faults.push(faultAt(at, code, message));
    return { kind: 'literal', value: null, at };
  }

  /** Notes a node that templates do not have. */
  notAllowed(place: Place, what: string): Expression {
    return this.refuse(place, 'NOT_ALLOWED', `${what} not allowed`);
  }

  /** Whether reading may go one level deeper. */
  mayDescend(place: Place, depth: number): boolean {
    if (depth <= LIMITS.depth) return true;
    this.refuse(place, 'TOO_DEEP', `nested more than ${LIMITS.depth} levels deep`);
    return false;
  }

  /** Checks a name that is written in the template. */
  checkName(place: Place, name: string): void {
    if (isAllowedName(name)) return;
    const rule = 'a name is a letter and up to 63 letters, digits or _, and none of';
    const inherited = 'constructor, prototype, __proto__';
    this.refuse(place, 'NAME_NOT_ALLOWED', `the name "${cut(name)}": ${rule} ${inherited}`);
  }

  at(place: Place): Position {
    return placeOf(place);
  }
}

/** Reads a part of an expression, one level deeper. */
export type ReadPart = (part: Tree) => Expression;
