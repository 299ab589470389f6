import { action, type Decision } from './decision';
import { mixed, type Candidate } from './explore';
import { fileText, takeNotes } from './material';
import type { Scene } from './scene';
import { pastCalls } from './toolbox';
import { brief, keywords, slug, subjectOf } from './words';

/** A step as the demo model proposes it. */
export interface Draft {
  readonly id: string;
  readonly content: string;
  readonly activeForm?: string;
  readonly files?: readonly string[];
}

/** The step's words say all that carrying it out needs: they are what comes back in the plan state. */
export function readDraft(file: Pick<Candidate, 'path' | 'document'>, about: string): Draft {
  const { path, document } = file;
  const what = document ? `the document \`${path}\`` : `\`${path}\``;
  return {
    id: slug(
      path
        .replace(/\.\w+$/, '')
        .split('/')
        .slice(-2)
        .join('-'),
    ),
    content: `Read ${what} and note what it says about ${about}`,
    activeForm: `Reading ${path}`,
    ...(document ? {} : { files: [path] }),
  };
}

export const searchDraft = (word: string): Draft => ({
  id: 'search',
  content: `Search the workspace for "${word}" and collect the places`,
  activeForm: `Searching for ${word}`,
});

export const reportDraft = (goal: string): Draft => ({
  id: 'report',
  content: `Write the report \`reports/${slug(keywords(goal).join(' ') || goal)}.md\` from what was read`,
  activeForm: 'Writing the report',
});

/** Up to four files, a search if there is a word for it, the report: 3 to 6 steps that name what was found. */
export function draftSteps(
  goal: string,
  words: readonly string[],
  found: readonly Candidate[],
  searched: string | undefined,
): Draft[] {
  const about = subjectOf(goal) || (words[0] ?? 'the topic');
  const files = mixed(found, 4).map((file) => readDraft(file, about));
  const search = searched === undefined ? [] : [searchDraft(searched)];
  const steps = unique([...files, ...search, reportDraft(goal)]);
  return steps.length >= 3 ? steps : [outlineDraft, ...steps];
}

const outlineDraft: Draft = {
  id: 'outline',
  content: 'Outline what the report has to answer',
  activeForm: 'Outlining the report',
};

/** Ids must differ; two files may share a name. */
export function unique(steps: readonly Draft[]): Draft[] {
  const seen = new Map<string, number>();
  return steps.map((step) => {
    const count = (seen.get(step.id) ?? 0) + 1;
    seen.set(step.id, count);
    return count === 1 ? step : { ...step, id: `${step.id}-${count}` };
  });
}

/** The proposal for these steps. `remark` says what a revision has changed. */
export function propose(
  scene: Scene,
  goal: string,
  steps: readonly Draft[],
  remark = '',
): Decision {
  return action('PROPOSE_PLAN', {
    reason: 'The workspace has been looked at; the user decides.',
    goal,
    summary: brief(`${steps.length} steps: ${goal}`, 160),
    plan: markdown(scene, goal, steps, remark),
    todos: steps,
  });
}

function markdown(scene: Scene, goal: string, steps: readonly Draft[], remark: string): string {
  const seen = pastCalls(scene, 'read', 'readDocument').map((call) => {
    const path = typeof call.args['path'] === 'string' ? call.args['path'] : 'a file';
    const notes = takeNotes(path, fileText(call.result), []);
    return `* \`${path}\`: ${brief(notes.title, 80)} (${notes.lines} lines)`;
  });
  const numbered = steps.map((step, i) => `${i + 1}. ${step.content}`);
  return [
    '## Plan',
    brief(goal, 300),
    ...(remark === '' ? [] : ['', remark]),
    '',
    ...numbered,
    ...(seen.length > 0 ? ['', 'Seen so far:', '', ...seen] : []),
    '',
    '## Risks',
    'I am a demo model: I collect and quote, I do not judge. A file that has moved meanwhile is named as missing.',
    '',
    '## Verification',
    'The report exists as a document of the project and quotes each file with its path.',
    '',
    '## Next Action',
    `After your approval: ${steps[0]?.content ?? 'begin'}.`,
  ].join('\n');
}
