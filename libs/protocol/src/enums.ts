import { z } from 'zod';

/** What the lane does now (1.1). */
export const processStatusSchema = z.enum([
  'INIT',
  'RUNNING',
  'IDLE',
  'BLOCKED',
  'PAUSED',
  'SUSPENDED',
  'CLOSED',
]);
export type ProcessStatus = z.infer<typeof processStatusSchema>;

/** What kind of work the engine does (1.1). */
export const processModeSchema = z.enum(['NORMAL', 'EXPLORING', 'PLANNING', 'EXECUTING']);
export type ProcessMode = z.infer<typeof processModeSchema>;

/** Where the current plan stands (1.4). */
export const planPhaseSchema = z.enum([
  'none',
  'drafting',
  'ready',
  'approved',
  'executing',
  'blocked',
  'completed',
]);
export type PlanPhase = z.infer<typeof planPhaseSchema>;

/** The user's own switch (1.8). */
export const agentModeSchema = z.enum(['build', 'plan']);
export type AgentMode = z.infer<typeof agentModeSchema>;

/** Whom a BLOCKED process waits for. */
export const waitingForSchema = z.enum(['user', 'child', 'tool']);
export type WaitingFor = z.infer<typeof waitingForSchema>;

/** A verdict on one plan version (1.5). */
export const verdictSchema = z.enum(['approve', 'edit', 'reject']);
export type Verdict = z.infer<typeof verdictSchema>;

/** The door a verdict came through. */
export const decisionSourceSchema = z.enum(['chat', 'button', 'rest', 'inbox']);
export type DecisionSource = z.infer<typeof decisionSourceSchema>;

export const messageRoleSchema = z.enum(['USER', 'ASSISTANT', 'SYSTEM']);
export type MessageRole = z.infer<typeof messageRoleSchema>;

/** What a signed-in person or key may do (2.1). */
export const roleSchema = z.enum(['platform-admin', 'tenant-admin', 'member', 'service']);
export type Role = z.infer<typeof roleSchema>;

/** What a socket client says it is. */
export const clientProfileSchema = z.enum(['web', 'foot', 'api']);
export type ClientProfile = z.infer<typeof clientProfileSchema>;
