import { Injectable } from '@nestjs/common';
import { effectOfTool, type ToolEffect } from './core/effect';
import { freezeDeep } from './core/freeze-deep';
import { parametersSchema } from './core/input-schema';
import { registryFaults } from './core/registry-faults';
import type { Tool, ToolDescriptor } from './tool';
import type { ToolLists } from './tool-lists';

/** A server tool with what was derived from it once, at start. */
export interface RegisteredTool {
  readonly tool: Tool;
  readonly descriptor: ToolDescriptor;
  readonly effect: ToolEffect;
}

/** The server's tools cannot be registered as they are; the start ends. */
export class ToolRegistryError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(
      `The server's tools are not in order:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    );
    this.name = 'ToolRegistryError';
  }
}

/** All server tools by name; filled once at start, the same for every tenant. */
@Injectable()
export class ToolRegistry {
  private tools: ReadonlyMap<string, RegisteredTool> = new Map();
  private sorted: readonly ToolDescriptor[] = [];

  /** Takes the tools in, or throws a ToolRegistryError that lists every fault. */
  fill(tools: readonly Tool[], lists: ToolLists): void {
    const faults = registryFaults(tools, lists);
    if (faults.length > 0) throw new ToolRegistryError(faults);
    const registered = [...tools].sort((a, b) => (a.name < b.name ? -1 : 1)).map(register);
    this.tools = new Map(registered.map((entry) => [entry.tool.name, entry]));
    this.sorted = Object.freeze(registered.map(({ descriptor }) => descriptor));
  }

  find(name: string): RegisteredTool | undefined {
    return this.tools.get(name);
  }

  /** Every server tool, by name; always the same frozen objects. */
  descriptors(): readonly ToolDescriptor[] {
    return this.sorted;
  }
}

function register(tool: Tool): RegisteredTool {
  try {
    const { name, description, labels } = tool;
    const descriptor: ToolDescriptor = freezeDeep({
      name,
      description,
      inputSchema: parametersSchema(tool.inputSchema),
      labels: [...labels],
      source: 'server',
    });
    return { tool, descriptor, effect: effectOfTool(tool, tool.idempotent) };
  } catch (error) {
    throw new ToolRegistryError([
      `${tool.name}: ${error instanceof Error ? error.message : 'bad'}`,
    ]);
  }
}
