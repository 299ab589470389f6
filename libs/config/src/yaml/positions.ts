import { EVENT_ID, getScalarValue, type Event } from 'js-yaml';

/** Where the keys and list items of a YAML text stand. */
export interface Positions {
  /** Offset of the entry at a path, or of the nearest ancestor that is written down. */
  nearest(path: readonly PropertyKey[]): number;
  /** Path of the entry at an offset, of a key that stands there again too. */
  at(offset: number): readonly string[] | undefined;
}

interface Entry {
  readonly offset: number;
  readonly path: readonly string[];
  readonly children: Map<string, Entry>;
}
interface Open {
  readonly entry: Entry;
  readonly kind: 'document' | 'sequence' | 'mapping';
  next: number;
  /** The key whose value comes next, in a mapping. */
  key: { readonly name: string; readonly offset: number } | null;
}

/** A second look at the parser's events, which carry the offsets that the constructed value has lost. */
export function positionsOf(text: string, events: readonly Event[]): Positions {
  const root: Entry = { offset: 0, path: [], children: new Map() };
  const entries: Entry[] = [];
  const stack: Open[] = [];
  for (const event of events) {
    if (event.type === EVENT_ID.POP) stack.pop();
    else if (event.type === EVENT_ID.DOCUMENT)
      stack.push({ entry: root, kind: 'document', next: 0, key: null });
    else visit(text, stack, event, entries);
  }
  return {
    nearest(path) {
      let entry = root;
      for (const step of path) {
        const child = entry.children.get(String(step));
        if (child === undefined) break;
        entry = child;
      }
      return entry.offset;
    },
    at: (offset) => entries.find((entry) => entry.offset === offset)?.path,
  };
}

type Content = Exclude<Event, { type: typeof EVENT_ID.POP } | { type: typeof EVENT_ID.DOCUMENT }>;

function visit(text: string, stack: Open[], event: Content, entries: Entry[]): void {
  const parent = stack.at(-1);
  if (parent === undefined) return;
  const offset = offsetOf(event);
  if (parent.kind === 'mapping' && parent.key === null && event.type === EVENT_ID.SCALAR) {
    parent.key = { name: getScalarValue(text, event), offset };
    return;
  }
  const entry = place(parent, offset);
  entries.push(entry);
  if (event.type === EVENT_ID.SEQUENCE) stack.push({ entry, kind: 'sequence', next: 0, key: null });
  if (event.type === EVENT_ID.MAPPING) stack.push({ entry, kind: 'mapping', next: 0, key: null });
}

/** Notes an entry under its parent and gives it back. */
function place(parent: Open, offset: number): Entry {
  if (parent.kind === 'document') return parent.entry;
  const name = parent.kind === 'mapping' ? (parent.key?.name ?? '') : String(parent.next);
  const entry: Entry = {
    offset: parent.key?.offset ?? offset,
    path: [...parent.entry.path, name],
    children: new Map(),
  };
  parent.entry.children.set(name, entry);
  parent.next += 1;
  parent.key = null;
  return entry;
}

function offsetOf(event: Content): number {
  switch (event.type) {
    case EVENT_ID.SCALAR:
      return event.valueStart;
    case EVENT_ID.ALIAS:
      return event.anchorStart;
    case EVENT_ID.SEQUENCE:
    case EVENT_ID.MAPPING:
      return event.start;
  }
}
