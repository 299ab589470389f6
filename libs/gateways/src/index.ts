export { GatewaysModule } from './gateways.module';
export { runServer, startServer } from './server/run-server';
export { type ReadinessCheck } from './readiness/readiness';
export { SERVER_VERSION } from './version';
export { EventStreams } from './feed/event-streams';
export { ConnectionWatch } from './ws/connection-watch';
