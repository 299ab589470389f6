export { Egress, type EgressOptions } from './egress';
export { EgressModule } from './egress.module';
export type { Resolver } from './name-judge';
