import { answer, useTools, type Decision } from './decision';
import { decideExecuting } from './execute';
import { candidates, nextLook, tellingWord, topic } from './explore';
import { decidePlanning } from './planning';
import { draftSteps, propose } from './proposal';
import { refusedAction, type Scene } from './scene';
import { decideNormal, SELF } from './talk';
import { brief } from './words';

/** What the demo model does with a request. Deterministic: the same scene, the same decision. */
export function decide(scene: Scene): Decision {
  if (!scene.action) return { kind: 'text', text: plainText(scene) };
  const decision = decideByMode(scene);
  return repeats(scene, decision)
    ? answer('I am going round in circles here, so I stop. Tell me how you would like to go on.')
    : decision;
}

function decideByMode(scene: Scene): Decision {
  switch (scene.mode) {
    case 'EXPLORING':
      return decideExploring(scene);
    case 'PLANNING':
      return decidePlanning(scene);
    case 'EXECUTING':
      return decideExecuting(scene);
    default:
      return decideNormal(scene);
  }
}

function decideExploring(scene: Scene): Decision {
  if (refusedAction(scene)) {
    return answer('My proposal was not accepted. Tell me what the plan should look like.');
  }
  const looks = nextLook(scene);
  if (looks.length > 0) return useTools(looks);
  const goal = scene.goal || brief(scene.user, 200);
  const found = candidates(scene);
  if (found.length === 0) {
    const message = `I looked around and found no files or documents to work with, so there is nothing to plan. Put some into the project and ask again.\n\n${SELF}`;
    return answer(message, { abandonPlan: true });
  }
  return propose(scene, goal, draftSteps(goal, topic(scene), found, tellingWord(scene)));
}

/** A request without the action function is a helper's: a title, a summary, the last word of a turn. */
function plainText(scene: Scene): string {
  const done = scene.items.filter((item) => item.status === 'done').length;
  if (scene.items.length > 0) {
    return `So far ${done} of ${scene.items.length} steps are done. Say “go on” and I continue.`;
  }
  return scene.user === '' ? SELF : brief(scene.user, 80);
}

/** The same call with the same arguments three times in a row leads nowhere. */
function repeats(scene: Scene, decision: Decision): boolean {
  const last = scene.calls.slice(-3).map((call) => JSON.stringify([call.name, call.args]));
  if (last.length < 3 || new Set(last).size > 1) return false;
  if (decision.kind !== 'action') return false;
  const wished = [scene.action?.name, { type: decision.type, ...decision.args }];
  return last[0] === JSON.stringify(wished);
}
