import { DomainError } from '@vance/kernel';
import type { DocumentFault } from '../faults/document-fault';
import { YamlFaults } from '../faults/yaml-faults';
import { recipeEngines } from './engine-params';

const EXAMPLE =
  '{ name: my-recipe, title: My recipe, description: What it is for., engine: arthur }';

/** A right example for each key. */
const examples: Readonly<Record<string, string>> = {
  name: 'name: my-recipe',
  title: 'title: My recipe',
  description: 'description: What it is for, in one sentence.',
  engine: 'engine: arthur',
  params: 'params: { planMode: auto }',
  planMode: 'planMode: auto',
  approval: 'approval: explicit',
  planOutputViaInbox: 'planOutputViaInbox: false',
  planApprover: 'planApprover: alice',
  readOnlyToolsAdd: 'readOnlyToolsAdd: [relations_add]',
  readOnlyToolsRemove: 'readOnlyToolsRemove: [doc_read]',
  model: 'model: default:chat',
  maxIterations: 'maxIterations: 20',
  maxTurnMinutes: 'maxTurnMinutes: 30',
  maxNodes: 'maxNodes: 200',
  maxDepth: 'maxDepth: 5',
  retries: 'retries: 2',
  phases: 'phases: [{ name: build, task: Build what was designed. }]',
  task: 'task: Build what was designed.',
  fork: 'fork: [{ name: docs, task: Write the manual. }]',
  repeat: 'repeat: { until: tests.passed, max: 3 }',
  gate: 'gate: { approval: Is the design right? }',
  pattern: 'pattern: council',
  rounds: 'rounds: 2',
  heads: 'heads: [{ name: a, persona: You doubt. }, { name: b, persona: You build. }]',
  persona: 'persona: You look for what could go wrong.',
  maxMinutes: 'maxMinutes: 60',
  maxEqualBatches: 'maxEqualBatches: 5',
  promptPrefix: 'promptPrefix: You review code.',
  promptMode: 'promptMode: APPEND',
  tools: 'tools: { allow: ["@read-only"], deny: [doc_delete] }',
  allow: 'allow: [doc_read, "@read-only"]',
  deny: 'deny: [doc_delete]',
  profiles: 'profiles: { foot: { params: { maxIterations: 40 } } }',
  locked: 'locked: false',
  tags: 'tags: [review]',
};

/** How the faults of a recipe are told. */
export const recipeFaults = new YamlFaults({
  code: 'RECIPE_INVALID',
  subject: 'The recipe',
  examples,
  example: EXAMPLE,
  ofUnion: `must be one of ${recipeEngines.join(', ')}`,
});

/** The refusal to begin something by a recipe that got in broken: 422 with what is wrong in each layer. */
export function recipeUnsound(name: string, faults: readonly DocumentFault[]): DomainError {
  const message = `No layer has the recipe ${name} sound: ${faults[0]?.message ?? 'it is broken'}`;
  const errors = faults.map((fault) => ({ path: fault.key ?? '', ...fault }));
  return new DomainError('RECIPE_INVALID', message, { status: 422, data: { errors } });
}
