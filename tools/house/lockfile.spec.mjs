import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './projects.mjs';

/** Packages with known holes, and the first version without them. */
const FLOORS = [
  // CVE-2024-53900, CVE-2025-23061 and operators that sanitizeFilter let through.
  ['mongoose', '9.9.2'],
  // CVE-2022-2421, CVE-2023-32695, CVE-2024-38355: packets that end the process.
  ['socket.io-parser', '4.2.6'],
  ['engine.io', '6.6.9'],
  ['ws', '8.21.0'],
  // Merges of aliases; an alias limit exists from 5 on.
  ['js-yaml', '5.0.0'],
  ['@nestjs/core', '11.1.24'],
  // Blocking reads that stay stuck after a reconnect.
  ['bullmq', '6.0.7'],
];
/** Doors that this product does not have: TCP between services (CVE-2026-40879), developers' tools, another HTTP adapter. */
const ABSENT = [
  '@nestjs/microservices',
  '@nestjs/devtools-integration',
  '@nestjs/platform-fastify',
  'vm2',
];

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
/** What a running product consists of: development's tools aside. */
const shipped = Object.entries(packages).flatMap(([path, entry]) => {
  const name = path.split('node_modules/').at(-1);
  return path.includes('node_modules/') && !entry.link && !entry.dev ? [{ name, ...entry }] : [];
});

describe('package-lock.json', () => {
  it.each(FLOORS)('has %s from %s on, wherever it stands', (name, floor) => {
    const found = shipped.filter((entry) => entry.name === name).map(({ version }) => version);
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((version) => isBelow(version, floor))).toEqual([]);
  });

  it.each(ABSENT)('has no %s', (name) => {
    expect(shipped.filter((entry) => entry.name === name)).toEqual([]);
  });

  it('says of every package what its content hashes to', () => {
    expect(shipped.filter(({ integrity }) => !/^sha512-/.test(integrity ?? ''))).toEqual([]);
  });
});

function isBelow(version, floor) {
  const [left, right] = [version, floor].map((text) => text.split(/[.-]/).map(Number));
  const at = right.findIndex((part, index) => part !== left[index]);
  return at >= 0 && !(left[at] > right[at]);
}
