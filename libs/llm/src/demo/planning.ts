import { action, answer, useTools, type Decision } from './decision';
import { candidates, searchWish } from './explore';
import {
  draftSteps,
  propose,
  readDraft,
  reportDraft,
  searchDraft,
  unique,
  type Draft,
} from './proposal';
import { refusedAction, type PlanItem, type Scene } from './scene';
import { pastCalls, toolFor } from './toolbox';
import { brief, keywords, pathsIn, subjectOf } from './words';

/** What a reply to a plan means. */
export type Reply = 'approve' | 'edit' | 'reject' | 'question' | 'unclear';

/** Matches any of the words or phrases, `|` between them, as whole words. */
const anyOf = (list: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${list})(?![\\p{L}\\p{N}])`, 'iu');

const EDIT = anyOf(
  'but|instead|also|add|without|skip|leave out|drop|remove|change|rather|only|include|exclude|fewer|shorter|less|more|edit|revise' +
    '|aber|statt|stattdessen|auch|ohne|lass|füge|nur|ändere|weniger|kürzer|noch',
);
const REJECT = anyOf(
  "no|nope|nein|not|don't|stop|cancel|reject|rejected|forget|never ?mind|abort|nicht|abbrechen|abgelehnt|vergiss",
);
const APPROVE = anyOf(
  'ok|okay|yes|yep|sure|approved?|go ahead|go for it|do it|looks good|sounds good|good|lgtm|proceed|start|fine|perfect|great|go' +
    '|ja|mach|los|gut|passt|einverstanden|genehmigt|weiter',
);

/** Reads a reply. A change beats an approval, a refusal too: in doubt nothing starts. */
export function readReply(text: string): Reply {
  if (/\?\s*$/.test(text)) return 'question';
  if (EDIT.test(text)) return 'edit';
  if (REJECT.test(text)) return 'reject';
  return APPROVE.test(text) ? 'approve' : 'unclear';
}

/** PLANNING: a plan lies on the table and the user has said something. */
export function decidePlanning(scene: Scene): Decision {
  if (refusedAction(scene)) {
    return answer(
      'I cannot start yet: the plan still waits for your approval. Press **approve**, or say that I may begin.',
    );
  }
  const reply = readReply(scene.user);
  switch (reply) {
    case 'approve':
      return scene.phase === 'drafting'
        ? revise(scene)
        : action('START_EXECUTION', { reason: 'The user has approved the plan.' });
    case 'edit':
      return revise(scene);
    case 'reject':
      return answer(
        'Good, I drop this plan; nothing was changed. Tell me what you would like instead.',
        { abandonPlan: true },
      );
    case 'question':
      return answer(describe(scene));
    case 'unclear':
      // A version that was sent back is not asked about again: the user has said what there is to say.
      return scene.phase === 'drafting' ? revise(scene) : answer(describe(scene));
  }
}

function describe(scene: Scene): string {
  const steps = scene.items.map((item, i) => `${i + 1}. ${item.content}`).join('\n');
  return `The plan is this:\n\n${steps}\n\nShall I begin? You can also say what to add or leave out, or that you do not want it.`;
}

const REMOVAL = anyOf('without|skip|leave out|drop|remove|exclude|no|ohne|lass');
const SHORTER = anyOf('fewer|shorter|less|weniger|kürzer');

/** The revised plan; a wish for something new is looked up first. */
function revise(scene: Scene): Decision {
  const goal = scene.goal || brief(scene.earlier.at(-1) ?? scene.user, 120);
  const kept = scene.items.map(asDraft);
  const wanted = keywords(scene.user);
  const mentioned = (step: Draft): boolean =>
    wanted.some((w) => `${step.id} ${step.content}`.toLowerCase().includes(w));

  if (REMOVAL.test(scene.user) && kept.some(mentioned)) {
    return proposeRevision(
      scene,
      goal,
      kept.filter((step) => !mentioned(step)),
      'Left out as you said.',
    );
  }
  if (SHORTER.test(scene.user)) {
    return proposeRevision(
      scene,
      goal,
      [...kept.slice(0, 2), ...kept.slice(-1)],
      'Shortened as you said.',
    );
  }
  if (wanted.length === 0) {
    return answer(
      'What should be different? You can say what to add, what to leave out, or “shorter”.',
    );
  }
  if (toolFor(scene, 'search') && pastCalls(scene, 'search').length === 0) {
    return useTools(searchWish(scene, wanted[0] ?? ''));
  }
  return proposeRevision(
    scene,
    goal,
    extend(scene, kept, wanted),
    `Taken up: “${brief(scene.user, 120)}”`,
  );
}

/** New steps go before the report, which stays the last one. */
function extend(scene: Scene, kept: readonly Draft[], words: readonly string[]): Draft[] {
  const known = new Set(kept.flatMap((step) => pathsIn(step.content)));
  const about = subjectOf(scene.user) || (words[0] ?? 'the topic');
  const fresh = candidates(scene, words)
    .filter(({ path }) => !known.has(path))
    .slice(0, 2)
    .map((file) => readDraft(file, about));
  const wished: Draft = { id: 'wish', content: `Take into account: ${brief(scene.user, 200)}` };
  const added = fresh.length > 0 ? fresh : [wished];
  const cut = kept.at(-1)?.content.startsWith('Write the report') ? kept.length - 1 : kept.length;
  return [...kept.slice(0, cut).slice(0, 6 - added.length), ...added, ...kept.slice(cut)];
}

function proposeRevision(
  scene: Scene,
  goal: string,
  steps: readonly Draft[],
  remark: string,
): Decision {
  const hasReport = steps.some((step) => step.content.startsWith('Write the report'));
  const whole = hasReport ? steps : [...steps, reportDraft(goal)];
  if (whole.length >= 3) return propose(scene, goal, unique(whole), remark);
  const about = keywords(goal);
  const filled = [
    ...draftSteps(goal, about, [], undefined).slice(0, 1),
    searchDraft(about[0] ?? 'export'),
  ];
  return propose(scene, goal, unique([...filled, ...whole]), remark);
}

function asDraft(item: PlanItem): Draft {
  const files = item.content.startsWith('Read `') ? pathsIn(item.content) : [];
  return { id: item.id, content: item.content, ...(files.length > 0 ? { files } : {}) };
}
