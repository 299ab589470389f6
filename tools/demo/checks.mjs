// What must have happened for the demo to count.

/** Throws with a sentence if it did not happen. */
export function check(sentence, happened) {
  if (!happened) throw new Error(`this did not happen: ${sentence}`);
}

/** Judges the whole conversation from the events and tool calls that a client has seen. */
export function checkAll(watcher, report) {
  const { events, approvedAt } = watcher;
  const modes = events.filter((e) => e.name === 'process-mode-changed').map((e) => e.newMode);
  const lists = events.slice(approvedAt).filter((e) => e.name === 'todos-updated');
  const running = lists.map((e) => e.todos.filter((t) => t.status === 'IN_PROGRESS').length);
  const before = watcher.tools.filter((tool) => tool.mode !== 'EXECUTING');
  const seqs = events.map((event) => event.seq);

  check(
    'it went through EXPLORING, PLANNING, EXECUTING',
    inOrder(modes, ['EXPLORING', 'PLANNING', 'EXECUTING']),
  );
  check(
    'it read files while exploring',
    before.some((tool) => /read|list|find|grep/.test(tool.name)),
  );
  check(
    'nothing that writes ran before the approval',
    before.every((tool) => !/create|write|update|delete|edit/.test(tool.name)),
  );
  check('the plan has 3 to 8 steps', watcher.todos.length >= 3 && watcher.todos.length <= 8);
  check(
    'every step was completed',
    watcher.todos.every((todo) => todo.status === 'COMPLETED'),
  );
  check(
    'steps were taken up one at a time',
    running.includes(1) && running.every((count) => count <= 1),
  );
  check('text was streamed while it arose', watcher.streamed > 0);
  check(
    'the events came without gap or repeat',
    seqs.every((seq, i) => i === 0 || seq === seqs[i - 1] + 1),
  );
  check('the report quotes files of the workspace', /`(docs|libs)\/[^`]+`/.test(report));
}

function inOrder(list, wanted) {
  let at = -1;
  return wanted.every((item) => (at = list.indexOf(item, at + 1)) >= 0);
}
