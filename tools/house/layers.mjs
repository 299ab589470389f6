// Which layer may import which: the one table behind the lint rule, the generator and the docs.
// A layer is named by the tag `layer:<name>` in a project's package.json.

const platform = [
  'kernel',
  'protocol',
  'config',
  'egress',
  'observability',
  'data',
  'queue',
  'realtime',
  'llm',
];
const tenancy = [...platform, 'plan-core', 'tenancy'];
const documents = [...tenancy, 'prompt-template', 'documents'];
const process = [...tenancy, 'think-process'];
const tools = [...documents, 'kits', 'think-process', 'tools'];
const domain = [...tools, 'inbox', 'memory'];

/** layer → the layers it may import (itself always included). */
export const layers = {
  kernel: [],
  protocol: ['kernel'],
  'plan-core': ['kernel', 'protocol'],
  'prompt-template': ['kernel'],
  config: ['kernel'],
  egress: ['kernel', 'config'],
  observability: ['kernel', 'config'],
  data: ['kernel', 'config', 'protocol', 'plan-core'],
  queue: ['kernel', 'config'],
  realtime: ['kernel', 'config', 'protocol'],
  llm: ['kernel', 'config', 'protocol'],
  'llm-adapter': ['llm', 'kernel'],
  tenancy: platform,
  documents: [...platform, 'prompt-template', 'tenancy'],
  kits: documents,
  // Asked by what lets work in (gateways) and by what does it (engine-core).
  budgets: documents,
  'think-process': [...platform, 'plan-core', 'tenancy'],
  tools: [...documents, ...process, 'kits'],
  mcp: [...documents, 'tools'],
  inbox: tools,
  memory: [...process, 'tools'],
  'plan-mode': domain,
  'engine-core': [...domain, 'plan-mode', 'budgets'],
  engine: [...domain, 'plan-mode', 'budgets', 'engine-core'],
  gateways: [...domain, 'plan-mode', 'budgets'],
  // What brain, worker and combined share of their wiring.
  runtime: ['*'],
  'worker-runtime': ['*'],
  embedded: ['kernel'],
  testing: ['*'],
  app: ['*'],
};

/** Layers that must stay free of frameworks, so that a client may import them too. */
export const pureLayers = ['kernel', 'protocol', 'plan-core', 'prompt-template'];

/** Libs whose layer is not simply their own name. */
const layerOfLib = { 'llm-openai': 'llm-adapter', 'llm-gemini': 'llm-adapter' };

/** The layer of the project in `dir` (relative to the root, e.g. `libs/engines/arthur`). */
export function layerOf(dir) {
  const [kind, name, sub] = dir.split('/');
  if (kind === 'apps') return 'app';
  if (name === 'engines' && sub) return 'engine';
  return layerOfLib[name] ?? name;
}
