export { BrainModule } from './brain.module';
