import { AnswerObserver } from './answer-observer';
import { ChunkStream } from './chunk-stream';

function observed(showable: string[]) {
  const texts: string[] = [];
  const chunks = new ChunkStream({ text: (_, text) => texts.push(text), reset: () => undefined });
  const observer = new AnswerObserver(chunks, 'arthur_action', new Set(showable), false);
  const tell = (action: object): string => {
    const json = JSON.stringify(action);
    for (let at = 0; at < json.length; at += 1000)
      observer.onToolArguments(0, 'arthur_action', json.slice(at, at + 1000));
    chunks.flush();
    return texts.join('');
  };
  return { tell };
}

it('shows the words of an action that the mode allows, and of no other', () => {
  expect(observed(['ANSWER']).tell({ type: 'ANSWER', message: 'Hello.' })).toBe('Hello.');
  expect(observed(['ANSWER']).tell({ type: 'ASK_USER', message: 'Hello?' })).toBe('');
});

it('shows no more of a giant plan than a message may hold', () => {
  const plan = 'x'.repeat(5_000_000);
  const shown = observed(['PROPOSE_PLAN']).tell({ type: 'PROPOSE_PLAN', plan });
  expect(shown.length).toBeGreaterThan(250_000);
  expect(shown.length).toBeLessThanOrEqual(262_144);
});
