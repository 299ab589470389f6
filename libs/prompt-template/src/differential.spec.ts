import { Environment, type ILoader } from 'nunjucks';
import { checkTemplate } from './check-template';
import { renderTemplate } from './render-template';
import { differential, includesOf } from './testing/corpus';

const sources = Object.fromEntries(
  Object.entries(differential.includes).map(([path, src]) => [path, { src, path, noCache: true }]),
);
// Nothing stands for a template that is not there; the types of nunjucks do not know it.
const loader: ILoader = { getSource: (name) => Reflect.get(sources, name) };

/** The one place where nunjucks compiles: nothing here comes from a tenant. */
const stock = new Environment(loader, { autoescape: false });

function ours(source: string): string {
  const checked = checkTemplate(source);
  if (!checked.ok) throw new Error(JSON.stringify(checked.error));
  const include = includesOf(differential.includes);
  const rendered = renderTemplate(checked.value, differential.context, { include });
  if (!rendered.ok) throw new Error(JSON.stringify(rendered.error));
  return rendered.value;
}

describe('harmless templates', () => {
  it('are at least a hundred', () => {
    expect(differential.templates.length).toBeGreaterThanOrEqual(100);
  });

  it.each(differential.templates)('%j comes out as nunjucks renders it', (source) => {
    expect(ours(source)).toBe(stock.renderString(source, differential.context));
  });

  it.each([
    '{{ missing | trim }}',
    '{{ 5 | lower }}',
    '{{ missing | first }}',
    '{{ nothing | last }}',
    '{{ mode | join }}',
    "{{ 'x' in 5 }}",
    '{{ missing | string }}',
    "{% include 'absent' %}",
  ])('%j fails as nunjucks fails', (source) => {
    expect(() => stock.renderString(source, differential.context)).toThrow();
    expect(() => ours(source)).toThrow();
  });
});
