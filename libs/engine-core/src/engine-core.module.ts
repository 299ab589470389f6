import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ThinkEngineRegistry } from './engine/think-engine.registry';
import { AuditSink } from './turn/audit-sink';
import { AuditTrail } from './turn/audit-trail';
import { DocumentSources } from './turn/document-sources';
import { TurnSources } from './turn/turn-sources';
import { ActionPhase } from './turn/action-phase';
import { ModelAsker } from './turn/model-asker';
import { ModelFunctions } from './turn/model-functions';
import { QuestionBudget } from './turn/question-budget';
import { RealWaiting, Waiting } from './turn/waiting';
import { RunHistory } from './turn/run-history';
import { SpokenLanguage } from './turn/spoken-language';
import { PassingEvents } from './turn/passing-events';
import { ToolPhase } from './turn/tool-phase';
import { TraceNotes } from './turn/trace-notes';
import { TurnAudit } from './turn/turn-audit';
import { TurnEndings } from './turn/turn-endings';
import { TurnLoop } from './turn/turn-loop';
import { TurnOpening } from './turn/turn-opening';
import { TurnRunner } from './turn/turn-runner';
import { TurnSettings } from './turn/turn-setting';
import { TurnWriter } from './turn/turn-writer';

/** The action loop itself, apart from where it reads tenants' documents. */
export const loopProviders = [
  ThinkEngineRegistry,
  PassingEvents,
  RunHistory,
  SpokenLanguage,
  TraceNotes,
  TurnAudit,
  TurnSettings,
  TurnWriter,
  ModelFunctions,
  QuestionBudget,
  ModelAsker,
  ToolPhase,
  ActionPhase,
  TurnEndings,
  TurnOpening,
  TurnLoop,
  TurnRunner,
];

/** The action loop. The app adds the engines' modules beside it, and the domain libs' modules below it. */
@Module({
  imports: [DiscoveryModule],
  providers: [
    ...loopProviders,
    { provide: TurnSources, useClass: DocumentSources },
    { provide: AuditSink, useClass: AuditTrail },
    { provide: Waiting, useClass: RealWaiting },
  ],
  exports: [TurnRunner, ThinkEngineRegistry],
})
export class EngineCoreModule {}
