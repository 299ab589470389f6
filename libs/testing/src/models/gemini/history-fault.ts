interface WirePart {
  readonly text?: string;
  readonly functionCall?: { readonly id?: string; readonly name?: string };
  readonly functionResponse?: { readonly id?: string; readonly name?: string };
}

interface WireContent {
  readonly role?: string;
  readonly parts?: readonly WirePart[];
}

/**
 * Why Gemini would refuse these contents, or null: a user begins, no content is empty, and a content of calls
 * is followed by one that holds their results, in order, and nothing else.
 */
export function historyFault(contents: readonly WireContent[]): string | null {
  if (contents[0]?.role !== 'user') return 'a user has to begin';
  let open: string[] = [];
  for (const { role, parts = [] } of contents) {
    if (parts.length === 0) return 'a content is empty';
    const results = parts.flatMap(({ functionResponse: r }) => (r ? [`${r.id} ${r.name}`] : []));
    if (results.length > 0 && results.length < parts.length) return 'results stand beside words';
    if (results.join() !== open.join()) return `"${results.join()}" answers "${open.join()}"`;
    open = parts.flatMap(({ functionCall: call }) => (call ? [`${call.id} ${call.name}`] : []));
    if (open.length > 0 && role !== 'model') return 'a user calls';
  }
  return open.length > 0 ? `"${open.join()}" has no result` : null;
}
