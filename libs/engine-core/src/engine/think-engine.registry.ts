import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { z } from 'zod';
import { ThinkEngine, type ThinkEngineDefinition } from './think-engine';

/** Stands for an engine that this build lacks: its turns end with a friendly sentence. */
const ABSENT: ThinkEngineDefinition = {
  name: 'absent',
  actionTool: 'absent_action',
  actions: z.never(),
  actionTypes: [],
  ownActions: [],
  continuing: new Set(),
  promptBase: 'absent',
  applyOwn: () => ({ kind: 'rejected', feedback: 'There is no engine.', costsCorrection: true }),
};

/** All engines by name; two of one name end the start. */
@Injectable()
export class ThinkEngineRegistry implements OnModuleInit {
  private readonly engines = new Map<string, ThinkEngineDefinition>();

  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    for (const wrapper of this.discovery.getProviders({ metadataKey: ThinkEngine.KEY })) {
      const engine: ThinkEngineDefinition = wrapper.instance;
      if (this.engines.has(engine.name))
        throw new TypeError(`two engines are named "${engine.name}"`);
      this.engines.set(engine.name, engine);
    }
  }

  /** The engine of this name; one that can do nothing where this build has none. */
  get(name: string): ThinkEngineDefinition {
    return this.engines.get(name) ?? ABSENT;
  }

  names(): string[] {
    return [...this.engines.keys()];
  }
}
