import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  MethodNotAllowedException,
  NotFoundException,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { Logger } from '@vance/observability';
import { allowedMethods } from './allowed-methods';
import { toProblem } from './problem';
import { stateOf } from './request-state';

/** Answers every error of every route as problem JSON; what is our fault goes to the log, never to the caller. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    // The router's own: no route has this method and path.
    const allowed = thrown instanceof NotFoundException ? allowedMethods(request.path) : [];
    const error = allowed.length > 0 ? new MethodNotAllowedException() : thrown;
    const { problem, fault, retryAfterSeconds } = toProblem(error, stateOf(request).correlationId);
    if (fault !== undefined)
      this.logger.error(
        { err: fault, correlationId: problem.correlationId, method: request.method },
        'a request failed',
      );
    if (response.headersSent) {
      // A stream that began cannot take back its status: end it, so that the client sees it broke.
      response.destroy();
      return;
    }
    if (problem.status === 401) response.setHeader('www-authenticate', 'Bearer');
    if (retryAfterSeconds !== undefined)
      response.setHeader('retry-after', String(Math.ceil(retryAfterSeconds)));
    if (allowed.length > 0) response.setHeader('allow', allowed.join(', '));
    response.removeHeader('etag');
    response.status(problem.status).type('application/problem+json').send(JSON.stringify(problem));
  }
}
