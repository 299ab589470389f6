// What a user would see, as lines of a terminal.

const colours = process.stdout.isTTY && !process.env.NO_COLOR;
const paint = (code) => (text) => (colours ? `\u001b[${code}m${text}\u001b[0m` : text);
const bold = paint(1);
const dim = paint(2);
const green = paint(32);
const cyan = paint(36);
const red = paint(31);

const MARK = { PENDING: '[ ]', IN_PROGRESS: '[~]', COMPLETED: '[✓]' };
let open = false;
let shown = [];

/** Ends a line of streamed text. */
function closeLine() {
  if (open) process.stdout.write('\n');
  open = false;
}

const markOf = (todo) => (todo.blockedReason ? '[!]' : (MARK[todo.status] ?? '[?]'));

function line(text) {
  closeLine();
  process.stdout.write(`${text}\n`);
}

export const screen = {
  title: (text) => line(`\n${bold(text)}`),
  user: (text) => line(`\n${cyan('you   ›')} ${text}`),
  note: (text) => line(dim(`        ${text}`)),
  text: (text) => line(text),
  /** A piece of the assistant's words while they arrive. */
  stream(text, first) {
    if (first) {
      closeLine();
      process.stdout.write(`\n${green('arthur ›')} `);
    }
    process.stdout.write(text);
    open = true;
  },
  /** A whole message, where nothing of it was streamed. */
  message: (text) => line(`\n${green('arthur ›')} ${text}`),
  /** The list: whole when its steps are new, then only what has changed. */
  todos(todos) {
    const before = new Map(shown.map((todo) => [todo.id, markOf(todo)]));
    const fresh = todos.some(({ id }) => !before.has(id));
    for (const todo of todos) {
      if (!fresh && before.get(todo.id) === markOf(todo)) continue;
      const words = (todo.status === 'IN_PROGRESS' && todo.activeForm) || todo.content;
      line(`        ${markOf(todo)} ${words}`);
    }
    shown = todos;
  },
  fault(error) {
    closeLine();
    process.stderr.write(
      `${red('demo failed:')} ${error instanceof Error ? error.message : String(error)}\n`,
    );
  },
};
