import type { ModelObserver } from '../model-port';

/** An observer that notes what it hears; `shown` may be set to say that a person has seen text. */
export class RecordingObserver implements ModelObserver {
  text = '';
  readonly textDeltas: string[] = [];
  readonly arguments: string[] = [];
  readonly argumentDeltas: { index: number; name: string; delta: string }[] = [];
  restarts = 0;
  shown = false;

  onText(delta: string): void {
    this.text += delta;
    this.textDeltas.push(delta);
  }

  onToolArguments(index: number, name: string, delta: string): void {
    this.arguments[index] = (this.arguments[index] ?? '') + delta;
    this.argumentDeltas.push({ index, name, delta });
  }

  onRestart(): void {
    this.restarts++;
    this.text = '';
    this.arguments.length = 0;
  }

  wasShown(): boolean {
    return this.shown;
  }
}
