import type { Result } from '@vance/kernel';
import type { TemplateFault } from './fault';
import { LIMITS } from './limits';
import { renderTemplate } from './render-template';
import type { FindIncluded } from './run/execute';
import type { Template } from './template';

/** Where included templates come from; it may have to wait for them. */
export type LoadIncluded = (name: string) => Promise<ReturnType<FindIncluded>>;

/**
 * Renders a template whose includes are loaded when they are met. A rendering is pure and cheap, so it starts again
 * with each one it lacked; `known` keeps them, and a caller that keeps `known` waits only once.
 */
export async function renderWithIncludes(
  template: Template,
  context: Readonly<Record<string, unknown>>,
  load: LoadIncluded,
  {
    name,
    known = new Map(),
  }: { name?: string; known?: Map<string, ReturnType<FindIncluded>> } = {},
): Promise<Result<string, TemplateFault>> {
  for (let loads = 0; ;) {
    const lacking = new Set<string>();
    const include: FindIncluded = (wanted) => {
      const found = known.get(wanted);
      if (found !== undefined) return found;
      if (loads + lacking.size >= LIMITS.includes && !lacking.has(wanted)) return 'broken';
      lacking.add(wanted);
      // An empty text goes on, to find what else is lacking.
      return { body: [] };
    };
    const result = renderTemplate(template, context, { include, name });
    if (lacking.size === 0) return result;
    loads += lacking.size;
    const keep = async (wanted: string) => known.set(wanted, await load(wanted));
    await Promise.all([...lacking].map(keep));
  }
}
