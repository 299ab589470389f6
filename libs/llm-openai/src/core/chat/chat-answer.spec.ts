import { ChatAnswer } from './chat-answer';

const MEGABYTE = 'x'.repeat(1024 * 1024);
const text = { choices: [{ index: 0, delta: { content: MEGABYTE } }] };
const call = {
  choices: [{ index: 0, delta: { tool_calls: [{ index: 0, function: { arguments: MEGABYTE } }] } }],
};

it.each([
  ['text', text],
  ['arguments', call],
])('an answer of endless %s is cut off, for good', (_name, frame) => {
  const builder = new ChatAnswer();
  for (let megabytes = 1; megabytes <= 16; megabytes++) builder.value(frame);
  expect(() => builder.value(frame)).toThrow(
    expect.objectContaining({ kind: 'rejected', message: expect.stringContaining('longer') }),
  );
});
