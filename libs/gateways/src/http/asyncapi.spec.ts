import { Parser } from '@asyncapi/parser';
import { durableEventBodies, passingEventBodies, wsRequests } from '@vance/protocol';
import { asyncApiDocument } from './asyncapi';

describe('asyncApiDocument', () => {
  const parse = async (document: unknown) => new Parser().parse(JSON.stringify(document));

  it('is a valid AsyncAPI document, says its own parser', async () => {
    const { document, diagnostics } = await parse(asyncApiDocument('1.2.3'));
    expect(diagnostics.filter(({ severity }) => severity <= 1)).toEqual([]);
    expect(document?.version()).toBe('3.0.0');
  });

  it('would be found faulty if a reference led nowhere', async () => {
    const text = JSON.stringify(asyncApiDocument('1.2.3')).replaceAll(
      'messages/welcome"',
      'messages/hello"',
    );
    const { document, diagnostics } = await parse(JSON.parse(text));
    expect(document).toBeUndefined();
    expect(diagnostics.map(({ code }) => code)).toContain('invalid-ref');
  });

  it('has every request with its acknowledgement, and every event', async () => {
    const { document } = await parse(asyncApiDocument('1.2.3'));
    const operations = document!.operations().all();
    const received = operations.filter((one) => one.action() === 'receive').map((one) => one.id());
    const sent = operations.filter((one) => one.action() === 'send').map((one) => one.id());
    expect(received.sort()).toEqual(['connect', ...Object.keys(wsRequests)].sort());
    const events = [...Object.keys(durableEventBodies), ...Object.keys(passingEventBodies)];
    expect(sent.sort()).toEqual(events.map((name) => `on-${name}`).sort());
    for (const one of operations.filter((each) => each.action() === 'receive'))
      expect([one.id(), one.reply()?.messages().length]).not.toEqual([one.id(), 0]);
  });

  it('carries the very schemas that check the messages', async () => {
    const { document } = await parse(asyncApiDocument('1.2.3'));
    const payload = (name: string) =>
      document!
        .messages()
        .filterBy((one) => one.name() === name)[0]!
        .payload()!
        .json();
    expect(payload('chat-send')).toMatchObject({
      additionalProperties: false,
      required: ['clientMessageId', 'content', 'processId'],
    });
    expect(payload('todos-updated')).toMatchObject({
      properties: { seq: { type: 'integer' }, todos: {} },
    });
  });
});
