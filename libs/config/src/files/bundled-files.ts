import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The repository's root, from the built code and from the sources alike. */
const ROOT = resolve(__dirname, '../../../..');

/** Which folder holds which part of the cascade; a file's place there is its cascade path. */
const sources: readonly {
  readonly folder: string;
  readonly under: string;
  readonly ext: string;
}[] = [
  { folder: 'config/recipes', under: 'recipes/', ext: '.yaml' },
  { folder: 'config/seed', under: 'seed/', ext: '.yaml' },
  { folder: 'prompts/manuals', under: 'manuals/', ext: '.md' },
  { folder: 'prompts', under: 'prompts/', ext: '.md' },
];
const singles = ['ai-models.yaml', 'settings.yaml'] as const;

/** The files the product ships: the lowest layer of the cascade. Read once, never written. */
export class BundledFiles {
  constructor(private readonly files: ReadonlyMap<string, string>) {}

  /** @param root folder that holds `config/` and `prompts/` */
  static load(root = ROOT): BundledFiles {
    const files = new Map<string, string>();
    for (const { folder, under, ext } of sources) {
      for (const name of namesIn(join(root, folder), ext)) {
        files.set(`${under}${name}`, readFileSync(join(root, folder, name), 'utf8'));
      }
    }
    for (const name of namesIn(join(root, 'config'), '.yaml')) {
      if (singles.some((single) => single === name))
        files.set(name, readFileSync(join(root, 'config', name), 'utf8'));
    }
    return new BundledFiles(files);
  }

  /** Text by cascade path, for example `recipes/arthur.yaml`, `prompts/arthur-prompt.md`, `manuals/recipes.md`. */
  read(path: string): string | undefined {
    return this.files.get(path);
  }

  /** Paths that begin with `prefix`, sorted. */
  list(prefix: string): readonly string[] {
    return [...this.files.keys()].filter((path) => path.startsWith(prefix)).sort();
  }
}

function namesIn(folder: string, ext: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => name.endsWith(ext));
}
