import { etagOf, parsePreconditions } from './etag';

const ifMatch = (tag: string | undefined) => parsePreconditions({ 'if-match': tag });

it('an entity tag asks for the version it names', () => {
  expect(ifMatch(etagOf(7))).toEqual({ versions: [7] });
  expect(ifMatch('*')).toBe('present');
  expect(ifMatch(undefined)).toBe('any');
});

it('several tags ask for any one of their versions', () => {
  expect(ifMatch('"1", "foreign", W/"2", "3"')).toEqual({ versions: [1, 3] });
});

it.each(['', '7', 'W/"7"', '"0"', '"-1"', '"abc"', '"99999999999999999999"'])(
  'the foreign tag %j matches nothing',
  (tag) => {
    expect(() => ifMatch(tag)).toThrow(expect.objectContaining({ status: 412 }));
  },
);

it('a write may ask for nothing to be there, and for nothing beside', () => {
  expect(parsePreconditions({ 'if-none-match': '*' })).toBe('absent');
  for (const more of [{ 'if-match': '"1"' }, { 'if-none-match': '"1"' }])
    expect(() => parsePreconditions({ 'if-none-match': '*', ...more })).toThrow(
      expect.objectContaining({ status: 412 }),
    );
});
