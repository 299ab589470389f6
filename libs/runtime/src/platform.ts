import { resolve } from 'node:path';
import type { DynamicModule } from '@nestjs/common';
import { BudgetsModule, MinuteCounters } from '@vance/budgets';
import { ConfigModule, type AppConfig } from '@vance/config';
import { DataModule } from '@vance/data';
import { DocumentsModule } from '@vance/documents';
import { EgressModule } from '@vance/egress';
import { KitsModule } from '@vance/kits';
import { InboxModule } from '@vance/inbox';
import { LlmModule } from '@vance/llm';
import { McpModule } from '@vance/mcp';
import { ObservabilityModule } from '@vance/observability';
import { PlanModeModule } from '@vance/plan-mode';
import { TenancyModule } from '@vance/tenancy';
import { ToolsModule } from '@vance/tools';
import { databaseOptions } from './addresses';
import { modelOptions } from './models';
import { redisTrouble } from './redis';

/** The repository's root: what the demo project shows of it lies there. */
const ROOT = resolve(__dirname, '../../..');

/** What every server process stands on, whatever its role. The role adds its queue, realtime and think-process. */
export function platformModules(role: string, config: AppConfig): DynamicModule[] {
  return [
    ConfigModule.forRoot(config),
    ObservabilityModule.forRoot(role),
    DataModule.forRoot(databaseOptions(config)),
    EgressModule.forRoot({ allow: config.egressAllow }),
    { module: TenancyModule, global: true },
    { module: DocumentsModule, global: true },
    { module: KitsModule },
    { module: InboxModule },
    BudgetsModule.forRoot(() => countersOf(config)),
    LlmModule.forRoot(modelOptions(config)),
    ToolsModule.forRoot({ workspace: { dataDir: config.dataDir, mounts: demoMounts(config) } }),
    McpModule.forRoot({ file: config.mcpServersFile }),
    PlanModeModule.forRoot(),
  ];
}

/** One process alone may count in its memory. */
function countersOf({ redisUrl }: AppConfig): MinuteCounters {
  if (redisUrl === undefined) return MinuteCounters.inMemory();
  return MinuteCounters.overRedis(redisUrl, redisTrouble('budgets'));
}

/** With the demo tenants comes something to look at: this repository's documents and sources, read-only. */
function demoMounts({ seed }: AppConfig): { project: string; name: string; folder: string }[] {
  if (seed !== 'demo') return [];
  return ['docs', 'libs'].map((name) => ({
    project: 'demo',
    name,
    folder: resolve(ROOT, name),
  }));
}
