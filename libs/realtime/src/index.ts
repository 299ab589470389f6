export * from './realtime';
export * from './channels';
export { readMessage } from './read-message';
export { MemoryRealtime } from './memory-realtime';
export { RedisRealtime, type RedisRealtimeOptions } from './redis-realtime';
export { RealtimeModule } from './realtime.module';
