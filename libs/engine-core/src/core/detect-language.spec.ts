import { eld } from 'eld/extrasmall';
import { detectLanguage } from './detect-language';

const language = (...texts: string[]) => detectLanguage(texts, (text) => eld.detect(text));

describe('the language of the first text that tells one', () => {
  it.each([
    ['en', 'Please rebuild the importer.'],
    ['en', 'npm run build fails with error TS2304: cannot find the name'],
    ['de', 'Bitte plane den Umbau des Importers.'],
    ['de', '[[acc-ac27097b-17f6]] Hallo, bist du da?'],
    ['fr', 'Oui, continue.'],
    ['es', 'Por favor, reconstruye el importador en src/importer/index.ts'],
    ['zh', '你好'],
    ['ja', 'こんにちは'],
  ])('is %s for: %s', (expected, text) => {
    expect(language(text)).toBe(expected);
  });

  it.each(['ok', '👍', '', 'src/a_b.ts 17', 'hi'])('is unknown for: %s', (text) => {
    expect(language(text)).toBeUndefined();
  });

  it('is told by an earlier text where the newest is too short', () => {
    expect(
      language('ok', 'Kannst du das bitte noch einmal erklären?', 'Hello there, how are you?'),
    ).toBe('de');
  });

  it('is found in no time in a text without end', () => {
    const started = performance.now();
    language('x'.repeat(1_000_000), 'wort '.repeat(200_000));
    expect(performance.now() - started).toBeLessThan(500);
  });
});
