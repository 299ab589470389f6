import { Controller } from '@nestjs/common';
import { Metrics } from '@vance/observability';
import { httpRoutes } from '@vance/protocol';
import { asyncApiDocument } from '../http/asyncapi';
import { docsPage } from '../http/docs-page';
import { type AnswerOf, Endpoint } from '../http/endpoint';
import { openApiDocument } from '../http/openapi';
import { Readiness } from '../readiness/readiness';
import { unavailable } from '../readiness/unavailable';
import { SERVER_VERSION } from '../version';

/** What platforms and programs ask of the server itself. */
@Controller()
export class SystemController {
  private readonly document = openApiDocument(httpRoutes, SERVER_VERSION);
  private readonly socketDocument = asyncApiDocument(SERVER_VERSION);
  private readonly page = docsPage(httpRoutes);

  constructor(
    private readonly readiness: Readiness,
    private readonly metrics: Metrics,
  ) {}

  @Endpoint('openApi')
  openApi(): AnswerOf<'openApi'> {
    return this.document;
  }

  @Endpoint('asyncApi')
  asyncApi(): AnswerOf<'asyncApi'> {
    return this.socketDocument;
  }

  @Endpoint('docs')
  docs(): string {
    return this.page;
  }

  @Endpoint('healthz')
  healthz(): AnswerOf<'healthz'> {
    return { status: 'ok' };
  }

  @Endpoint('readyz')
  async readyz(): Promise<AnswerOf<'readyz'>> {
    const { down, checks } = await this.readiness.run();
    if (down.length > 0) throw unavailable(down);
    return { status: 'ready', checks };
  }

  @Endpoint('metrics')
  scrape(): Promise<string> {
    return this.metrics.text();
  }
}
