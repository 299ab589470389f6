import { readReply } from './planning';

it.each([
  ['ok', 'approve'],
  ['Looks good, go ahead.', 'approve'],
  ['Ja, mach das!', 'approve'],
  ['yes, but skip the search', 'edit'],
  ['No, use the glossary instead', 'edit'],
  ['fewer steps please', 'edit'],
  ['no', 'reject'],
  ['Nein, danke.', 'reject'],
  ["don't do it", 'reject'],
  ['What is step two for?', 'question'],
  ['ok?', 'question'],
  ['hmm', 'unclear'],
  ['the books are nice', 'unclear'],
])('%p means %s', (text, reply) => {
  expect(readReply(text)).toBe(reply);
});
