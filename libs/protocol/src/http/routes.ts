import { apiKeyRoutes } from './api-keys';
import { auditRoutes } from './audit';
import { authRoutes } from './auth';
import { budgetRoutes } from './budgets';
import { inboxRoutes } from './inbox';
import { insightRoutes } from './insights';
import { kitRoutes } from './kits';
import { processRoutes } from './processes';
import { projectRoutes } from './projects';
import { sessionRoutes } from './sessions';
import { settingRoutes } from './settings';
import { systemRoutes } from './system';

/** Every route of the product, by name. Router, guard, checks, OpenAPI and the tenant matrix walk this table. */
export const httpRoutes = {
  ...authRoutes,
  ...apiKeyRoutes,
  ...projectRoutes,
  ...settingRoutes,
  ...kitRoutes,
  ...sessionRoutes,
  ...processRoutes,
  ...auditRoutes,
  ...budgetRoutes,
  ...inboxRoutes,
  ...insightRoutes,
  ...systemRoutes,
} as const;
export type RouteName = keyof typeof httpRoutes;
export type RouteOf<N extends RouteName> = (typeof httpRoutes)[N];
