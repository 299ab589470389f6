import { type DynamicModule, Module } from '@nestjs/common';
import { Realtime } from './realtime';

/** Gives the application its Realtime, of whichever adapter. */
@Module({})
export class RealtimeModule {
  static forRoot(make: () => Realtime): DynamicModule {
    return {
      module: RealtimeModule,
      global: true,
      providers: [{ provide: Realtime, useFactory: make }],
      exports: [Realtime],
    };
  }
}
