import { Controller, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { SessionCursor } from '@vance/data';
import { sinceSchema } from '@vance/protocol';
import type { Principal } from '@vance/tenancy';
import { SessionService, toSessionView } from '@vance/think-process';
import { Possessions } from '../access/possessions';
import { EventPages } from '../feed/event-pages';
import { EventStreams } from '../feed/event-streams';
import { type AnswerOf, Caller, Endpoint, Input, type InputOf } from '../http/endpoint';
import { momentIn, pageFrom } from '../http/paging';
import { tokenOf } from '../http/request-state';
import { parseOrRefuse } from '../http/zod-faults';
import { SessionMaker } from '../sessions/session-maker';

/** A user's sessions and what happened in them. */
@Controller()
export class SessionsController {
  constructor(
    private readonly possessions: Possessions,
    private readonly sessions: SessionService,
    private readonly maker: SessionMaker,
    private readonly pages: EventPages,
    private readonly streams: EventStreams,
  ) {}

  @Endpoint('listSessions')
  async list(
    @Caller() principal: Principal,
    @Input() { params: { project }, query: { limit, cursor } }: InputOf<'listSessions'>,
  ): Promise<AnswerOf<'listSessions'>> {
    await this.possessions.project(principal, project);
    const owner = { project, userId: principal.userId };
    const after = cursor === undefined ? undefined : positionOf(cursor);
    const rows = await this.sessions.list(principal.scope, owner, limit + 1, after);
    const page = pageFrom(rows, limit, (row) => [row.createdAt.getTime(), row._id]);
    return { ...page, items: page.items.map(toSessionView) };
  }

  @Endpoint('createSession')
  async create(
    @Caller() principal: Principal,
    @Input() { params: { project }, body }: InputOf<'createSession'>,
  ): Promise<AnswerOf<'createSession'>> {
    const { session } = await this.maker.make(principal, { ...body, project, profile: 'api' });
    return toSessionView(session);
  }

  @Endpoint('getSession')
  async get(
    @Caller() principal: Principal,
    @Input() { params }: InputOf<'getSession'>,
  ): Promise<AnswerOf<'getSession'>> {
    return toSessionView(await this.possessions.session(principal, params.sessionId));
  }

  @Endpoint('changeSession')
  async change(
    @Caller() principal: Principal,
    @Input() { params: { sessionId }, body }: InputOf<'changeSession'>,
  ): Promise<AnswerOf<'changeSession'>> {
    await this.possessions.session(principal, sessionId);
    const { scope, userId } = principal;
    return toSessionView(await this.sessions.rename(scope, userId, sessionId, body.title));
  }

  @Endpoint('removeSession')
  async remove(
    @Caller() principal: Principal,
    @Input() { params: { sessionId } }: InputOf<'removeSession'>,
  ): Promise<void> {
    await this.possessions.session(principal, sessionId);
    await this.sessions.delete(principal.scope, principal.userId, sessionId);
    this.possessions.forget(sessionId);
  }

  @Endpoint('listEvents')
  async events(
    @Caller() principal: Principal,
    @Input() { params: { sessionId }, query: { since, limit } }: InputOf<'listEvents'>,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.possessions.session(principal, sessionId);
    if (request.accepts(['application/json', 'text/event-stream']) !== 'text/event-stream') {
      response.json(await this.pages.page(principal.scope, sessionId, since, limit));
      return;
    }
    const last = request.headers['last-event-id'];
    const cursor =
      last === undefined ? since : parseOrRefuse(sinceSchema, last, 'Last-Event-ID header');
    await this.streams.serve({ principal, token: tokenOf(request) }, sessionId, cursor, response);
  }
}

function positionOf(cursor: string): SessionCursor {
  const { at, id } = momentIn(cursor);
  return { createdAt: at, id };
}
