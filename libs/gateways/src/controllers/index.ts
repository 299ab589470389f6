import { ApiKeysController } from './api-keys.controller';
import { AuditController } from './audit.controller';
import { AuthController } from './auth.controller';
import { BudgetsController } from './budgets.controller';
import { CatalogueController } from './catalogue.controller';
import { CommandsController } from './commands.controller';
import { DocumentsController } from './documents.controller';
import { InboxController } from './inbox.controller';
import { InsightsController } from './insights.controller';
import { KitsController } from './kits.controller';
import { ProcessesController } from './processes.controller';
import { ProjectsController } from './projects.controller';
import { PromptsController } from './prompts.controller';
import { RecipesController } from './recipes.controller';
import { SessionsController } from './sessions.controller';
import { SettingsController } from './settings.controller';
import { SystemController } from './system.controller';
import { UsersController } from './users.controller';

/** Every controller; the registry verifies that no route of the table is missing. */
export const controllers = [
  AuthController,
  ApiKeysController,
  UsersController,
  ProjectsController,
  DocumentsController,
  PromptsController,
  RecipesController,
  SettingsController,
  KitsController,
  SessionsController,
  ProcessesController,
  CommandsController,
  CatalogueController,
  AuditController,
  BudgetsController,
  InsightsController,
  InboxController,
  SystemController,
] as const;
