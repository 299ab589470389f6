export { ArthurModule } from './arthur.module';
export { ArthurEngine } from './arthur.engine';
