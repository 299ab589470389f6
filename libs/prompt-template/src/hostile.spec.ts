import { checkTemplate } from './check-template';
import { LIMITS } from './limits';
import { renderMetered } from './render-template';
import { Meter } from './run/meter';
import { hostile, hostileContext, includesOf, textOfSource } from './testing/corpus';

const include = includesOf(hostile.includes);

describe('hostile templates', () => {
  it('are at least sixty', () => {
    expect(hostile.templates.length).toBeGreaterThanOrEqual(60);
  });

  it.each(hostile.templates.map((template) => [template.expect, template.what, template] as const))(
    '%s: %s',
    (expected, _, template) => {
      const checked = checkTemplate(textOfSource(template.source));
      expect(Reflect.get(globalThis, 'PWNED')).toBeUndefined();
      if (expected === 'refused') {
        expect(checked).toMatchObject({ ok: false });
        if (checked.ok) return;
        for (const { line, column, message } of checked.error) {
          expect(line).toBeGreaterThan(0);
          expect(column).toBeGreaterThan(0);
          expect(message).not.toBe('');
        }
        return;
      }
      if (!checked.ok) throw new Error(JSON.stringify(checked.error));
      const meter = new Meter();
      const rendered = renderMetered(checked.value, hostileContext(), { include }, meter);
      expect(Reflect.get(globalThis, 'PWNED')).toBeUndefined();
      expect(meter.used).toBeLessThanOrEqual(LIMITS.fuel + 1 + (LIMITS.outputBytes >> 8));
      if (expected === 'stopped') return expect(rendered.ok).toBe(false);
      if (!rendered.ok) throw new Error(JSON.stringify(rendered.error));
      if (template.output !== undefined) expect(rendered.value).toBe(template.output);
      if (template.length !== undefined) expect(rendered.value).toHaveLength(template.length);
    },
  );
});
