import { Injectable } from '@nestjs/common';
import type { ModelInfo, ModelTool } from '@vance/llm';
import { Logger } from '@vance/observability';
import { FIND_TOOLS, capTools, foundTools, type ToolDescriptor } from '@vance/tools';
import { actionToolOf } from '../core/action-tool';
import type { TurnSession } from './turn-session';

/**
 * The functions of a question: the engine's action function and the tools of the moment, as many as the model takes. What
 * the run has looked up is among them, so that a tool that was found can be called like any other.
 */
@Injectable()
export class ModelFunctions {
  /** Per manifest (the same frozen list each time), per action function and limit: what is offered when nothing was found. */
  private readonly made = new WeakMap<
    readonly ToolDescriptor[],
    Map<string, readonly ModelTool[]>
  >();
  private readonly functions = new WeakMap<ToolDescriptor, ModelTool>();

  constructor(private readonly log: Logger) {}

  of(
    session: TurnSession,
    manifest: readonly ToolDescriptor[],
    { maxTools }: ModelInfo,
  ): readonly ModelTool[] {
    const max = maxTools - 1;
    const { run } = session.process;
    if (manifest.length > max && run) {
      const calls = run.steps.flatMap(({ answer }) => answer.toolCalls);
      const found = foundTools(calls, manifest);
      if (found.length > 0) return this.list(session, manifest, capTools(manifest, max, found));
    }
    return this.usual(session, manifest, max);
  }

  private usual(
    session: TurnSession,
    manifest: readonly ToolDescriptor[],
    max: number,
  ): readonly ModelTool[] {
    const key = `${session.engine.name}:${max}`;
    const known = this.made.get(manifest)?.get(key);
    if (known) return known;
    const offered = capTools(manifest, max);
    if (offered.length < manifest.length) {
      const leftOut = manifest.length - offered.length;
      this.log.warn({ tools: manifest.length, leftOut }, 'more tools than the model takes');
    }
    const functions = this.list(session, manifest, offered);
    const ofManifest = this.made.get(manifest) ?? new Map<string, readonly ModelTool[]>();
    this.made.set(manifest, ofManifest.set(key, functions));
    return functions;
  }

  private list(
    { engine }: TurnSession,
    manifest: readonly ToolDescriptor[],
    offered: readonly ToolDescriptor[],
  ): readonly ModelTool[] {
    const leftOut = manifest.length - offered.length;
    return Object.freeze([
      actionToolOf(engine.actionTool, engine.actionTypes),
      ...offered.map((tool) =>
        tool.name === FIND_TOOLS && leftOut > 0
          ? { ...this.functionOf(tool), description: andMore(tool.description, leftOut) }
          : this.functionOf(tool),
      ),
    ]);
  }

  private functionOf(tool: ToolDescriptor): ModelTool {
    const known = this.functions.get(tool);
    if (known) return known;
    const { name, description, inputSchema } = tool;
    const made = { name, description, parameters: inputSchema };
    this.functions.set(tool, made);
    return made;
  }
}

function andMore(description: string, leftOut: number): string {
  return `${description} There are ${leftOut} more than are shown here; what you find, you can call.`;
}
