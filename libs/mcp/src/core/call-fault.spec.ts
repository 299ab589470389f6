import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { DomainError } from '@vance/kernel';
import { callFaultOf } from './call-fault';

describe('a fault of a call', () => {
  it.each<[string, unknown, string]>([
    [
      'an address that may not be asked',
      new DomainError('EGRESS_REFUSED', 'x', { status: 422 }),
      'turned-away',
    ],
    ['a session that is over', new StreamableHTTPError(404, 'x'), 'turned-away'],
    ['a token that does not count', new StreamableHTTPError(401, 'x'), 'turned-away'],
    ['a server in trouble', new StreamableHTTPError(500, 'x'), 'lost'],
    ['an answer of no known kind', new StreamableHTTPError(-1, 'x'), 'lost'],
    ['a connection that ended', new McpError(ErrorCode.ConnectionClosed, 'x'), 'lost'],
    ['a connection that was refused', new TypeError('fetch failed'), 'lost'],
    ['no answer in time', new McpError(ErrorCode.RequestTimeout, 'x'), 'late'],
    ['an answer of another shape', z.string().safeParse(1).error, 'odd'],
  ])('is told from others: %s', (_what, error, kind) => {
    expect(callFaultOf(error)).toEqual({ kind });
  });

  it('that the server itself tells is a refusal in its words', () => {
    const fault = callFaultOf(new McpError(ErrorCode.InvalidParams, 'a: expected number'));
    expect(fault).toMatchObject({
      kind: 'refused',
      said: expect.stringContaining('expected number'),
    });
  });
});
