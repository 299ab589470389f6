import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppConfig } from '@vance/config';
import { DomainError } from '@vance/kernel';
import { MasterKey } from './master-key';

const FILE = 'master.key';

/**
 * The key of the configuration, else the one in the data folder, which is made on the first start. Processes on
 * several machines need VANCE_MASTER_KEY. Keys of VANCE_MASTER_KEYS_OLD open what was sealed with them.
 */
export function loadMasterKey({ masterKey, masterKeysOld, dataDir }: AppConfig): MasterKey {
  if (masterKey !== undefined) return new MasterKey(masterKey, masterKeysOld);
  const path = join(dataDir, FILE);
  try {
    mkdirSync(dataDir, { recursive: true });
    if (!existsSync(path)) make(dataDir, path);
    const bytes = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64');
    return new MasterKey(bytes, masterKeysOld);
  } catch (cause) {
    const message = `VANCE_DATA_DIR: the key file ${path} cannot be used; make the folder writable or set VANCE_MASTER_KEY`;
    throw new DomainError('MASTER_KEY_UNUSABLE', message, {
      status: 500,
      fixer: 'operator',
      cause,
    });
  }
}

/** Writes a whole file aside and links it into place: the first of several processes wins, none sees half a file. */
function make(dataDir: string, path: string): void {
  const own = join(dataDir, `${FILE}.${randomBytes(6).toString('hex')}`);
  writeFileSync(own, `${randomBytes(32).toString('base64')}\n`, { flag: 'wx', mode: 0o600 });
  try {
    linkSync(own, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  } finally {
    unlinkSync(own);
  }
}
