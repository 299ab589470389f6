import type { ToolWish } from './decision';
import { filesIn, filesWithHits, foldersIn } from './material';
import { isRefusal, type Scene } from './scene';
import { pastCalls, wish } from './toolbox';
import { keywords } from './words';

/** A file found while exploring. */
export interface Candidate {
  readonly path: string;
  /** A document of the project rather than a file of the workspace. */
  readonly document: boolean;
  readonly score: number;
}

/** What the user asked for, for searching: the goal if there is one, else the last message. */
export function topic(scene: Scene): string[] {
  const fromGoal = keywords(scene.goal);
  return fromGoal.length > 0 ? fromGoal : keywords(scene.user);
}

/** The next look around, or none when enough was seen: first wide, then the two best files. */
export function nextLook(scene: Scene): readonly ToolWish[] {
  const looks = pastCalls(scene, 'list', 'find', 'search', 'listDocuments');
  if (looks.length === 0) return lookAround(scene, topic(scene));
  const found = candidates(scene);
  const folders = looks.flatMap((call) => foldersIn(call.result)).slice(0, 3);
  const deeper = pastCalls(scene, 'list').length > 1;
  if (found.length === 0 && folders.length > 0 && !deeper) {
    return folders.flatMap((path) => wish(scene, 'list', { path }));
  }
  if (pastCalls(scene, 'read', 'readDocument').length > 0) return [];
  return found.slice(0, 2).flatMap((candidate) => readWish(scene, candidate));
}

/** One wide look: the top folder, the Markdown files, the request's first words, the documents. */
function lookAround(scene: Scene, words: readonly string[]): readonly ToolWish[] {
  return [
    ...wish(scene, 'list', { path: '.' }),
    ...wish(scene, 'find', { pattern: '**/*.md', glob: '**/*.md', query: '.md', limit: 200 }),
    ...words.slice(0, 2).flatMap((word) => searchWish(scene, word)),
    ...wish(scene, 'listDocuments', {}),
  ];
}

export const searchWish = (scene: Scene, word: string): readonly ToolWish[] =>
  wish(scene, 'search', { pattern: word, query: word, ignoreCase: true, limit: 40 });

/** The word to search for later: of those tried, the one found least often, since it says most. */
export function tellingWord(scene: Scene): string | undefined {
  const tried = pastCalls(scene, 'search').flatMap(({ args, result }) => {
    const word = args['pattern'] ?? args['query'];
    const hits = filesWithHits(result).length;
    return typeof word === 'string' && hits > 0 ? [{ word, hits }] : [];
  });
  return tried.sort((a, b) => a.hits - b.hits)[0]?.word;
}

export const readWish = (
  scene: Scene,
  file: Pick<Candidate, 'path' | 'document'>,
): readonly ToolWish[] =>
  wish(scene, file.document ? 'readDocument' : 'read', { path: file.path, limit: 300 });

/** Files seen in this run, best first. */
export function candidates(scene: Scene, words: readonly string[] = topic(scene)): Candidate[] {
  const hits = new Map<string, { document: boolean; hits: number }>();
  const note = (path: string, document: boolean, weight: number): void => {
    const known = hits.get(path);
    hits.set(path, { document: known?.document ?? document, hits: (known?.hits ?? 0) + weight });
  };
  for (const call of pastCalls(scene, 'list', 'find', 'search', 'listDocuments')) {
    if (isRefusal(call.result)) continue;
    if (call.name.endsWith('grep')) {
      for (const path of filesWithHits(call.result)) note(path, false, 3);
      continue;
    }
    const folder = typeof call.args['path'] === 'string' ? call.args['path'] : '';
    const document = call.name === 'doc_list';
    for (const path of filesIn(call.result, document ? '' : folder)) note(path, document, 0);
  }
  return [...hits]
    .map(([path, { document, hits: weight }]) => ({
      path,
      document,
      score: weight + scoreOf(path, words),
    }))
    .filter(({ score }) => score > -5)
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
}

/** The best of them, yet not all out of one top folder while another has something about the topic. */
export function mixed(found: readonly Candidate[], most: number): readonly Candidate[] {
  const best = found.slice(0, most);
  const folder = (file: Candidate): string => file.path.split('/')[0] ?? '';
  const home = best[0] && folder(best[0]);
  if (best.length < most || best.some((file) => folder(file) !== home)) return best;
  const other = found.find((file) => folder(file) !== home && file.score > 0);
  return other ? [...best.slice(0, -1), other] : best;
}

const PREFERENCES: readonly (readonly [RegExp, number])[] = [
  [/\.md$/i, 3],
  [/(^|\/)docs?\//i, 2],
  [/architecture|overview/i, 1],
  [/(^|\/)readme\.md$/i, 1],
  [/\.(spec|test)\./i, -3],
  [/(^|\/)(index|package|tsconfig)[.\w-]*$/i, -4],
  [/\.json$|\.lock$|(^|\/)(dist|node_modules)\//i, -9],
  [/^reports\//i, -9],
];

function scoreOf(path: string, words: readonly string[]): number {
  const lower = path.toLowerCase();
  const named = words.filter((word) => lower.includes(word)).length * 4;
  const liked = PREFERENCES.reduce(
    (sum, [shape, points]) => sum + (shape.test(path) ? points : 0),
    0,
  );
  return named + liked - path.split('/').length * 0.5;
}
