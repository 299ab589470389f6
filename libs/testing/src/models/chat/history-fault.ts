interface WireMessage {
  readonly role?: string;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly { readonly id?: string }[];
}

/** Why a strict provider would refuse this history, or null: every call has its id and exactly one result. */
export function historyFault(messages: readonly WireMessage[]): string | null {
  let open = new Set<string>();
  for (const message of messages) {
    if (message.role === 'tool') {
      const id = message.tool_call_id ?? '';
      if (!open.delete(id)) return `the result "${id}" answers no open call`;
      continue;
    }
    if (open.size > 0) return `the call "${[...open][0]}" has no result`;
    const ids = (message.tool_calls ?? []).map((call) => call.id ?? '');
    if (ids.includes('')) return 'a call has no id';
    open = new Set(ids);
    if (open.size !== ids.length) return 'two calls share an id';
  }
  return open.size > 0 ? `the call "${[...open][0]}" has no result` : null;
}
