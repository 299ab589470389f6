import { constructFromEvents, CORE_SCHEMA, parseEvents, YAMLException, type Event } from 'js-yaml';
import { err, ok, type Result } from '@vance/kernel';
import { checkTree } from './check-tree';
import { lineCounter } from './line-counter';
import { yamlLimits } from './limits';
import { positionsOf, type Positions } from './positions';
import type { YamlFault } from './yaml-fault';

/** A YAML text that was found harmless. */
export interface ParsedYaml {
  readonly value: unknown;
  /** Line of the key (or list item) at a path; of its nearest known ancestor where it is absent. First line is 1. */
  lineOf(path: readonly PropertyKey[]): number;
}

/**
 * The only way YAML from outside is read: core schema without tags or merges, one document, bounded in size,
 * depth and aliases, no duplicate or prototype keys, no cycles. The value's shape is for a zod schema to judge.
 */
export function parseYaml(text: string): Result<ParsedYaml, YamlFault> {
  if (Buffer.byteLength(text) > yamlLimits.bytes)
    return err({ line: 1, message: `the text is over ${yamlLimits.bytes / 1024} KiB` });
  const lineAt = lineCounter(text);
  let events: Event[] = [];
  let documents: unknown[];
  try {
    events = parseEvents(text, { maxDepth: yamlLimits.depth });
    documents = constructFromEvents(events, {
      source: text,
      schema: CORE_SCHEMA,
      maxAliases: yamlLimits.aliases,
    });
  } catch (error) {
    return err(faultOf(error, positionsOf(text, events)));
  }
  const [value] = documents;
  if (documents.length > 1) return err({ line: 1, message: 'only one document is allowed' });
  if (value === undefined || value === null) return err({ line: 1, message: 'the text is empty' });
  const positions = positionsOf(text, events);
  const lineOf = (path: readonly PropertyKey[]): number => lineAt(positions.nearest(path));
  const fault = checkTree(value);
  if (fault !== null) return err({ line: lineOf(fault.path), ...fault });
  return ok({ value, lineOf });
}

function faultOf(error: unknown, positions: Positions): YamlFault {
  if (error instanceof YAMLException) {
    const { reason, mark } = error;
    const path = mark === undefined ? undefined : positions.at(mark.position);
    return {
      line: (mark?.line ?? 0) + 1,
      message: reason,
      ...(path === undefined ? {} : { path }),
    };
  }
  return { line: 1, message: 'the text cannot be read as YAML' };
}
