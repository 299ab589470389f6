import { Module, type DynamicModule } from '@nestjs/common';
import { ModelCatalogue } from './core/catalogue';
import { ModelGateway, type ModelGatewayOptions } from './model-gateway';
import type { ModelProvider } from './model-port';

/** What an app hands over; the adapters are its choice. */
export interface LlmModuleOptions {
  readonly catalogue: ModelCatalogue;
  readonly providers: readonly ModelProvider[];
  readonly gateway?: ModelGatewayOptions;
}

/** Offers `ModelGateway` and `ModelCatalogue` to the whole app. */
@Module({})
export class LlmModule {
  static forRoot(options: LlmModuleOptions): DynamicModule {
    const { catalogue, providers, gateway } = options;
    return {
      module: LlmModule,
      global: true,
      providers: [
        { provide: ModelCatalogue, useValue: catalogue },
        {
          provide: ModelGateway,
          useFactory: () => new ModelGateway(catalogue, providers, gateway),
        },
      ],
      exports: [ModelCatalogue, ModelGateway],
    };
  }
}
