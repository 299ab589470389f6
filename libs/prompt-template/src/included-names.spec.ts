import { checkTemplate } from './check-template';
import { includedNames } from './included-names';

it.each([
  ['{% include "a" %}{% include "b.md" %}{% include "a" %}', ['a', 'b.md']],
  [
    '{% if x %}{% include "a" %}{% elif y %}{% include "b" %}{% else %}{% include "c" %}{% endif %}',
    ['a', 'b', 'c'],
  ],
  ['{% for i in list %}{% include "a" %}{% else %}{% include "b" %}{% endfor %}', ['a', 'b']],
  ['{% set x %}{% include "a" %}{% endset %}{{ x }}', ['a']],
  ['{% include ("a" if tier == "small" else "b") ignore missing %}', ['a', 'b']],
  ['{% include name %}{% include "a" ~ tier %}text {{ "include" }}', []],
])('%s includes %j', (source, names) => {
  const template = checkTemplate(source);
  if (!template.ok) throw new Error(JSON.stringify(template.error));
  expect(includedNames(template.value)).toEqual(names);
});
