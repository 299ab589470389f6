/** The two modules of nunjucks that read; neither loads its compiler, its runtime or its filters. */
declare module 'nunjucks/src/lexer' {
  export interface Token {
    readonly type: string;
    /** A text for every type but `regex`. */
    readonly value: unknown;
    /** From 0. */
    readonly lineno: number;
    readonly colno: number;
  }

  export interface Tokenizer {
    /** From 0. */
    readonly lineno: number;
    readonly colno: number;
    readonly tags: Readonly<Record<string, string>>;
    /** @throws Error without a place */
    nextToken(): Token | null;
  }

  export function lex(source: string): Tokenizer;
}

declare module 'nunjucks/src/parser' {
  import type { Token } from 'nunjucks/src/lexer';

  /** Where the parser takes its tokens from. */
  export interface TokenSource {
    readonly tags: Readonly<Record<string, string>>;
    nextToken(): Token | null;
  }

  interface Place {
    /** From 0. */
    readonly lineno: number;
    readonly colno: number;
  }
  /** A node of each name, with its fields: distributes over the names. */
  type Node<T extends string, F = unknown> = T extends string
    ? Place & { readonly typename: T } & F
    : never;
  type Children = { readonly children: readonly Tree[] };
  type Sides = { readonly left: Tree; readonly right: Tree };
  type Call = { readonly name: Tree; readonly args: Node<'NodeList', Children> };
  type CallOfAny = { readonly name: Tree | null; readonly args: Node<'NodeList', Children> };
  type Branches = { readonly cond: Tree; readonly body: Tree; readonly else_: Tree | null };

  /** The nodes that a template of ours may have; null where the source lacks a value and the parser does not mind. */
  export type Tree =
    | Node<'NodeList' | 'Root' | 'Output' | 'Group' | 'Array' | 'KeywordArgs', Children>
    | Node<'In' | 'Is' | 'Or' | 'And' | 'Add' | 'Sub' | 'Concat', Sides>
    | Node<'Filter', Call>
    | Node<'FunCall', CallOfAny>
    | Node<'If' | 'InlineIf', Branches>
    | Node<'TemplateData' | 'Symbol', { readonly value: string }>
    | Node<'Literal', { readonly value: string | number | boolean | null }>
    | Node<'Pair', { readonly key: Tree; readonly value: Tree }>
    | Node<'LookupVal', { readonly target: Tree | null; readonly val: Tree | null }>
    | Node<'Not', { readonly target: Tree }>
    | Node<'Compare', { readonly expr: Tree; readonly ops: readonly Operand[] }>
    | Node<
        'For',
        {
          readonly arr: Tree;
          readonly name: Tree;
          readonly body: Tree;
          readonly else_: Tree | null;
        }
      >
    | Node<
        'Set',
        {
          readonly targets: readonly Tree[];
          readonly value: Tree | null;
          readonly body?: { readonly body: Tree };
        }
      >
    | Node<'Include', { readonly template: Tree; readonly ignoreMissing: boolean | null }>;

  interface Operand extends Place {
    readonly expr: Tree;
    readonly type: string;
  }

  export class Parser {
    constructor(tokens: TokenSource);
    /** @throws Error, with `lineno` and `colno` from 1 where it knows them */
    parseAsRoot(): Tree;
  }
}
