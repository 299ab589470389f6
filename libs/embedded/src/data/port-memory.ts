import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Ports that the services of a data folder had last time. */
export interface Ports {
  readonly mongo?: number;
  readonly redis?: number;
}

const fileIn = (dataDir: string): string => join(dataDir, 'ports.json');

/** The remembered ports; none if there is no readable memory. */
export async function recallPorts(dataDir: string): Promise<Ports> {
  try {
    const { mongo, redis } = JSON.parse(await readFile(fileIn(dataDir), 'utf8')) as Ports;
    return { mongo: asPort(mongo), redis: asPort(redis) };
  } catch {
    return {};
  }
}

/** Remembers the ports; a crash in between leaves the old memory whole. */
export async function rememberPorts(dataDir: string, ports: Ports): Promise<void> {
  const incoming = `${fileIn(dataDir)}.new`;
  await writeFile(incoming, `${JSON.stringify(ports)}\n`);
  await rename(incoming, fileIn(dataDir));
}

const asPort = (value: unknown): number | undefined =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) < 65_536
    ? Number(value)
    : undefined;
