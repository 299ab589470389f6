import 'reflect-metadata';
import { runServer } from '@vance/gateways';
import { CombinedModule } from './combined.module';

void runServer('combined', (config) => Promise.resolve(CombinedModule.forConfig(config)));
