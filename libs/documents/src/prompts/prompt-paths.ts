import type { ProcessMode } from '@vance/protocol';

/** The modes with a prompt of their own; the others speak by the base prompt. */
const suffixes: Readonly<Record<ProcessMode, string>> = {
  NORMAL: '',
  EXPLORING: '-exploring',
  PLANNING: '-planning',
  EXECUTING: '',
};

/** Where a mode's prompt stands: its own file if it has one, and the base file. */
export function promptPathsOf(basePath: string, mode: ProcessMode): { own?: string; base: string } {
  const base = `prompts/${basePath}.md`;
  const suffix = suffixes[mode];
  return suffix === '' ? { base } : { own: `prompts/${basePath}${suffix}.md`, base };
}

/** Whether a document is a prompt. */
export function isPrompt(path: string): boolean {
  return /^prompts\/.+\.md$/.test(path);
}

/** Whether a prompt is one mode's own, with a base prompt to fall back to. */
export function isModePrompt(path: string): boolean {
  return Object.values(suffixes).some((suffix) => suffix !== '' && path.endsWith(`${suffix}.md`));
}

/** The base of an engine's prompts (1.14). */
export function promptBaseOf(engine: string): string {
  return `${engine}-prompt`;
}

/** A prompt includes others of its folder by name, with or without `.md`. */
const includable = /^([a-z0-9][a-z0-9._-]{0,59}?)(\.md)?$/;

/** Where the prompt stands that an include names; null where it can name none. */
export function includedPath(name: string): string | null {
  const base = includable.exec(name)?.[1];
  return base === undefined || base.includes('..') ? null : `prompts/${base}.md`;
}

/** What an include would call the prompt at a path. */
export function includedAs(path: string): string | undefined {
  return /^prompts\/(.+)\.md$/.exec(path)?.[1];
}
