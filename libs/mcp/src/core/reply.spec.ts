import { callResultSchema, replyOf } from './reply';

const reply = (result: object) => replyOf(callResultSchema.parse(result));

describe('a server’s answer', () => {
  it('is its texts, with what is no text named', () => {
    const content = [
      { type: 'text', text: 'Two files:' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'resource_link', uri: 'file:///a', name: 'a' },
      { type: 'resource', resource: { uri: 'file:///b', text: 'words of b' } },
      { type: 'resource', resource: { uri: 'file:///c', blob: 'AAAA' } },
      { type: 'hologram', depth: 3 },
    ];
    expect(reply({ content })).toEqual({
      outcome: 'ok',
      text: [
        'Two files:',
        '[image of type image/png, 4 characters of base64, not shown]',
        '[resource file:///a]',
        'words of b',
        '[resource file:///c, not text]',
        '[hologram, not shown]',
      ].join('\n'),
    });
  });

  it('is its structure where it has no words', () => {
    expect(reply({ structuredContent: { degrees: 7 } })).toEqual({
      outcome: 'ok',
      text: '{"degrees":7}',
    });
    expect(reply({ content: [{ type: 'text', text: '7°' }], structuredContent: 7 })).toMatchObject({
      text: '7°',
    });
  });

  it('is never empty, and a failure stays one', () => {
    expect(reply({})).toEqual({ outcome: 'ok', text: 'Done; the server said nothing.' });
    expect(reply({ isError: true })).toEqual({
      outcome: 'failed',
      error: 'The server gave no reason.',
    });
    const content = [{ type: 'text', text: 'no such city' }];
    expect(reply({ isError: true, content })).toEqual({ outcome: 'failed', error: 'no such city' });
  });
});
