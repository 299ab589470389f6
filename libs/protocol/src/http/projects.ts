import { z } from 'zod';
import { agentModeSchema, clientProfileSchema, planPhaseSchema, processModeSchema } from '../enums';
import { nameSchema } from '../ws';
import type { RouteSpec } from './route';
import {
  documentPathSchema,
  ifMatch,
  layerSchema,
  limitSchema,
  pageOf,
  pageQuerySchema,
  projectParams,
  versionBodySchema,
  versionNumber,
  versionRefSchema,
} from './shared';

export const projectCreateSchema = z.strictObject({
  name: nameSchema,
  title: z.string().max(200).optional(),
});
export const projectChangeSchema = z.strictObject({ title: z.string().max(200) });
export const projectViewSchema = z.object({ name: z.string(), title: z.string() });

export const documentHeadSchema = z.object({
  path: z.string(),
  version: z.number().int(),
  title: z.string().optional(),
  updatedAt: z.string().optional(),
});
export const documentVersionSchema = z.object({
  version: z.number().int(),
  at: z.string(),
  /** A user's id, or a name of the server's own. */
  by: z.string(),
  title: z.string().optional(),
  /** Bytes of the text. */
  size: z.number().int(),
  /** SHA-256 of the text, hex. */
  hash: z.string().optional(),
  /** This version is the document's deletion: there is no text. */
  deleted: z.literal(true).optional(),
  /** The version whose text this one brought back. */
  restoredFrom: z.number().int().optional(),
});
/** A layer whose document is broken: saving refuses such a one, it got in another way. */
export const brokenLayerSchema = versionRefSchema.extend({
  faults: z.array(
    z.object({
      message: z.string(),
      /** First line is 1. */
      line: z.number().int().optional(),
      column: z.number().int().optional(),
      /** Path of the key, in YAML. */
      key: z.string().optional(),
    }),
  ),
});
export const effectiveSchema = z.object({
  content: z.string(),
  layer: layerSchema,
  version: z.number().int(),
  /** The layers below that hold one too. */
  shadowed: z.array(versionRefSchema),
  /** What is broken; a broken layer above the content is passed over. */
  faults: z.array(brokenLayerSchema).optional(),
  /** Of `ai-models.yaml`, which is merged by key: the layers that took part, nearest first, and the one behind each key. */
  merged: z
    .object({
      layers: z.array(versionRefSchema),
      origins: z.array(versionRefSchema.extend({ key: z.string() })),
    })
    .optional(),
});
export const recipeHeadSchema = z.looseObject({
  name: z.string(),
  /** Absent where every layer of the recipe is broken. */
  engine: z.string().optional(),
  /** Whether this server can play the recipe: it has the engine, and a layer is sound. */
  available: z.boolean(),
  layer: layerSchema,
  version: z.number().int(),
  shadowed: z.array(versionRefSchema),
  faults: z.array(brokenLayerSchema).optional(),
});
export const promptPreviewSchema = z.strictObject({
  mode: processModeSchema,
  /** Whose parameters the prompt can ask about. */
  recipe: nameSchema.default('arthur'),
  /** A model, an alias or several by comma; the recipe's own when absent. */
  model: z.string().min(1).max(512).optional(),
  /** The one that belongs to the mode when absent. */
  phase: planPhaseSchema.optional(),
  agentMode: agentModeSchema.default('build'),
  profile: clientProfileSchema.default('web'),
});
export const promptPreviewViewSchema = z.object({
  text: z.string(),
  /** The document that was rendered. */
  source: z.object({ path: z.string(), layer: layerSchema, version: z.number().int() }),
});

const documentParams = projectParams.extend({ path: documentPathSchema });
const recipeParams = projectParams.extend({ name: nameSchema });
const none = { kind: 'none', status: 204 } as const;

