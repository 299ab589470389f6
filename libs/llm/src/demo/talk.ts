import { action, answer, useTools, type Decision, type ToolWish } from './decision';
import { fileText, takeNotes } from './material';
import { isRefusal, refusedAction, type Scene } from './scene';
import { fit, wish } from './toolbox';
import { brief, pathsIn } from './words';

/** Who speaks, and how to get a real model: said plainly, and often. */
export const SELF =
  'I am the **demo model**: a small program without knowledge of its own. I can show you how a plan runs, on your real files, but I cannot think for you. ' +
  'For a real model set `OPENAI_API_KEY` or `GEMINI_API_KEY` (and `VANCE_MODEL` if you like, for example `openai:gpt-5-mini`), then start again.';

const INVITATION =
  'Ask me, for example: “Explore the docs and write a report about how a turn works.” I will look around, propose a plan, and wait for your approval.';

const WORTH_A_PLAN =
  /(?<!\p{L})(explor\w*|analy[sz]\w*|investigat\w*|review\w*|audit\w*|summari[sz]\w*|document\w*|reports?|plan|refactor\w*|rebuild\w*|redesign\w*|implement\w*|survey\w*|compare\w*|research\w*|improve\w*|migrat\w*|write|prepare|erkunde\w*|untersuche\w*|analysier\w*|bericht\w*|plane|schreib\w*|vergleich\w*|überarbeite\w*|fasse)(?!\p{L})/iu;

/** Questions that one tool answers: words, the tool's name, hints for its arguments. */
const LOOKUPS: readonly (readonly [RegExp, string, Readonly<Record<string, unknown>>])[] = [
  [/what time|what date|which day|wie spät|welcher tag/i, 'current_time', {}],
  [/who am i|wer bin ich/i, 'whoami', {}],
  [/which files|what files|list (the )?files|welche dateien/i, 'work_file_list', { path: '.' }],
  [/which documents|what documents|list (the )?documents|welche dokumente/i, 'doc_list', {}],
  [/which recipes|what recipes|list (the )?recipes/i, 'recipe_list', {}],
  [/which projects|what projects|list (my |the )?projects/i, 'project_list', {}],
];

/** NORMAL: small talk is answered, a look-up looked up, anything bigger gets a plan. */
export function decideNormal(scene: Scene): Decision {
  if (refusedAction(scene)) {
    return answer(`Plans are switched off here, so I can only answer and look things up. ${SELF}`);
  }
  const done = scene.calls.findLast((call) => call.name !== scene.action?.name);
  if (done) return answer(`${shown(done.args, done.result)}\n\n${SELF}`);
  const lookup = lookUp(scene);
  if (lookup) return useTools([lookup]);
  if (WORTH_A_PLAN.test(scene.user)) {
    return action('START_PLAN', {
      reason: 'This takes several steps, so the user should see a plan first.',
      goal: brief(scene.user, 200),
    });
  }
  return answer(`${SELF}\n\n${INVITATION}`);
}

function lookUp(scene: Scene): ToolWish | undefined {
  for (const [words, name, hints] of LOOKUPS) {
    const tool = scene.tools.get(name);
    if (tool && words.test(scene.user)) return { name, args: fit(tool, hints) };
  }
  const [path] = pathsIn(scene.user);
  const asksForFile = /\b(read|show|open|what|lies|zeig|was)\b/i.test(scene.user);
  if (!path || !asksForFile || /\breport|\bbericht/i.test(scene.user)) return undefined;
  return wish(scene, 'read', { path, limit: 120 })[0];
}

function shown(args: Readonly<Record<string, unknown>>, result: string): string {
  if (isRefusal(result)) return 'I tried to look that up, but it did not work.';
  const path = args['path'];
  const text = fileText(result);
  if (typeof path === 'string' && pathsIn(path).length > 0) {
    const notes = takeNotes(path, text, []);
    const headings = notes.headings.map((heading) => `* ${brief(heading, 120)}`).join('\n');
    return `\`${path}\`, ${notes.lines} lines, begins: “${brief(notes.opening, 300)}”\n\n${headings}`;
  }
  return `Here is what I found:\n\n\`\`\`\n${text.slice(0, 1500).toWellFormed()}\n\`\`\``;
}
