import { z } from 'zod';
import {
  agentModeSchema,
  decisionSourceSchema,
  processModeSchema,
  roleSchema,
  verdictSchema,
} from './enums';

/** What a machine can cause at any rate: how many more of this kind and actor were left out before this row. */
const bounded = { leftOut: z.int().positive().optional() };
const nothing = z.strictObject({});
/** What an edit says where a value was or is none. A secret shows only that it is set. */
const shownValue = z.union([z.string(), z.strictObject({ set: z.literal(true) })]).nullable();
/** Rows that a turn caused name it: its model did it, for the user who is the actor. */
const turnId = z.string().optional();
/** What moved a mode: an action of the engine, `verdict`, `agent-mode`, `switched-off` or `completed`. */
const by = z.string();

/**
 * Every kind of row that the record has (4.4), and what its `data` says. A kind that has been written stays in this table:
 * rows outlive the code.
 */
export const auditKinds = {
  'sign-in': z.strictObject(bounded),
  'sign-out': nothing,
  /** A refresh token was shown twice, so its whole sign-in ended. */
  'refresh-reused': nothing,
  /** By the operator: what lies sealed in the database is sealed with the newest master key. */
  'keys-rotated': z.strictObject({
    signingKey: z.enum(['current', 'resealed', 'replaced']),
    resealed: z.int(),
    unreadable: z.int(),
  }),

  'api-key-created': z.strictObject({ name: z.string() }),
  'api-key-removed': nothing,

  'tenant-created': nothing,
  'user-created': z.strictObject({ roles: z.array(roleSchema).readonly() }),
  'user-changed': z.strictObject({
    roles: z.array(roleSchema).readonly().optional(),
    /** Whether it was set anew. */
    password: z.boolean(),
  }),
  'user-removed': nothing,
  'project-created': nothing,
  'project-changed': z.strictObject({ title: z.string() }),
  'project-removed': nothing,
  'member-added': z.strictObject({ username: z.string() }),
  'member-removed': z.strictObject({ username: z.string() }),

  /** Switches, keys, addresses of models: everything under `settings`. Values are JSON. */
  'setting-changed': z.strictObject({ before: shownValue, after: shownValue }),
  /** A recipe, prompt, manual, model table or list of tool servers; the diff is unified. */
  'configuration-changed': z.strictObject({
    version: z.int(),
    bytes: z.int().optional(),
    restoredFrom: z.int().optional(),
    deleted: z.literal(true).optional(),
    diff: z.string().optional(),
    /** The diff is longer than a row keeps. */
    cut: z.literal(true).optional(),
  }),
  /** One that no check let in was met, and the next layer counts instead. */
  'configuration-broken': z.strictObject({
    layer: z.string(),
    version: z.int(),
    faults: z.array(z.string()).readonly(),
  }),
  /** Kept for an administrator to look at; nothing counts yet. */
  'kit-staged': z.strictObject({ version: z.string(), hash: z.string(), ...bounded }),
  /** Was to be applied and was not; `hash` is the one that was named. */
  'kit-refused': z.strictObject({ hash: z.string(), code: z.string(), ...bounded }),
  /** Forgotten; what it brought stays. */
  'kit-removed': nothing,
  'kit-applied': z.strictObject({
    version: z.string(),
    hash: z.string(),
    changed: z.array(z.string()).readonly(),
    tries: z.int(),
  }),

  /** A verdict on a plan version, by button, REST, inbox or words; refused ones name the code. */
  'plan-decided': z.strictObject({
    planVersion: z.int(),
    verdict: verdictSchema,
    source: decisionSourceSchema,
    decisionId: z.string(),
    code: z.string().optional(),
    turnId,
    ...bounded,
  }),
  /** A model wanted to start a plan that nobody approved. */
  'approval-refused': z.strictObject({
    action: z.string(),
    planVersion: z.int(),
    turnId,
    ...bounded,
  }),
  'plan-proposed': z.strictObject({ planVersion: z.int(), turnId }),
  'mode-changed': z.strictObject({
    from: processModeSchema,
    to: processModeSchema,
    by,
    planVersion: z.int(),
    turnId,
  }),
  'agent-mode-changed': z.strictObject({
    from: agentModeSchema,
    to: agentModeSchema,
    by,
    turnId,
  }),

  'tool-refused': z.strictObject({
    tool: z.string(),
    callId: z.string(),
    mode: processModeSchema,
    turnId,
    ...bounded,
  }),
  /** At what is not the caller's: another user's, another tenant's, or nobody's. */
  'access-refused': z.strictObject(bounded),
} as const satisfies Record<string, z.ZodObject>;

/** A kind of row. */
export type AuditKind = keyof typeof auditKinds;
/** What a row of a kind says. */
export type AuditData<K extends AuditKind> = z.input<(typeof auditKinds)[K]>;

/** The name of a kind, as queries ask for it. */
export const auditKindSchema = z.enum(Object.keys(auditKinds) as [AuditKind, ...AuditKind[]]);
