import { isOriginAllowed } from './origin';

const list = ['https://console.example'];

describe('isOriginAllowed', () => {
  it.each([
    ['a native client without an origin', undefined, 'vance.example', true],
    ['our own origin', 'http://127.0.0.1:8787', '127.0.0.1:8787', true],
    ['our own origin behind a proxy that ends TLS', 'https://vance.example', 'vance.example', true],
    ['an origin of the list', 'https://console.example', 'vance.example', true],
    ['a foreign origin', 'https://evil.example', 'vance.example', false],
    ['the null origin', 'null', 'vance.example', false],
    ['our name as a prefix', 'https://vance.example.evil.com', 'vance.example', false],
    ['a listed name as a suffix', 'https://evil-console.example', 'vance.example', false],
    ['another port of ours', 'http://127.0.0.1:9999', '127.0.0.1:8787', false],
    ['a listed host over plain http', 'http://console.example', 'vance.example', false],
    ['credentials smuggled in', 'https://vance.example@evil.example', 'vance.example', false],
    ['a path', 'https://vance.example/x', 'vance.example', false],
    ['another scheme', 'file://vance.example', 'vance.example', false],
    ['an empty header', '', 'vance.example', false],
  ])('%s', (_, origin, host, expected) => {
    expect(isOriginAllowed(origin, host, list)).toBe(expected);
  });
});
