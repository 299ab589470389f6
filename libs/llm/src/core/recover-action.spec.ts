import { recoverAction } from './recover-action';

const action = { type: 'ANSWER', reason: 'asked', message: 'Hello, {you}.' };
const json = JSON.stringify(action);
const pretty = JSON.stringify(action, null, 2);

it.each([
  ['the whole body', json],
  ['the whole body with space around', `\n  ${pretty}\n`],
  ['the only fenced block', `Here it is:\n\`\`\`json\n${pretty}\n\`\`\`\nThat was it.`],
  ['a block without a language', `\`\`\`\n${json}\n\`\`\``],
  ['a block of tildes', `~~~json\n${json}\n~~~`],
])('finds an action that is %s', (_, text) => {
  expect(recoverAction(text)).toEqual(action);
});

it.each([
  ['plain text', 'Paris is the capital.'],
  ['two blocks', `\`\`\`\n${json}\n\`\`\`\n\`\`\`\n${json}\n\`\`\``],
  ['JSON within a sentence', `I would say ${json} now.`],
  ['an object without a type', '{"message":"hi"}'],
  ['a list', `[${json}]`],
  ['broken JSON', json.slice(0, -3)],
  ['nothing', ''],
  ['a block that is not closed', `\`\`\`json\n${json}`],
])('finds none in %s', (_, text) => {
  expect(recoverAction(text)).toBeNull();
});
