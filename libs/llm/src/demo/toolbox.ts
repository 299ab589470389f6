import type { ModelTool } from '../model-port';
import type { ToolWish } from './decision';
import type { Scene } from './scene';

/** What a tool is good for, and the names under which it may be offered, best first. */
const ROLES = {
  list: ['work_file_list', 'client_file_list'],
  find: ['work_file_find', 'client_file_find'],
  search: ['work_file_grep', 'client_file_grep'],
  read: ['work_file_read', 'client_file_read'],
  listDocuments: ['doc_list'],
  readDocument: ['doc_read'],
  create: ['doc_create'],
  update: ['doc_update'],
} as const;
export type Role = keyof typeof ROLES;

/** The offered tool for a purpose, or undefined. */
export function toolFor(scene: Scene, role: Role): ModelTool | undefined {
  for (const name of ROLES[role]) {
    const tool = scene.tools.get(name);
    if (tool) return tool;
  }
  return undefined;
}

/** A wish for the tool of a role, with what its schema knows of the hints; nothing if it is not offered. */
export function wish(
  scene: Scene,
  role: Role,
  hints: Readonly<Record<string, unknown>>,
): readonly ToolWish[] {
  const tool = toolFor(scene, role);
  return tool ? [{ name: tool.name, args: fit(tool, hints) }] : [];
}

/** The hints that the tool's schema names; all of them if it names none. */
export function fit(
  tool: ModelTool,
  hints: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const properties = tool.parameters['properties'];
  if (typeof properties !== 'object' || properties === null) return hints;
  return Object.fromEntries(
    Object.entries(hints).filter(([name]) => Object.hasOwn(properties, name)),
  );
}

/** Past calls of a role's tools in this run. */
export function pastCalls(scene: Scene, ...roles: readonly Role[]) {
  const names = new Set<string>(roles.flatMap((role) => [...ROLES[role]]));
  return scene.calls.filter((call) => names.has(call.name));
}
