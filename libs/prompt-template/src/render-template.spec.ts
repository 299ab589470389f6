import { checkTemplate } from './check-template';
import { LIMITS } from './limits';
import { renderTemplate, type RenderOptions } from './render-template';
import { renderWithIncludes } from './render-with-includes';
import type { Template } from './template';

function template(source: string): Template {
  const checked = checkTemplate(source);
  if (!checked.ok) throw new Error(JSON.stringify(checked.error));
  return checked.value;
}

const render = (source: string, context = {}, options: RenderOptions = {}) =>
  renderTemplate(template(source), context, options);

describe('rendering', () => {
  it('changes nothing of its context', () => {
    const context = Object.freeze({ list: Object.freeze([1, 2]), mode: 'PLANNING' });
    expect(render('{% set mode = "x" %}{% set list = [3] %}{{ mode }}{{ list }}', context)).toEqual(
      {
        ok: true,
        value: 'x3',
      },
    );
    expect(context).toEqual({ list: [1, 2], mode: 'PLANNING' });
  });

  it('costs more where a text is taken apart than where it is passed on', () => {
    const context = { text: 'x'.repeat(LIMITS.outputBytes), times: Array(20).fill(0) };
    const often = (filter: string): string =>
      `{% for t in times %}{% set a = text | ${filter} %}{% endfor %}`;
    expect(render(often('upper'), context)).toMatchObject({ ok: true });
    for (const filter of ['reverse', 'replace("", "")'])
      expect(render(often(filter), context)).toMatchObject({ error: { code: 'OUT_OF_FUEL' } });
    expect(render('{{ text | reverse | length }}', context)).toEqual({ ok: true, value: '65536' });
  });

  it('keeps nothing from one rendering for the next', () => {
    const once = template('{{ seen }}{% set seen = "seen" %}');
    expect(renderTemplate(once, {})).toEqual(renderTemplate(once, {}));
  });

  it('sees a key that was parsed from JSON as no prototype', () => {
    const params: unknown = JSON.parse(
      '{"__proto__": {"admin": true}, "constructor": "x", "a": 1}',
    );
    const source = "{% for k, v in params %}{{ k }}{% endfor %}{{ params['ad' ~ 'min'] }}";
    expect(render(source, { params })).toEqual({ ok: true, value: 'a' });
  });

  it('refuses a context without end', () => {
    const endless: Record<string, unknown> = {};
    endless.self = endless;
    expect(render('x', endless)).toMatchObject({ ok: false, error: { code: 'WRONG_VALUE' } });
    expect(render('x', { list: Array(LIMITS.contextValues + 1).fill(0) })).toMatchObject({
      ok: false,
    });
  });

  it('says where it was stopped', () => {
    const source = 'a\nb {{ missing | trim }}';
    expect(render(source)).toMatchObject({
      error: { code: 'WRONG_VALUE', line: 2, column: 16 },
    });
  });

  it('counts the bytes of what it puts out', () => {
    const context = { text: 'ü'.repeat(LIMITS.outputBytes / 2) };
    expect(render('{{ text }}', context)).toMatchObject({ ok: true });
    expect(render('{{ text }}!', context)).toMatchObject({ error: { code: 'OUTPUT_TOO_LONG' } });
  });

  it('does not include itself under its own name', () => {
    const options = { name: 'self', include: () => template('{% include "self" %}') };
    expect(render('{% include "other" %}', {}, options)).toMatchObject({
      error: { code: 'INCLUDE_CYCLE', template: 'other' },
    });
    expect(render('{% include "self" %}', {}, options)).toMatchObject({
      error: { code: 'INCLUDE_CYCLE' },
    });
  });

  it('bounds a tower of includes, each of another name', () => {
    const include = (name: string) => template(`{% include "${name}x" %}`);
    expect(render('{% include "x" %}', {}, { include })).toMatchObject({
      error: { code: 'TOO_DEEP' },
    });
  });
});

describe('includes that have to be loaded', () => {
  const texts: Record<string, string> = { a: '{% include "b" %}{{ x }}', b: 'B', broken: '{{' };
  const asked: string[] = [];
  const load = (name: string) => {
    asked.push(name);
    const source = texts[name];
    if (source === undefined) return Promise.resolve(null);
    const checked = checkTemplate(source);
    return Promise.resolve(checked.ok ? checked.value : ('broken' as const));
  };
  beforeEach(() => asked.splice(0));

  it('are asked for once each, and not again while they are kept', async () => {
    const known = new Map<string, Template | null | 'broken'>();
    const outer = template('{% include "a" %}{% include "b" %}');
    const twice = [
      await renderWithIncludes(outer, { x: 1 }, load, { known }),
      await renderWithIncludes(outer, { x: 2 }, load, { known }),
    ];
    expect(twice).toEqual([
      { ok: true, value: 'B1B' },
      { ok: true, value: 'B2B' },
    ]);
    expect(asked).toEqual(['a', 'b']);
  });

  it('are told when missing or broken', async () => {
    expect(await renderWithIncludes(template('{% include "no" %}'), {}, load)).toMatchObject({
      error: { code: 'INCLUDE_NOT_FOUND' },
    });
    expect(await renderWithIncludes(template('{% include "broken" %}'), {}, load)).toMatchObject({
      error: { code: 'INCLUDE_BROKEN' },
    });
  });

  it('are thirty-two different ones at most', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `n${index}`);
    const many = template('{% for n in names %}{% include n ignore missing %}{% endfor %}');
    await renderWithIncludes(many, { names }, load);
    expect(asked.length).toBeLessThanOrEqual(LIMITS.includes);
  });
});
