import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { checkTemplate } from '../check-template';
import type { FindIncluded } from '../run/execute';

/** A text, or pieces of it that are repeated. */
type Source = string | readonly (readonly [piece: string, times: number])[];

/** A template that wants to do harm, and what becomes of it. */
export interface HostileTemplate {
  readonly what: string;
  /** Refused when checked, stopped while rendered, or rendered without any effect. */
  readonly expect: 'refused' | 'stopped' | 'inert';
  readonly source: Source;
  /** What an inert one puts out, or how long it is. */
  readonly output?: string;
  readonly length?: number;
}

interface Corpus<T> {
  readonly context: Readonly<Record<string, unknown>>;
  readonly includes: Readonly<Record<string, string>>;
  readonly templates: readonly T[];
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(resolve(__dirname, `../../corpus/${name}.json`), 'utf8'));
}

function isCorpus<T>(value: unknown): value is Corpus<T> {
  return typeof value === 'object' && value !== null && 'templates' in value;
}

function corpus<T>(name: string): Corpus<T> {
  const value = read(name);
  if (!isCorpus<T>(value)) throw new TypeError(`corpus/${name}.json is no corpus`);
  return value;
}

/** Templates of tenants who mean no good. */
export const hostile = corpus<HostileTemplate>('hostile');
/** Templates that must come out as stock nunjucks renders them. */
export const differential = corpus<string>('differential');

/** The text of a source. */
export function textOfSource(source: Source): string {
  if (typeof source === 'string') return source;
  return source.map(([piece, times]) => piece.repeat(times)).join('');
}

/** Includes of a corpus. */
export function includesOf(includes: Readonly<Record<string, string>>): FindIncluded {
  return (name) => {
    const source = Object.hasOwn(includes, name) ? includes[name] : undefined;
    if (source === undefined) return null;
    const checked = checkTemplate(source);
    return checked.ok ? checked.value : 'broken';
  };
}

/** What a careless caller might put into a context. */
export function hostileContext(): Record<string, unknown> {
  let reads = 0;
  return {
    ...hostile.context,
    danger: () => Reflect.set(globalThis, 'PWNED', 1),
    symbol: Symbol('x'),
    instance: new (class Hidden {
      readonly #secret = 'hidden';
      get secret(): string {
        return this.#secret;
      }
    })(),
    get getter(): string {
      reads += 1;
      return reads === 1 ? 'read once' : 'read again';
    },
    many: Array.from({ length: 100 }, (_, index) => index),
    text64: 'a'.repeat(60_000),
  };
}
