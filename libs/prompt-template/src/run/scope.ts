import type { Value, ValueRecord } from './value';

/** What a template was given, under what it has set itself on its own level. */
class Given {
  private readonly changed = new Map<string, Value>();

  constructor(private readonly below: Given | ValueRecord) {}

  get(name: string): Value {
    if (this.changed.has(name)) return this.changed.get(name);
    return this.below instanceof Given ? this.below.get(name) : this.below[name];
  }

  set(name: string, value: Value): void {
    this.changed.set(name, value);
  }
}

/**
 * Where names are bound: a template's own level, a loop, an included template. As in nunjucks, a set within a loop
 * changes a name that is bound outside of it, else it is gone with the loop; blocks of `if` bind nothing; a name
 * without a value counts as not bound, so that what lies below it is seen.
 */
export class Scope {
  private readonly values = new Map<string, Value>();

  private constructor(
    private readonly given: Given,
    private readonly outer: Scope | undefined,
    private readonly kind: 'template' | 'loop',
    /** Names that are bound even while they have no value. */
    private readonly loopNames: readonly string[],
  ) {}

  static of(context: ValueRecord): Scope {
    return new Scope(new Given(context), undefined, 'template', []);
  }

  /** A loop that binds these names. */
  loop(names: readonly string[]): Scope {
    return new Scope(this.given, this, 'loop', names);
  }

  /** An included template: it sees everything and changes nothing out here. */
  included(): Scope {
    return new Scope(new Given(this.given), this, 'template', []);
  }

  get(name: string): Value {
    const scope = this.binder(name);
    return scope ? scope.values.get(name) : this.given.get(name);
  }

  /** Binds a name of this very loop. */
  bind(name: string, value: Value): void {
    this.values.set(name, value);
  }

  /** What `set` does. */
  set(name: string, value: Value): void {
    (this.ownerOf(name) ?? this).values.set(name, value);
    if (this.kind === 'template') this.given.set(name, value);
  }

  private binder(name: string): Scope | undefined {
    return this.binds(name) ? this : this.outer?.binder(name);
  }

  private ownerOf(name: string): Scope | undefined {
    if (this.binds(name)) return this;
    return this.kind === 'template' ? undefined : this.outer?.ownerOf(name);
  }

  private binds(name: string): boolean {
    return this.values.get(name) !== undefined || this.loopNames.includes(name);
  }
}
