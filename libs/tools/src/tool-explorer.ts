import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { ServerTool } from './server-tool';
import type { Tool } from './tool';
import { TOOL_LISTS_TOKEN, type ToolLists } from './tool-lists';
import { ToolRegistry } from './tool-registry';

/** Finds every provider marked `@ServerTool()`, in whatever module, and registers it; a fault ends the start. */
@Injectable()
export class ToolExplorer implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly registry: ToolRegistry,
    @Inject(TOOL_LISTS_TOKEN) private readonly lists: ToolLists,
  ) {}

  onModuleInit(): void {
    const tools = this.discovery
      .getProviders({ metadataKey: ServerTool.KEY })
      .map((wrapper): Tool => wrapper.instance);
    this.registry.fill(tools, this.lists);
  }
}
