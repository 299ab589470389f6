import { nearest } from './nearest';
import { variables, type Settings, type Variable } from './variables';

/** The environment as Node gives it. */
export type Environment = Readonly<Record<string, string | undefined>>;

const known: ReadonlyMap<string, Variable> = new Map(Object.entries(variables));

/** What a test run tells its own suites; inherited by the products they start, and none of their business. */
const TEST_PREFIX = 'VANCE_TEST_';

/** What the environment says, and one line per fault. An empty value counts as unset. */
export function readEnvironment(env: Environment): {
  readonly settings: Settings;
  readonly faults: readonly string[];
} {
  const values: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const [name, variable] of known) {
    const text = env[name]?.trim();
    if (text === undefined || text === '') continue;
    const parsed = variable.schema.safeParse(text);
    if (parsed.success) values[name] = parsed.data;
    else faults.push(fault(name, text, variable));
  }
  for (const name of Object.keys(env)) {
    const ours = name.startsWith('VANCE_') && !name.startsWith(TEST_PREFIX);
    if (ours && !known.has(name)) faults.push(unknown(name));
  }
  return { settings: values, faults };
}

function fault(name: string, text: string, { expected, example, secret }: Variable): string {
  const shown = secret ? 'the value' : JSON.stringify(text.slice(0, 80));
  return `${name}: ${shown} is not ${expected}; for example ${name}=${example}`;
}

function unknown(name: string): string {
  const meant = nearest(name, [...known.keys()]);
  const variable = meant === undefined ? undefined : known.get(meant);
  const hint =
    variable === undefined
      ? `known are ${[...known.keys()].filter((key) => key.startsWith('VANCE_')).join(', ')}`
      : `did you mean ${meant}? for example ${meant}=${variable.example}`;
  return `${name}: unknown configuration; ${hint}`;
}
