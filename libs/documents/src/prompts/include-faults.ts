import {
  checkTemplate,
  includedNames,
  literalIncludes,
  type Template,
  type TemplateFault,
} from '@vance/prompt-template';
import type { Cascade } from '../cascade/cascade';
import type { CheckedPlace } from '../documents/document-checks';
import { includedPath } from './prompt-paths';

/** Prompts followed in search of a circle; one rendering includes at most half as many. */
const MAX_FOLLOWED = 64;

/** What is wrong with the literal includes of a template, seen from the place where it is to stand. */
export class IncludeFaults {
  constructor(private readonly cascade: Cascade) {}

  /** @param path of the template itself, where it can be included */
  async of(template: Template, place: CheckedPlace, path?: string): Promise<TemplateFault[]> {
    const faults: TemplateFault[] = [];
    for (const { name, at, ignoreMissing } of literalIncludes(template)) {
      const target = includedPath(name);
      const shown = `"${name.slice(0, 80)}"`;
      if (target !== null && target === path) {
        faults.push({ code: 'INCLUDE_CYCLE', ...at, message: `${shown} includes itself` });
        continue;
      }
      const found = target === null ? null : await this.standing(place, target);
      if (found === null) {
        if (ignoreMissing) continue;
        const rule =
          target === null
            ? `${shown} names no prompt; prompts/rules.md, for example, is "rules"`
            : `there is no ${shown}; write ${target} first, or include it with "ignore missing"`;
        faults.push({ code: 'INCLUDE_NOT_FOUND', ...at, message: rule });
      } else if (target !== null && path !== undefined) {
        const way = await this.wayBack(place, target, path);
        if (way === undefined) continue;
        const message = `${shown} includes this prompt again: ${[...way, path].join(' → ')}`;
        faults.push({ code: 'INCLUDE_CYCLE', ...at, message });
      }
    }
    return faults;
  }

  /** The shortest way from one prompt to another along its includes; undefined where there is none. */
  private async wayBack(
    place: CheckedPlace,
    from: string,
    to: string,
  ): Promise<readonly string[] | undefined> {
    const ways = new Map<string, readonly string[]>([[from, [from]]]);
    // What is added while it runs is met as well.
    for (const [path, way] of ways) {
      const template = await this.standing(place, path);
      const next = template === null ? [] : includedNames(template);
      for (const name of next) {
        const target = includedPath(name);
        if (target === to) return way;
        if (target !== null && !ways.has(target) && ways.size < MAX_FOLLOWED)
          ways.set(target, [...way, target]);
      }
    }
    return undefined;
  }

  /** What an include of this path would give: the first layer that is sound and not blank. */
  private async standing(
    { scope, project, beside }: CheckedPlace,
    path: string,
  ): Promise<Template | null> {
    const layers = await this.cascade.layers(scope, project, path);
    const own = beside?.get(path);
    const texts = [...(own === undefined ? [] : [own]), ...layers.map(({ content }) => content)];
    for (const text of texts.filter((one) => one.trim() !== '')) {
      const checked = checkTemplate(text);
      if (checked.ok) return checked.value;
    }
    return null;
  }
}
