import { wsRequests } from '@vance/protocol';
import { handlerFaults } from './handler-registry';

const all = Object.keys(wsRequests);

describe('handlerFaults', () => {
  it('finds nothing where every request has one handler', () => {
    expect(handlerFaults(all)).toEqual([]);
  });
  it('names a request without a handler', () => {
    expect(handlerFaults(all.slice(1))).toEqual([
      expect.stringContaining(`${all[0]} has no handler`),
    ]);
  });
  it('names a request with two handlers', () => {
    expect(handlerFaults([...all, 'chat-send'])).toEqual(['chat-send has 2 handlers']);
  });
});
