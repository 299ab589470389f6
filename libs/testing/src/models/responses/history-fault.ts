interface WireItem {
  readonly type?: string;
  readonly role?: string;
  readonly id?: string;
  readonly call_id?: string;
}

/**
 * Why OpenAI would refuse this input, or null: every call has one output, an output answers a call before it, and a
 * reasoning item is followed by the item that came out of it.
 */
export function historyFault(items: readonly WireItem[]): string | null {
  const open = new Set<string>();
  const made = new Set<string>();
  for (const [index, { type = 'message', call_id: id = '', role }] of items.entries()) {
    if (type === 'function_call') {
      if (id === '') return 'a call has no id';
      if (made.has(id)) return 'two calls share an id';
      made.add(id);
      open.add(id);
    } else if (type === 'function_call_output') {
      if (!open.delete(id)) return `the output "${id}" answers no open call`;
    } else if (type === 'reasoning') {
      const next = items[index + 1];
      const follows =
        next?.type === 'function_call' || next?.type === 'reasoning' || next?.role === 'assistant';
      if (!follows) return 'a reasoning item is not followed by what came out of it';
    } else if (role === 'user' && open.size > 0) return `the call "${[...open][0]}" has no output`;
  }
  return open.size > 0 ? `the call "${[...open][0]}" has no output` : null;
}
