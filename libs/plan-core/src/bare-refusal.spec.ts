import { isBareRefusal } from './bare-refusal';
import { DEFAULT_REJECT_PHRASES } from './reject-phrases';

const judge = (content: string) => isBareRefusal(content, DEFAULT_REJECT_PHRASES);

it.each([
  ...[
    'no',
    'No',
    'NO',
    'no.',
    'No!!!',
    '  no  ',
    '\tno\n',
    '"no"',
    '(no)',
    'n.o.',
    'no…',
    '¡no!',
    'ＮＯ',
    'no\u200d',
  ],
  ...['no 👎', '🛑 stop', 'Stop!🚫🏽', 'no ❤️', 'no 1️⃣'.replace(' 1️⃣', ''), '👎', '🛑🛑', '👎🏽!'],
  ...[
    'no no no',
    'No, stop.',
    'No! Stop it!',
    'no, thanks',
    'no\nno',
    'Don’t',
    "DON'T!",
    'do not',
    'cancel',
    'Not yet.',
  ],
  ...['nein', 'Nein!', 'NEIN, DANKE', 'Stopp', 'auf keinen Fall', 'noch nicht…', 'Nö.'],
  ...['non', 'Non merci', 'Arrêtez !', 'pas encore', 'Annule'],
  ...['¡Alto!', 'no gracias', 'todavía no', 'não', 'Não!', 'ferma', 'nej', 'nie', 'hayır', 'HAYIR'],
  ...['нет', 'Стоп!', 'Не надо.', 'όχι', 'لا', 'לא', 'नहीं', 'ไม่'],
  ...[
    '不',
    '不！',
    '不要。',
    '不不不',
    '不，停！',
    '停止',
    '取消',
    'いいえ',
    'いいえ。',
    'ダメ',
    'やめて！',
    '아니요',
    '안 돼',
    '안돼!',
  ],
])('%p is nothing but a refusal', (content) => {
  expect(judge(content)).toBe(true);
});

it.each([
  ...[
    '',
    ' ',
    '…',
    '👍',
    '🎉',
    'ok',
    'yes',
    'go',
    'Sounds good, do it.',
    'Yes, please start.',
    'Now really: go.',
  ],
  ...[
    'no problem, go ahead',
    'no worries',
    'Not b, but d please.',
    'No, think again from the start.',
    'none',
    'note',
    'stopwatch',
  ],
  ...[
    'nothing to add, go',
    'nonono',
    'notyet',
    'do not forget the tests, then start',
    "don't wait, start",
    'Why step 2?',
  ],
  ...[
    'no doubt',
    'know',
    'nein, aber mach weiter',
    'ja',
    'oui',
    'sí',
    'да',
    '好',
    '好的',
    '不错',
    '不客气，开始吧',
    'はい',
    '네',
  ],
  ...['non content', 'neige', 'parade', 'nu', 'seis', 'no '.repeat(200)],
])('%p says more than no', (content) => {
  expect(judge(content)).toBe(false);
});

it('follows the list of the tenant, whatever form its phrases have', () => {
  const phrases = ['Nix da!', '', '  ', '👎', 'a.b*'];
  expect(isBareRefusal('nix DA', phrases)).toBe(true);
  expect(isBareRefusal('a b', phrases)).toBe(true);
  expect(isBareRefusal('no', phrases)).toBe(false);
  expect(isBareRefusal('', phrases)).toBe(false);
  expect(isBareRefusal('axb', phrases)).toBe(false);
});

it('ends for any text and any list', () => {
  const phrases = ['a', 'aa', 'aaa', 'a a', 'a a a'];
  expect(isBareRefusal(`${'a '.repeat(110)}!`, phrases)).toBe(false);
  expect(isBareRefusal('x'.repeat(262_144), phrases)).toBe(false);
  expect(isBareRefusal(`${'a '.repeat(50)}b`, phrases)).toBe(false);
});
