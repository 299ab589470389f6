import { Inject, Injectable, Optional } from '@nestjs/common';
import { Logger } from '@vance/observability';
import type { ToolReply } from '@vance/realtime';
import { DomainError } from '@vance/kernel';
import { checkArguments, parseArguments } from './core/arguments';
import { clientToolsOf } from './core/client-tools';
import { failed, unfinishedOutcome, type ToolOutcome } from './core/outcome';
import { toolNotAllowedText } from './core/refusal';
import { isTooLarge, previewText, resultText } from './core/result-text';
import { runBounded } from './core/run-bounded';
import { ClientToolCaller } from './client-tool-caller';
import { RemoteTools } from './remote-tools';
import type { ToolContext, ToolDescriptor } from './tool';
import { ToolCatalogue, type ToolOwner } from './tool-catalogue';
import { ToolRegistry, type RegisteredTool } from './tool-registry';
import { ToolResultStore } from './tool-result-store';

/** How long tools may take, in milliseconds. */
export interface ToolTimeouts {
  readonly server: number;
  readonly client: number;
}
export const TOOL_TIMEOUTS = Symbol('TOOL_TIMEOUTS');
export const DEFAULT_TIMEOUTS: ToolTimeouts = { server: 60_000, client: 30_000 };

type Arguments = Readonly<Record<string, unknown>>;

/** Runs one call of the model's. Never throws for what a tool, its arguments or a client does. */
@Injectable()
export class ToolInvoker {
  constructor(
    private readonly registry: ToolRegistry,
    private readonly catalogue: ToolCatalogue,
    private readonly clients: ClientToolCaller,
    private readonly results: ToolResultStore,
    private readonly log: Logger,
    @Inject(TOOL_TIMEOUTS) private readonly timeouts: ToolTimeouts = DEFAULT_TIMEOUTS,
    /** Absent where no tool servers can be configured. */
    @Optional() private readonly remote?: RemoteTools,
  ) {}

  /**
   * @param rawArguments the arguments as the model wrote them
   * @param context its manifest is what the model may use now; a tool outside is not run
   * @param process whose client tools may be asked
   */
  async invoke(
    name: string,
    rawArguments: string,
    context: ToolContext,
    process: ToolOwner,
  ): Promise<ToolOutcome> {
    const descriptor = context.manifest.find((tool) => tool.name === name);
    if (descriptor === undefined) {
      return failed(toolNotAllowedText(context.manifest.map((tool) => tool.name)));
    }
    const parsed = parseArguments(rawArguments);
    if (!parsed.ok) return failed(parsed.error);
    const server = this.registry.find(name);
    if (server !== undefined) return this.runHere(server, parsed.value, context);
    return descriptor.source === 'mcp'
      ? this.runElsewhere(descriptor, parsed.value, context)
      : this.runOnClient(descriptor, parsed.value, context, process);
  }

  private async runHere(
    { tool, effect }: RegisteredTool,
    value: Arguments,
    context: ToolContext,
  ): Promise<ToolOutcome> {
    const checked = checkArguments(tool.inputSchema, value);
    if (!checked.ok) return failed(checked.error);
    const outcome = await runBounded(
      (signal) => tool.run({ ...context, signal }, checked.value),
      context.signal,
      this.timeouts.server,
    );
    if (outcome.kind === 'done') return this.done(tool.name, outcome.value, context);
    if (outcome.kind === 'threw') this.logUnexpected(tool.name, outcome.error, context);
    return unfinishedOutcome(effect, outcome);
  }

  private async runElsewhere(
    descriptor: ToolDescriptor,
    params: Arguments,
    context: ToolContext,
  ): Promise<ToolOutcome> {
    const { name } = descriptor;
    const remote = this.remote;
    if (remote === undefined) return failed('TOOL_GONE: there are no tool servers here.');
    const outcome = await runBounded(
      (signal) => remote.call(descriptor, params, { ...context, signal }),
      context.signal,
      this.timeouts.server,
    );
    const effect = this.catalogue.effectOf(descriptor);
    if (outcome.kind === 'threw') this.logUnexpected(name, outcome.error, context);
    if (outcome.kind !== 'done') return unfinishedOutcome(effect, outcome);
    switch (outcome.value.outcome) {
      case 'ok':
        return this.told('DONE', name, outcome.value.text, context);
      case 'failed':
        return this.told('FAILED', name, outcome.value.error, context);
      case 'gone':
        return unfinishedOutcome(effect, { kind: 'gone' });
      case 'late':
        return unfinishedOutcome(effect, { kind: 'timeout' });
    }
  }

  private async runOnClient(
    descriptor: ToolDescriptor,
    params: Arguments,
    context: ToolContext,
    process: ToolOwner,
  ): Promise<ToolOutcome> {
    const { name } = descriptor;
    const owned = clientToolsOf(process).get(name);
    if (owned === undefined)
      return failed('TOOL_GONE: the client that offered this tool has left.');
    const { callId, processId } = context;
    const { brainId, connectionId } = owned.set;
    const deadlineMs = this.timeouts.client;
    const call = { callId, processId, brainId, connectionId, name, params, deadlineMs };
    const outcome = await runBounded(
      (signal) => this.clients.call(call, signal),
      context.signal,
      deadlineMs,
    );
    if (outcome.kind === 'done') return this.replied(descriptor, outcome.value, context);
    if (outcome.kind === 'threw') this.logUnexpected(name, outcome.error, context);
    return unfinishedOutcome(this.catalogue.effectOf(descriptor), outcome);
  }

  private replied(
    descriptor: ToolDescriptor,
    reply: ToolReply,
    context: ToolContext,
  ): ToolOutcome | Promise<ToolOutcome> {
    switch (reply.outcome) {
      case 'ok':
        return this.done(descriptor.name, reply.result, context);
      case 'failed':
        return this.told(
          'FAILED',
          descriptor.name,
          reply.error || 'The client gave no reason.',
          context,
        );
      case 'gone':
        return unfinishedOutcome(this.catalogue.effectOf(descriptor), { kind: 'gone' });
    }
  }

  private done(
    tool: string,
    result: unknown,
    context: ToolContext,
  ): ToolOutcome | Promise<ToolOutcome> {
    return this.told('DONE', tool, resultText(result), context);
  }

  private told(
    state: 'DONE' | 'FAILED',
    tool: string,
    text: string,
    context: ToolContext,
  ): ToolOutcome | Promise<ToolOutcome> {
    return isTooLarge(text) ? this.stored(state, tool, text, context) : { state, text };
  }

  private async stored(
    state: 'DONE' | 'FAILED',
    tool: string,
    text: string,
    context: ToolContext,
  ): Promise<ToolOutcome> {
    try {
      const id = await this.results.save(context.scope, context.processId, text);
      const canReadOn = context.manifest.some(({ name }) => name === 'tool_result_read');
      return { state, text: previewText(text, canReadOn ? id : undefined) };
    } catch (error) {
      this.logUnexpected(tool, error, context);
      return { state, text: previewText(text) };
    }
  }

  private logUnexpected(tool: string, error: unknown, context: ToolContext): void {
    if (error instanceof DomainError) return;
    const { processId, callId } = context;
    this.log.error({ tool, processId, callId, err: error }, 'a tool failed unexpectedly');
  }
}
