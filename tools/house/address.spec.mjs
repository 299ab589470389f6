import { addressOf, reachableAddressOf } from './address.mjs';

it('the ready line names an address that a client can open', () => {
  expect(addressOf('127.0.0.1', 8787)).toBe('http://127.0.0.1:8787');
  expect(addressOf('::1', 8787)).toBe('http://[::1]:8787');
  expect(new URL(addressOf('::', 8787)).port).toBe('8787');
});

it('what listens everywhere is asked at this machine’s own address', () => {
  expect(reachableAddressOf('0.0.0.0', 1)).toBe('http://127.0.0.1:1');
  expect(reachableAddressOf('::', 1)).toBe('http://[::1]:1');
  expect(reachableAddressOf('a.internal', 1)).toBe('http://a.internal:1');
});
