/** Messages and tools never change once made, so each is written as JSON once in its life. */
export class Remembered<T extends object> {
  private readonly texts = new WeakMap<T, string>();

  constructor(private readonly write: (value: T) => string) {}

  of(value: T): string {
    let text = this.texts.get(value);
    if (text === undefined) this.texts.set(value, (text = this.write(value)));
    return text;
  }
}
