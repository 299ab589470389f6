// A server that speaks Gemini's protocol and has another one, which speaks chat completions, answer: so that a suite with
// a scripted OpenAI-compatible model plays a product that talks to Gemini. It is as strict with histories as Gemini is.
import http from 'node:http';
import { gemini } from '@vance/testing';
import { AnswerInGemini } from './answer-in-gemini.mjs';
import { chatRequest } from './chat-request.mjs';
import { Signatures } from './signatures.mjs';

const { errorBody, historyFault, retryInfo, sse } = gemini;
const PATH = /^\/v1beta\/models\/([^/:]+):streamGenerateContent\?alt=sse$/;

/** Starts one before the chat server at `chatUrl` (`…/v1`); answers `{url, close}`. */
export async function startGeminiFront(chatUrl) {
  const signatures = new Signatures();
  const server = http.createServer((request, response) => {
    answer(request, response, { chatUrl, signatures }).catch(() => response.destroy());
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(request, response, { chatUrl, signatures }) {
  const model = request.method === 'POST' ? PATH.exec(request.url)?.[1] : undefined;
  if (model === undefined)
    return refuse(response, 404, 'NOT_FOUND', `no such route: ${request.url}`);
  const body = JSON.parse(await textOf(request));
  const fault = historyFault(body.contents) ?? signatures.fault(body.contents);
  if (fault !== null) return refuse(response, 400, 'INVALID_ARGUMENT', fault);

  const asked = new AbortController();
  response.once('close', () => asked.abort());
  const answered = await fetch(`${chatUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(chatRequest(model, body)),
    signal: asked.signal,
  });
  if (!answered.ok) return pass(response, answered);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const told = new AnswerInGemini((name, args) => signatures.sign(name, args));
  for await (const chunk of chunksOf(answered.body)) response.write(sse(told.take(chunk)));
  response.end(sse(told.end()));
}

/** The chunks of an event stream; ends with the stream, or throws as it breaks. */
async function* chunksOf(body) {
  let rest = '';
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const events = `${rest}${text}`.split('\n\n');
    rest = events.pop();
    for (const event of events) {
      const data = event.replace(/^data: /, '');
      if (data !== '[DONE]') yield JSON.parse(data);
    }
  }
}

/** A refusal of the chat server, as Google words it. */
async function pass(response, answered) {
  const { error } = await answered.json().catch(() => ({}));
  const wait = answered.headers.get('retry-after');
  const details = wait === null ? [] : [retryInfo(`${wait}s`)];
  refuse(response, answered.status, 'UNKNOWN', error?.message, details);
}

function refuse(response, status, word, message, details = []) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(errorBody(status, word, message, details)));
}

async function textOf(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}
