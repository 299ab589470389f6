export { CombinedModule } from './combined.module';
