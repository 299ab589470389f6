import { action, answer, useTools, type Decision, type ToolWish } from './decision';
import { readWish, searchWish, topic } from './explore';
import { fileText, placesIn } from './material';
import { reportMarkdown, type ReadFile, type SearchResult } from './report';
import { isRefusal, refusedAction, type PlanItem, type Scene } from './scene';
import { pastCalls, toolFor, wish } from './toolbox';
import { pathsIn } from './words';

/** EXECUTING: one step after the other, each begun before and completed after its work. */
export function decideExecuting(scene: Scene): Decision {
  const refused = refusedAction(scene);
  if (refused)
    return answer('I could not go on with the plan. Tell me how you would like to continue.');
  if (saysStop(scene)) {
    return action('ASK_USER', {
      reason: 'The user wants to stop.',
      message: 'I have stopped here. Shall I go on with the plan, or make another one?',
    });
  }
  const current = scene.items.find((item) => item.status === 'current');
  const next = scene.items.find((item) => item.status === 'open');
  if (!current) return next ? update([begin(next)]) : answer(summary(scene));
  const work = workLeft(scene, current);
  if (work.length > 0) return useTools(work);
  return update([complete(current), ...(next ? [begin(next)] : [])]);
}

const begin = (item: PlanItem) => ({ id: item.id, status: 'IN_PROGRESS' });
const complete = (item: PlanItem) => ({ id: item.id, status: 'COMPLETED' });

const update = (updates: readonly { id: string; status: string }[]): Decision =>
  action('TODO_UPDATE', { reason: 'The plan moves on.', updates });

/** Only a bare word, and only before anything was done about it. */
function saysStop(scene: Scene): boolean {
  return (
    scene.calls.length === 0 && /^\W*(stop|halt|wait|no|nein|warte|stopp)\W*$/i.test(scene.user)
  );
}

/** The calls a step still needs in this run; none means that it is done. */
function workLeft(scene: Scene, item: PlanItem): readonly ToolWish[] {
  const word = searchedWord(item);
  if (word !== undefined) return searchIn(scene, word) ? [] : searchWish(scene, word);
  if (isReport(item)) return reportWork(scene, item);
  return filesOf(item).flatMap((file) => (isRead(scene, file.path) ? [] : readWish(scene, file)));
}

function reportWork(scene: Scene, item: PlanItem): readonly ToolWish[] {
  const path = pathsIn(item.content)[0] ?? 'reports/demo.md';
  if (written(scene)) return [];
  // After a halt or a restart by the user this run has not seen the files yet.
  const unread = scene.items.flatMap(filesOf).filter((file) => !isRead(scene, file.path));
  const again = unread.flatMap((file) => readWish(scene, file));
  if (again.length > 0) return again;
  const content = write(scene);
  const tried = pastCalls(scene, 'create').length > 0;
  const role = tried ? 'update' : 'create';
  if (pastCalls(scene, role).length > 0) return [];
  return wish(scene, role, { path, title: titleOf(scene), content });
}

const titleOf = (scene: Scene): string => scene.goal || 'Report';

function write(scene: Scene): string {
  const files = scene.items.flatMap(filesOf).map(({ path }): ReadFile => {
    const result = readResult(scene, path);
    return { path, text: result === undefined || isFailure(result) ? undefined : fileText(result) };
  });
  const searches = scene.items.flatMap((item) => {
    const word = searchedWord(item);
    return word === undefined ? [] : [{ word, lines: linesOf(searchIn(scene, word)?.result) }];
  });
  const wishes = scene.items.flatMap(
    (item) => /^Take into account: (.+)$/.exec(item.content)?.[1] ?? [],
  );
  return reportMarkdown(titleOf(scene), topic(scene), files, unrepeated(searches), wishes);
}

const unrepeated = (searches: readonly SearchResult[]): SearchResult[] => [
  ...new Map(searches.map((search) => [search.word, search])).values(),
];

function linesOf(result: string | undefined): string[] {
  return result === undefined || isFailure(result) ? [] : placesIn(result).slice(0, 12);
}

const isReport = (item: PlanItem): boolean => item.content.startsWith('Write the report');

const searchedWord = (item: PlanItem): string | undefined =>
  /^Search the workspace for "([^"]+)"/.exec(item.content)?.[1];

function filesOf(item: PlanItem): { path: string; document: boolean }[] {
  if (!item.content.startsWith('Read ')) return [];
  const document = item.content.startsWith('Read the document ');
  return pathsIn(/`([^`]+)`/.exec(item.content)?.[1] ?? '').map((path) => ({ path, document }));
}

const readResult = (scene: Scene, path: string): string | undefined =>
  pastCalls(scene, 'read', 'readDocument').findLast((call) => call.args['path'] === path)?.result;

const isRead = (scene: Scene, path: string): boolean => readResult(scene, path) !== undefined;

const searchIn = (scene: Scene, word: string) =>
  pastCalls(scene, 'search').findLast((call) => Object.values(call.args).includes(word));

/** A failed call's result begins with a code, or says so in its first words. */
const isFailure = (result: string): boolean =>
  isRefusal(result) || /^\W*(error|failed|there is no|no such)\b/i.test(result);

const written = (scene: Scene) =>
  pastCalls(scene, 'create', 'update').findLast((call) => !isFailure(call.result));

function summary(scene: Scene): string {
  const report = scene.items.find(isReport);
  const path = written(scene)?.args['path'] ?? pathsIn(report?.content ?? '')[0];
  const files = scene.items.flatMap(filesOf).map((file) => `\`${file.path}\``);
  const sources = files.length > 0 ? ` from ${files.join(', ')}` : '';
  if (written(scene) && typeof path === 'string') {
    return `Done: all ${scene.items.length} steps. The report is the document \`${path}\`, made${sources}.`;
  }
  if (!toolFor(scene, 'create') || pastCalls(scene, 'create').length > 0) {
    return `Done, as far as I may: the report could not be stored, so this is what it says:\n\n${write(scene)}`;
  }
  const where = typeof path === 'string' ? ` Its report is \`${path}\`.` : '';
  return `All ${scene.items.length} steps of the plan are done${sources}.${where}`;
}
