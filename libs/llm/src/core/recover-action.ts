import { asRecord } from './narrow';

const FENCE = /^[ \t]*(`{3,}|~{3,})[^\n`]*\n([\s\S]*?)^[ \t]*\1[`~]*[ \t]*$/gm;

function asAction(text: string): Readonly<Record<string, unknown>> | null {
  if (!text.startsWith('{') || !text.endsWith('}')) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const action = asRecord(value);
  return typeof action?.['type'] === 'string' ? action : null;
}

/**
 * The action a model wrote as text instead of calling the function (1.12): the whole body, or the only
 * fenced block in it. Null for anything else, several blocks included: nothing is guessed. Whether it
 * is a valid action is for the action's schema to say.
 */
export function recoverAction(text: string): Readonly<Record<string, unknown>> | null {
  const whole = asAction(text.trim());
  if (whole) return whole;
  const [only, another] = text.matchAll(FENCE);
  return only && !another ? asAction((only[2] ?? '').trim()) : null;
}
