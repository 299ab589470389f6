import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { newId } from '@vance/kernel';
import { errorCodes, type ErrorCode, type Problem } from '@vance/protocol';

/** What a request is told that is too broken to reach a route. */
function faultOf(code: string | undefined): { readonly code: ErrorCode; readonly detail: string } {
  if (code === 'HPE_HEADER_OVERFLOW')
    return { code: 'PAYLOAD_TOO_LARGE', detail: 'Address and headers are larger than 16 KiB.' };
  return { code: 'BAD_REQUEST', detail: 'This is not a request in HTTP.' };
}

/** Answers what Node's parser refuses with a problem document too, and closes its connection. */
export function answerClientErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    socket.end(rawAnswer(faultOf(error.code)));
  });
}

function rawAnswer({ code, detail }: { code: ErrorCode; detail: string }): string {
  const { status, title } = errorCodes[code];
  const type = `urn:vance:error:${code}`;
  const problem: Problem = { type, title, status, code, detail, correlationId: newId('req') };
  const body = JSON.stringify(problem);
  return [
    `HTTP/1.1 ${status} ${title}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
