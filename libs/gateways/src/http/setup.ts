import express, { type Express } from 'express';
import helmet from 'helmet';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import type { AppConfig } from '@vance/config';
import { Metrics } from '@vance/observability';
import { answerClientErrors } from './client-errors';
import { stateOf } from './request-state';

/**
 * What Nest serves with. A path with a slash behind names nothing: clients fold `…/members/..` into `…/`, and what was meant
 * for a member must not reach its project.
 */
export function httpAdapter(): ExpressAdapter {
  const server = express();
  // Nest's adapter makes the router, which reads this once.
  server.enable('strict routing');
  return new ExpressAdapter(server);
}

/** Largest body that is read: 1 MiB. */
const MAX_BODY_BYTES = 1024 * 1024;

/**
 * Everything about HTTP that stands before Nest's routing: headers, correlation id, bodies as raw bytes
 * (what a route makes of them, its schema decides). Call it before `app.init()`; create the app with
 * `bodyParser: false`.
 */
export function setUpHttp(app: NestExpressApplication, { allowedOrigins }: AppConfig): void {
  answerClientErrors(app.getHttpServer());
  const server: Express = app.getHttpAdapter().getInstance();
  server.disable('x-powered-by');
  // Versions are explicit here; a guessed ETag would only cost hashing.
  server.disable('etag');
  app.use(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"] },
      },
    }),
  );
  app.use(accompany(app.get(Metrics)));
  app.use(express.raw({ type: () => true, limit: MAX_BODY_BYTES, inflate: false }));
  app.enableCors({
    origin: [...allowedOrigins],
    exposedHeaders: ['etag', 'retry-after', 'x-correlation-id'],
  });
}

/** Gives a request its correlation id, and measures it by the name of its route. */
function accompany(metrics: Metrics): express.RequestHandler {
  return (request, response, next) => {
    const state = stateOf(request);
    const stop = metrics.requests.startTimer();
    response.once('finish', () =>
      stop({ route: state.route ?? 'none', status: String(response.statusCode) }),
    );
    response.setHeader('x-correlation-id', state.correlationId);
    next();
  };
}
