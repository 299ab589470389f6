import { Controller } from '@nestjs/common';
import { ModelAccessService, ModelLayersService, TenantConfig } from '@vance/documents';
import { ModelGateway } from '@vance/llm';
import { TENANT_PROJECT, type Principal } from '@vance/tenancy';
import { ToolCatalogue } from '@vance/tools';
import { type AnswerOf, Caller, Endpoint } from '../http/endpoint';

/** What there is: tools and models. */
@Controller()
export class CatalogueController {
  constructor(
    private readonly catalogue: ToolCatalogue,
    private readonly gateway: ModelGateway,
    private readonly configs: TenantConfig,
    private readonly layers: ModelLayersService,
    private readonly accesses: ModelAccessService,
  ) {}

  @Endpoint('listTools')
  tools(): AnswerOf<'listTools'> {
    return {
      items: this.catalogue.serverTools().map(({ name, description, inputSchema, labels }) => ({
        name,
        description,
        inputSchema: { ...inputSchema },
        labels: [...labels],
      })),
    };
  }

  @Endpoint('listModels')
  async listModels(@Caller() { scope }: Principal): Promise<AnswerOf<'listModels'>> {
    const config = await this.configs.read(scope);
    const [[own], accesses] = await Promise.all([
      this.layers.layers(scope, TENANT_PROJECT, config),
      this.accesses.accesses(scope, TENANT_PROJECT, config),
    ]);
    const catalogue = this.gateway.catalogueWith(own === undefined ? [] : [own]);
    const items = catalogue.names().map((name): AnswerOf<'listModels'>['items'][number] => {
      const { name: _name, model: _model, ...known } = catalogue.describe(name);
      const layer = own !== undefined && Object.hasOwn(own.models, name) ? 'tenant' : 'bundled';
      const usable = this.gateway.usable(catalogue.describe(name), accesses);
      return { ...known, model: name, layer, usable };
    });
    return { items };
  }
}
