import { resolve } from 'node:path';
import { defaultModelLayer, readCatalogueFile } from '../catalogue-file';
import { mergeCatalogueLayers, ModelCatalogue, parseCatalogueLayer } from './catalogue';
import { costOf } from './cost';

const names = (catalogue: ModelCatalogue, spec: string) =>
  catalogue.resolve(spec).map(({ name }) => name);

describe('a model setting', () => {
  const catalogue = new ModelCatalogue({
    models: {},
    aliases: {
      'default:chat': 'openai:big, default:fast',
      'default:fast': 'openai:small',
      'loop:a': 'loop:b,x:y',
      'loop:b': 'loop:a',
    },
  });

  it.each([
    ['openai:any', ['openai:any']],
    ['default:chat', ['openai:big', 'openai:small']],
    ['gemini:pro , default:fast,gemini:pro', ['gemini:pro', 'openai:small']],
    ['openai:org/model:free', ['openai:org/model:free']],
    ['loop:a', ['x:y']],
    ['toString', ['toString']],
    [' , ', []],
  ])('%p means %p', (spec, expected) => {
    expect(names(catalogue, spec)).toEqual(expected);
  });

  it('splits provider and model at the first colon', () => {
    expect(catalogue.resolve('openai:org/model:free')[0]).toMatchObject({
      provider: 'openai',
      model: 'org/model:free',
    });
  });
});

describe('layers', () => {
  const base = {
    models: { 'a:x': { maxTools: 10, actionLoopCorrections: 3 }, 'a:y': {} },
    aliases: { 'default:chat': 'a:x' },
  };

  it('are merged by key: fields of a model, and aliases one by one', () => {
    const merged = mergeCatalogueLayers(
      base,
      { models: { 'a:x': { actionLoopCorrections: 0 } }, aliases: {} },
      { models: { 'b:z': {} }, aliases: { 'default:fast': 'b:z' } },
    );
    expect(merged).toEqual({
      models: { 'a:x': { maxTools: 10, actionLoopCorrections: 0 }, 'a:y': {}, 'b:z': {} },
      aliases: { 'default:chat': 'a:x', 'default:fast': 'b:z' },
    });
    expect(base.models['a:x'].actionLoopCorrections).toBe(3);
  });

  it('are refused with the path of each fault', () => {
    const parsed = parseCatalogueLayer({
      models: { 'a:x': { actionLoopCorrections: -1, colour: 'red' }, nocolon: {} },
    });
    expect(parsed.ok).toBe(false);
    if (!parsed.ok) {
      const paths = parsed.error.map(({ path }) => path);
      expect(paths).toContain('models.a:x.actionLoopCorrections');
      expect(paths).toContain('models.nocolon');
    }
  });

  it('may be empty', () => {
    expect(parseCatalogueLayer(undefined)).toEqual({
      ok: true,
      value: { models: {}, aliases: {} },
    });
  });
});

describe('the bundled catalogue', () => {
  const bundled = new ModelCatalogue(
    readCatalogueFile(resolve(__dirname, '../../../../config/ai-models.yaml')),
  );
  const corrections = (spec: string, catalogue = bundled) =>
    catalogue.resolve(spec)[0]?.actionLoopCorrections;

  it('gives two corrections by default, four to gemini 2.5 pro, and zero means zero', () => {
    expect(corrections('openai:gpt-5-mini')).toBe(2);
    expect(corrections('openai:nobody-knows-it')).toBe(2);
    expect(corrections('gemini:gemini-2.5-pro')).toBe(4);
    const layer = { models: { 'openai:gpt-5-mini': { actionLoopCorrections: 0 } }, aliases: {} };
    expect(corrections('openai:gpt-5-mini', bundled.with(layer))).toBe(0);
  });

  it('means by its aliases what the environment says', () => {
    expect(names(bundled, 'default:chat')).toEqual(['openai:gpt-5-mini']);
    const demo = bundled.with(defaultModelLayer('demo:guide'));
    expect(names(demo, 'default:chat,default:fast')).toEqual(['demo:guide']);
  });

  it('prices cached tokens as such', () => {
    const [info] = bundled.resolve('openai:gpt-5');
    const usage = { inputTokens: 2_000_000, outputTokens: 1_000_000, cachedTokens: 1_000_000 };
    expect(costOf(info!, usage)).toBeCloseTo(1.25 + 0.125 + 10);
    expect(costOf(bundled.resolve('demo:guide')[0]!, usage)).toBe(0);
    expect(costOf(bundled.resolve('openai:of-nobody-known')[0]!, usage)).toBeUndefined();
  });
});
