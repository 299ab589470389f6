import { Module, type DynamicModule } from '@nestjs/common';
import { Egress, type EgressOptions } from './egress';

/** Offers `Egress` to the whole application. */
@Module({})
export class EgressModule {
  static forRoot(options: EgressOptions): DynamicModule {
    return {
      module: EgressModule,
      global: true,
      providers: [{ provide: Egress, useFactory: () => new Egress(options) }],
      exports: [Egress],
    };
  }
}
