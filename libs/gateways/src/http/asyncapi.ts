import { z } from 'zod';
import {
  PROTOCOL_VERSION,
  durableEventBodies,
  eventHeaderSchema,
  handshakeSchema,
  passingEventBodies,
  wsErrorSchema,
  wsRequests,
} from '@vance/protocol';
import { jsonSchema, type Json } from './json-schema';

/** Socket.io's default namespace. A message's name is that of the socket.io event. */
const CHANNEL = 'default';

/**
 * The AsyncAPI 3.0 document of the socket, seen from the server: it receives requests and sends their acknowledgements
 * and the events. The schemas are those that check the messages.
 */
export function asyncApiDocument(version: string): Json {
  const requests = Object.entries(wsRequests);
  const events = [
    ...Object.entries(durableEventBodies).map(([name, body]) => durable(name, body)),
    ...Object.entries(passingEventBodies).map(([name, body]) =>
      message(name, 'Passing: shown while it happens, never kept.', jsonOf(body, 'output')),
    ),
  ];
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Vancetope socket',
      version,
      description: `socket.io 4, default namespace, protocol version ${PROTOCOL_VERSION}. Durable events carry \`seq\`; \`session-open\` with \`since\` replays what came after.`,
    },
    defaultContentType: 'application/json',
    channels: {
      [CHANNEL]: {
        address: '/',
        messages: Object.fromEntries([
          ...[handshake(), refusal()].map(keyed),
          ...requests.flatMap(([name, request]) => requestMessages(name, request)).map(keyed),
          ...events.map(keyed),
        ]),
      },
    },
    operations: {
      connect: {
        action: 'receive',
        ...within(['handshake']),
        reply: within(['welcome', 'connect_error']),
      },
      ...Object.fromEntries(
        requests.map(([name]) => [
          name,
          { action: 'receive', ...within([name]), reply: within([acknowledgement(name)]) },
        ]),
      ),
      ...Object.fromEntries(
        events.map(({ name }) => [`on-${name}`, { action: 'send', ...within([name]) }]),
      ),
    },
  };
}

interface Message extends Json {
  readonly name: string;
}

function message(name: string, summary: string, payload: Json): Message {
  return { name, summary, payload };
}

function keyed(one: Message): readonly [string, Message] {
  return [one.name, one];
}

function handshake(): Message {
  return message(
    'handshake',
    'What the client gives as `auth` when it connects.',
    jsonOf(handshakeSchema, 'input'),
  );
}

function refusal(): Message {
  const schema = z.object({ message: z.string(), data: wsErrorSchema.omit({ message: true }) });
  return message('connect_error', 'Why a connection is refused.', jsonOf(schema, 'output'));
}

function requestMessages(
  name: string,
  { payload, data }: { readonly payload: z.ZodType; readonly data: z.ZodType },
): readonly Message[] {
  const reply = z.union([
    z.strictObject({ ok: z.literal(true), data }),
    z.strictObject({ ok: z.literal(false), error: wsErrorSchema }),
  ]);
  return [
    message(name, 'A request: its one payload.', jsonOf(payload, 'input')),
    message(acknowledgement(name), 'What the callback gets.', jsonOf(reply, 'output')),
  ];
}

function acknowledgement(request: string): string {
  return `${request}.acknowledgement`;
}

function durable(name: string, body: z.ZodObject): Message {
  const schema = eventHeaderSchema.extend(body.shape);
  return message(name, 'Durable: numbered, kept, replayed.', jsonOf(schema, 'output'));
}

function within(names: readonly string[]): Json {
  const channel = `#/channels/${CHANNEL}`;
  return {
    channel: { $ref: channel },
    messages: names.map((name) => ({ $ref: `${channel}/messages/${name}` })),
  };
}

/** AsyncAPI's own schema format is a superset of draft 7. */
function jsonOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  return jsonSchema(schema, io, 'draft-7');
}