/** Projects, their documents, prompts and recipes (2.2). */
export const projectRoutes = {
  listProjects: {
    method: 'GET',
    path: '/api/v1/projects',
    summary: 'Projects the caller may see',
    permission: 'work',
    query: pageQuerySchema,
    answer: { kind: 'json', status: 200, schema: pageOf(projectViewSchema) },
  },
  createProject: {
    method: 'POST',
    path: '/api/v1/projects',
    summary: 'Create a project',
    permission: 'administer',
    body: { kind: 'json', schema: projectCreateSchema },
    answer: { kind: 'json', status: 201, schema: projectViewSchema },
    errors: ['ALREADY_EXISTS'],
  },
  getProject: {
    method: 'GET',
    path: '/api/v1/projects/{project}',
    summary: 'One project',
    permission: 'work',
    params: projectParams,
    answer: { kind: 'json', status: 200, schema: projectViewSchema },
  },
  changeProject: {
    method: 'PATCH',
    path: '/api/v1/projects/{project}',
    summary: 'Change the title',
    permission: 'administer',
    params: projectParams,
    body: { kind: 'json', schema: projectChangeSchema },
    answer: { kind: 'json', status: 200, schema: projectViewSchema },
  },
  removeProject: {
    method: 'DELETE',
    path: '/api/v1/projects/{project}',
    summary: 'Remove a project',
    permission: 'administer',
    params: projectParams,
    answer: none,
  },
  addMember: {
    method: 'PUT',
    path: '/api/v1/projects/{project}/members/{username}',
    summary: 'Give a user the project',
    permission: 'administer',
    params: projectParams.extend({ username: nameSchema }),
    answer: none,
  },
  removeMember: {
    method: 'DELETE',
    path: '/api/v1/projects/{project}/members/{username}',
    summary: 'Take the project from a user',
    permission: 'administer',
    params: projectParams.extend({ username: nameSchema }),
    answer: none,
  },
  listDocuments: {
    method: 'GET',
    path: '/api/v1/projects/{project}/documents',
    summary: "A project's documents by prefix",
    permission: 'work',
    params: projectParams,
    query: pageQuerySchema.extend({ prefix: z.string().max(512).optional() }),
    answer: { kind: 'json', status: 200, schema: pageOf(documentHeadSchema) },
  },
  readDocument: {
    method: 'GET',
    path: '/api/v1/projects/{project}/documents/{path*}',
    summary: 'The text of a document, or of one of its versions; the version is the ETag',
    permission: 'work',
    params: documentParams,
    query: z.strictObject({ version: versionNumber.optional() }),
    answer: { kind: 'text', status: 200, mediaType: 'text/plain' },
    errors: ['VERSION_NOT_FOUND'],
  },
  documentHistory: {
    method: 'GET',
    path: '/api/v1/projects/{project}/documents/{path*}/history',
    summary:
      'All versions of a document, newest first, of a deleted one too. Where a document has this very path its text ' +
      'is meant, unless `limit` or `cursor` ask for the list; `version` always means a text',
    permission: 'work',
    params: documentParams,
    query: z.strictObject({
      ...pageQuerySchema.shape,
      limit: limitSchema(100, 500).unwrap().optional(),
      version: versionNumber.optional(),
    }),
    answer: {
      kind: 'json',
      status: 200,
      schema: pageOf(documentVersionSchema),
      orText: 'text/plain',
    },
    errors: ['VERSION_NOT_FOUND'],
  },
  restoreDocument: {
    method: 'POST',
    path: '/api/v1/projects/{project}/documents/{path*}/restore',
    summary:
      'Bring an earlier version back as a new one, checked like any other; If-Match as for PUT',
    permission: 'work',
    params: documentParams,
    headers: { ...ifMatch, 'If-None-Match': '`*`: only where the document is deleted.' },
    body: {
      kind: 'json',
      schema: versionBodySchema,
    },
    answer: { kind: 'json', status: 200, schema: documentHeadSchema },
    errors: [
      'VERSION_NOT_FOUND',
      'PRECONDITION_FAILED',
      'CONFLICT',
      'UNPROCESSABLE',
      'RECIPE_INVALID',
      'MCP_SERVERS_INVALID',
      'TEMPLATE_INVALID',
      'AI_MODELS_INVALID',
    ],
  },
  writeDocument: {
    method: 'PUT',
    path: '/api/v1/projects/{project}/documents/{path*}',
    summary: 'Write a document; If-Match names the version to replace',
    permission: 'work',
    params: documentParams,
    headers: { ...ifMatch, 'If-None-Match': '`*`: write only where nothing is yet.' },
    body: { kind: 'text', mediaTypes: ['text/plain', 'text/markdown', 'application/yaml'] },
    answer: { kind: 'json', status: 200, schema: documentHeadSchema },
    errors: [
      'PRECONDITION_FAILED',
      'CONFLICT',
      'UNPROCESSABLE',
      'RECIPE_INVALID',
      'MCP_SERVERS_INVALID',
      'TEMPLATE_INVALID',
      'AI_MODELS_INVALID',
    ],
  },
  removeDocument: {
    method: 'DELETE',
    path: '/api/v1/projects/{project}/documents/{path*}',
    summary: 'Remove a document',
    permission: 'work',
    params: documentParams,
    headers: ifMatch,
    answer: none,
    errors: ['PRECONDITION_FAILED', 'CONFLICT'],
  },
  effectiveDocument: {
    method: 'GET',
    path: '/api/v1/projects/{project}/effective/{path*}',
    summary: 'What the cascade gives, and from which layer',
    permission: 'work',
    params: documentParams,
    answer: { kind: 'json', status: 200, schema: effectiveSchema },
  },
  listRecipes: {
    method: 'GET',
    path: '/api/v1/projects/{project}/recipes',
    summary: 'Effective recipes with their layers',
    permission: 'work',
    params: projectParams,
    answer: { kind: 'json', status: 200, schema: pageOf(recipeHeadSchema) },
  },
  getRecipe: {
    method: 'GET',
    path: '/api/v1/projects/{project}/recipes/{name}',
    summary: 'One effective recipe with its layer',
    permission: 'work',
    params: recipeParams,
    answer: { kind: 'json', status: 200, schema: recipeHeadSchema },
  },
  saveRecipe: {
    method: 'PUT',
    path: '/api/v1/projects/{project}/recipes/{name}',
    summary: 'Check a recipe and save it; If-Match names the version of its document to replace',
    permission: 'administer',
    params: recipeParams,
    headers: { ...ifMatch, 'If-None-Match': '`*`: write only where nothing is yet.' },
    body: { kind: 'text', mediaTypes: ['application/yaml', 'text/yaml', 'text/plain'] },
    answer: { kind: 'json', status: 200, schema: recipeHeadSchema },
    errors: ['RECIPE_INVALID', 'UNPROCESSABLE', 'PRECONDITION_FAILED', 'CONFLICT'],
  },
  previewPrompt: {
    method: 'POST',
    path: '/api/v1/projects/{project}/prompts/{name}/preview',
    summary: 'A prompt as a model would read it in this mode, or what is wrong with its template',
    permission: 'administer',
    params: recipeParams,
    body: { kind: 'json', schema: promptPreviewSchema },
    answer: { kind: 'json', status: 200, schema: promptPreviewViewSchema },
    errors: ['TEMPLATE_INVALID', 'RECIPE_INVALID', 'UNPROCESSABLE'],
  },
} as const satisfies Record<string, RouteSpec>;
