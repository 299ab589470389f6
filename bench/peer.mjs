// The product as the reference benchmark sees it: how to start it, and a client over its real wire.
//   ours           brain and worker as two processes, the job goes through the queue
//   ours-combined  brain and worker in one process, as `npm start` runs them
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { io } from 'socket.io-client';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const PLATFORM_PASSWORD = 'bench-platform-password';

const peer = (how, database) => ({
  args: [join(root, 'bench/launch.mjs'), how],
  env: {
    VANCE_PORT: '{port}',
    VANCE_DATA_DIR: '{data}',
    MONGODB_URI: '{mongo}',
    VANCE_MONGO_DB: database,
    REDIS_URL: '{redis}',
    OPENAI_BASE_URL: '{llm}',
    OPENAI_API_KEY: 'bench',
    VANCE_MODEL: 'openai:mock',
    VANCE_SEED: 'none',
    VANCE_LOG_LEVEL: 'warn',
    VANCE_PLATFORM_ADMIN_PASSWORD: PLATFORM_PASSWORD,
  },
  adapter: 'ours',
  db: database,
  path: '/readyz',
  mock: 'lookup=current_time&explore=doc_list',
  store: 'MongoDB: process, events, messages, journal, traces',
});

export default {
  ours: peer('apart', 'vance_bench'),
  'ours-combined': peer('combined', 'vance_bench_combined'),
};

async function post(url, body, token) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`POST ${url}: ${response.status} ${await response.text()}`);
  return response.json();
}

// One tenant with one project for a run; made on first use.
async function createWorld(baseUrl) {
  const api = `${baseUrl}/api/v1`;
  const platform = await post(`${api}/auth/token`, {
    tenant: '_platform',
    username: 'platform',
    password: PLATFORM_PASSWORD,
  });
  const tenant = `bench-${randomUUID().slice(0, 8)}`;
  const admin = { username: 'admin', password: randomUUID() };
  await post(
    `${api}/platform/tenants`,
    { name: tenant, title: tenant, admin },
    platform.accessToken,
  );
  const { accessToken } = await post(`${api}/auth/token`, { tenant, ...admin });
  await post(`${api}/projects`, { name: 'bench' }, accessToken);
  return { token: accessToken, project: 'bench' };
}

function connect(baseUrl, token) {
  return new Promise((resolve, reject) => {
    const socket = io(baseUrl, {
      auth: { token, clientName: 'bench', profile: 'api', protocolVersion: 1 },
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
    });
    socket.once('connect', () => resolve(socket));
    socket.once('connect_error', reject);
  });
}

function request(socket, event, payload) {
  return new Promise((resolve, reject) => {
    const lost = () => reject(new Error(`${event}: the connection was lost`));
    socket.once('disconnect', lost);
    socket.emit(event, payload, (reply) => {
      socket.off('disconnect', lost);
      if (reply.ok) resolve(reply.data);
      else reject(new Error(`${event}: ${reply.error.code} ${reply.error.message}`));
    });
  });
}

export const adapters = {
  ours: (baseUrl) => {
    const pool = [];
    let world;
    const bind = (session, socket) => {
      session.socket = socket;
      for (const name of ['chat-message-chunk', 'chat-message-appended', 'disconnect'])
        socket.off(name);
      socket.on('chat-message-chunk', (chunk) => (session.text += chunk.text ?? ''));
      socket.on('chat-message-appended', ({ sessionId, message }) => {
        if (sessionId !== session.sessionId || message.role !== 'ASSISTANT') return;
        session.text += message.content;
        if (!session.mark || message.content.includes(session.mark)) session.done?.(session.text);
      });
      socket.on('disconnect', (reason) => session.fail?.(new Error(`disconnected: ${reason}`)));
    };
    const socketFor = async () => {
      world ??= createWorld(baseUrl);
      const { token } = await world;
      for (let kept = pool.pop(); kept; kept = pool.pop()) if (kept.connected) return kept;
      return connect(baseUrl, token);
    };
    const enter = async (session) => {
      const socket = await socketFor();
      bind(session, socket);
      const { project } = await world;
      const opened = await request(socket, 'session-open', {
        project,
        ...(session.sessionId ? { sessionId: session.sessionId } : { title: session.conv }),
      });
      session.sessionId = opened.session.sessionId;
      session.processId = opened.chatProcessId;
    };
    return {
      async open(conv) {
        const session = { conv, text: '', done: null, fail: null, mark: null };
        await enter(session);
        return session;
      },
      async turn(session, text) {
        if (!session.socket.connected) await enter(session);
        const turn = /#(\d+)@/.exec(text)?.[1];
        session.mark = turn ? `DONE#${turn}@` : null;
        session.text = '';
        return new Promise((resolve, reject) => {
          session.done = resolve;
          session.fail = reject;
          request(session.socket, 'chat-send', {
            processId: session.processId,
            clientMessageId: randomUUID(),
            content: text,
          }).catch(reject);
        });
      },
      close(session) {
        session.done = session.fail = null;
        if (!session.socket.connected) return session.socket.close();
        session.socket.emit('session-close', { sessionId: session.sessionId }, () => {});
        pool.push(session.socket);
        return undefined;
      },
      subscribe(session, listeners, onEvent) {
        const sockets = [];
        const ready = (async () => {
          const { token, project } = await world;
          for (let i = 0; i < listeners; i += 1) {
            const socket = await connect(baseUrl, token);
            sockets.push(socket);
            socket.onAny((_name, payload) => onEvent(JSON.stringify(payload).length));
            await request(socket, 'session-open', { project, sessionId: session.sessionId });
          }
        })();
        return { ready, stop: () => sockets.forEach((socket) => socket.close()) };
      },
    };
  },
};
