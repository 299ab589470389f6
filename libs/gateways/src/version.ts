import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The product's version, as `welcome` and the API document name it. */
export const SERVER_VERSION: string = readVersion();

function readVersion(): string {
  const text = readFileSync(join(__dirname, '..', 'package.json'), 'utf8');
  const { version }: { version?: unknown } = JSON.parse(text);
  return typeof version === 'string' ? version : '0.0.0';
}
