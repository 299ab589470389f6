import { forbiddenKeys, yamlLimits } from './limits';

/** What makes a parsed tree dangerous to walk, and where. */
export interface TreeFault {
  readonly path: readonly string[];
  readonly message: string;
}

/** Walks a parsed value once, as every later reader would: cycles, repeated subtrees and prototype keys end here. */
export function checkTree(value: unknown): TreeFault | null {
  let left: number = yamlLimits.nodes;
  const above = new Set<object>();

  function walk(node: unknown, path: readonly string[]): TreeFault | null {
    left -= 1;
    if (left < 0) return { path, message: 'aliases make the text too large' };
    if (typeof node !== 'object' || node === null) return null;
    if (above.has(node)) return { path, message: 'an alias contains itself' };
    if (path.length > yamlLimits.depth)
      return { path, message: `the text is nested deeper than ${yamlLimits.depth}` };
    above.add(node);
    for (const [key, child] of Object.entries(node)) {
      const here = [...path, key];
      if (forbiddenKeys.has(key)) return { path: here, message: `the key ${key} is not allowed` };
      const fault = walk(child, here);
      if (fault !== null) return fault;
    }
    above.delete(node);
    return null;
  }

  return walk(value, []);
}
