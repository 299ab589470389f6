import { inspect } from 'node:util';
import { BundledFiles } from '@vance/config';
import { budgetNames } from '@vance/kernel';
import { SettingCatalogue } from './setting-catalogue';
import { settingKeys } from './tenant-config';

const catalogue = new SettingCatalogue(BundledFiles.load());

describe('the settings', () => {
  it('that a turn is played by are all in the catalogue', () => {
    expect(catalogue.names).toEqual(expect.arrayContaining(Object.values(settingKeys)));
    const budgets = budgetNames.map((name) => `vance.budgets.${name}`);
    expect(catalogue.names).toEqual(expect.arrayContaining(budgets));
  });

  it('take right values', () => {
    expect(catalogue.check(settingKeys.globalDefault, 'disabled')).toBe('disabled');
    expect(catalogue.check(settingKeys.rejectPhrases, ['no', '不'])).toEqual(['no', '不']);
    expect(catalogue.check(settingKeys.clientReadOnly, [])).toEqual([]);
  });

  it.each([
    [settingKeys.globalDefault, 'off', /must be one of "auto", "disabled"/],
    [settingKeys.globalDefault, null, /must be one of/],
    [settingKeys.globalDefault, { $ne: 'auto' }, /must be one of/],
    [settingKeys.rejectPhrases, 'no', /must be a list of at most 200 texts/],
    [settingKeys.rejectPhrases, [''], /must be a list/],
    [settingKeys.clientReadOnly, [7], /must be a list/],
    ['vance.models.openai.apiKey', '', /must be a text of at most 4096 printable characters/],
    ['vance.models.openai.apiKey', 'two words', /printable characters without spaces/],
    ['vance.models.openai.apiKey', 'a\r\nx-header: b', /printable/],
    ['vance.models.openai.apiKey', 'schlüssel', /printable/],
    ['vance.models.openai.apiKey', { set: true }, /printable/],
    ['vance.models.openai.apiKey', 'k'.repeat(5000), /printable/],
    ['vance.budgets.requestsPerMinute', 0, /must be a whole number from 1 to 1000000/],
    ['vance.budgets.tokensPerDay', 1.5, /must be a whole number/],
    ['vance.budgets.costPerDay', '5', /must be a number from 0.01/],
    ['vance.models.openai.baseUrl', 7, /must be an address/],
    ['vance.tools.mcp.*.token', 'x', /There is no setting/],
    ['vance.tools.mcp.a.b.token', 'x', /There is no setting/],
    ['vance.tools.mcp..token', 'x', /There is no setting/],
    ['vance.tools.mcp.constructor.token', 'x', /There is no setting/],
    ['vance.tools.mcp.__proto__.token', 'x', /There is no setting/],
    ['vance.tools.mcp.weather', 'x', /There is no setting/],
    ['vance.no.such', 1, /There is no setting vance.no.such; there are /],
    ['__proto__', 1, /There is no setting/],
  ])('refuse %s = %j and say what is right', (key, value, message) => {
    expect(() => catalogue.check(key, value)).toThrow(
      expect.objectContaining({ status: 422, message: expect.stringMatching(message) }),
    );
  });

  it('fall back to the default where a stored value no longer fits', () => {
    expect(catalogue.read(settingKeys.globalDefault, '"sometimes"')).toBe('auto');
    expect(catalogue.read(settingKeys.globalDefault, undefined)).toBe('auto');
    expect(catalogue.read(settingKeys.rejectPhrases, undefined)).toBeUndefined();
  });

  it('of a pattern are many keys, listed where they are in use', () => {
    expect(catalogue.check('vance.tools.mcp.my-server_2.token', 'tok')).toBe('tok');
    expect(catalogue.isSecret('vance.tools.mcp.weather.token')).toBe(true);
    expect(catalogue.patternOf('vance.tools.mcp.weather.token')).toBe('vance.tools.mcp.*.token');
    expect(catalogue.patternOf(settingKeys.globalDefault)).toBeUndefined();
    const used = ['vance.tools.mcp.b.token', 'vance.tools.mcp.a.token', 'vance.no.such'];
    const keys = catalogue.keysAmong([...used, ...used]);
    expect(keys.filter((key) => key.includes('.mcp.'))).toEqual([used[1], used[0]]);
    expect(keys).toHaveLength(catalogue.names.length + 1);
  });

  it('never give a secret away, nor repeat one that is refused', () => {
    const key = 'vance.models.openai.apiKey';
    expect(catalogue.read(key, '"v2.sealed"')).toBeUndefined();
    const wrong = 'canary value';
    const refusal = (() => {
      try {
        return catalogue.check(key, wrong);
      } catch (error) {
        return error;
      }
    })();
    expect(inspect(refusal, { depth: 9 })).not.toContain('canary');
  });

  it('name the line of a broken catalogue', () => {
    const yaml =
      'settings:\n  a.b:\n    description: x\n    scope: world\n    type: switch\n    default: true\n';
    const broken = new BundledFiles(new Map([['settings.yaml', yaml]]));
    expect(() => new SettingCatalogue(broken)).toThrow(/config\/settings.yaml, line 4/);
  });
});
