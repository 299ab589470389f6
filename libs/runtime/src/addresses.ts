import type { AppConfig } from '@vance/config';
import type { DatabaseOptions } from '@vance/data';
import { DomainError } from '@vance/kernel';

/** A service's address, which `npm start` provides and a role of its own must be given. */
export function required(value: string | undefined, name: string, example: string): string {
  if (value !== undefined) return value;
  throw new DomainError(
    'CONFIG',
    `${name}: is not set, and only \`npm start\` brings its own; for example ${name}=${example}`,
    { status: 500, fixer: 'operator' },
  );
}

/** How the database is reached. @throws DomainError CONFIG when no address is set */
export function databaseOptions(config: AppConfig): DatabaseOptions {
  const example = 'mongodb://127.0.0.1:27017/?replicaSet=rs0';
  return {
    uri: required(config.mongodbUri, 'MONGODB_URI', example),
    dbName: config.mongoDb,
    maxPoolSize: config.mongoPoolSize,
  };
}
