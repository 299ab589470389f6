export { required } from './addresses';
export { platformModules } from './platform';
export { assertRedis, redisTrouble } from './redis';
export { SeedModule } from './seed.module';
export { rotateSecrets, type RotationReport } from './rotate-secrets';
export { verifyAudit, type AuditReport } from './verify-audit';
