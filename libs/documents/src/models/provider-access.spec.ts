import { ModelAccess } from '@vance/llm';
import type { SettingLayer } from '../settings/setting-layers';
import { providerAccess } from './provider-access';

const keys = { apiKey: 'k', baseUrl: 'u' };
const guarded = jest.fn<Promise<Response>, []>();

interface Says {
  readonly k?: string;
  readonly u?: string;
}

function layerOf(layer: SettingLayer['layer'], says: Says): SettingLayer {
  const values = Object.entries(says).map(
    ([key, value]) => [key, { json: JSON.stringify(value), version: 1 }] as const,
  );
  return { layer, project: layer === 'tenant' ? '_tenant' : 'p', values: new Map(values) };
}

/** The key and address that a question is asked with, or why there are none. */
function accessOf(project: Says, tenant: Says, platformBaseUrl?: string) {
  const layers = [layerOf('project', project), layerOf('tenant', tenant)];
  const found = providerAccess(layers, keys, {
    platformBaseUrl,
    open: ({ json }) => {
      if (json.includes('broken')) throw new Error('cannot be opened');
      return String(JSON.parse(json));
    },
    addressOf: ({ json }) => (json.includes('none') ? undefined : String(JSON.parse(json))),
    fetch: guarded,
  });
  if (found?.kind !== 'own') return found?.reason;
  expect(found.access).toBeInstanceOf(ModelAccess);
  const { apiKey, baseUrl, fetch } = found.access;
  return [apiKey, baseUrl, fetch === guarded ? 'guarded' : 'plain'];
}

describe('a way to a provider', () => {
  it('is the platform’s where nobody says anything', () => {
    expect(accessOf({}, {}, 'platform')).toBeUndefined();
  });

  it.each<readonly [string, Says, Says, readonly unknown[]]>([
    ['the tenant’s key goes to the platform’s address', {}, { k: 'kt' }, ['kt', 'pf', 'plain']],
    ['the project’s key goes to the platform’s address', { k: 'kp' }, {}, ['kp', 'pf', 'plain']],
    ['key and address of one layer', {}, { k: 'kt', u: 'ut' }, ['kt', 'ut', 'guarded']],
    [
      'the project’s own of both',
      { k: 'kp', u: 'up' },
      { k: 'kt', u: 'ut' },
      ['kp', 'up', 'guarded'],
    ],
    [
      'the project’s key at the tenant’s address',
      { k: 'kp' },
      { u: 'ut' },
      ['kp', 'ut', 'guarded'],
    ],
    [
      'the project’s key before the tenant’s',
      { k: 'kp' },
      { k: 'kt', u: 'ut' },
      ['kp', 'ut', 'guarded'],
    ],
  ])('%s', (_, project, tenant, expected) => {
    expect(accessOf(project, tenant, 'pf')).toEqual(expected);
  });

  it('without an address anywhere is the provider’s own', () => {
    expect(accessOf({ k: 'kp' }, {})).toEqual(['kp', undefined, 'plain']);
  });

  it.each<readonly [string, Says, Says]>([
    ['the platform’s', {}, { u: 'ut' }],
    ['the platform’s', { u: 'up' }, {}],
    ['the platform’s', { u: 'up' }, { u: 'ut' }],
    ['the tenant’s', { u: 'up' }, { k: 'kt' }],
    ['the tenant’s', { u: 'up' }, { k: 'kt', u: 'ut' }],
  ])('never sends %s key to an address set above it', (_, project, tenant) => {
    expect(accessOf(project, tenant, 'pf')).toMatch(/no other key is sent to that address/);
  });

  it('is none, and never another, where its key cannot be opened or its address is none', () => {
    expect(accessOf({ k: 'broken' }, { k: 'kt' }, 'pf')).toMatch(/cannot be opened/);
    expect(accessOf({ k: 'kp', u: 'none' }, {}, 'pf')).toMatch(/address of p is none/);
  });
});
