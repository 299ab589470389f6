import { wellFormed } from '@vance/kernel';

/** A call's arguments as they go back: a strict server refuses a whole history for one broken text. */
export function argumentsForWire(text: string): string {
  const whole = wellFormed(text);
  try {
    const value: unknown = JSON.parse(whole);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? whole : '{}';
  } catch {
    return '{}';
  }
}
