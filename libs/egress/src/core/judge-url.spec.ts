import { AllowedHosts } from './allowed-hosts';
import { judgeUrl } from './judge-url';

const nobody = new AllowedHosts([]);
const judged = (text: string, allowed = nobody): string => {
  const result = judgeUrl(text, allowed);
  return result.ok ? result.value.href : `no: ${result.error}`;
};

const hostile: Readonly<Record<string, readonly string[]>> = {
  'another scheme': [
    'http://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com:70/_x',
    'data:text/plain,x',
    'javascript:alert(1)',
    'ws://example.com/',
    'blob:https://example.com/x',
    '//example.com/',
    '/v1',
    'example.com',
    '',
    'https:',
    'https://',
    'https://exa mple.com/',
    'https://example.com:99999/',
    'https://%00example.com/',
  ],
  'a user in the address': [
    'https://user:password@example.com/',
    'https://user@example.com/',
    'https://:password@example.com/',
    'https://example.com@127.0.0.1/',
    'https://example.com%40@10.0.0.1/',
  ],
  'loopback, however it is spelt': [
    'https://127.0.0.1/',
    'https://127.1/',
    'https://127.0.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.0.0.1/',
    'https://0177.0.0.1/',
    'https://017700000001/',
    'https://127.0.0.1./',
    'https://127.255.255.254/',
    'https://%31%32%37.0.0.1/',
    'https://１２７.0.0.1/',
    'https://127。0。0。1/',
    'https://0/',
    'https://0.0.0.0/',
    'https:127.0.0.1/',
    'https:\\\\127.0.0.1\\x',
    'https://\t127.0.0.1/',
    'https://[::1]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[::]/',
  ],
  'a private, shared or reserved IPv4 address': [
    'https://10.0.0.1/',
    'https://10.255.255.255/',
    'https://172.16.0.1/',
    'https://172.31.255.255/',
    'https://192.168.1.1/',
    'https://192.168.257/',
    'https://100.64.0.1/',
    'https://169.254.0.1/',
    'https://192.0.0.1/',
    'https://192.0.2.1/',
    'https://198.18.0.1/',
    'https://198.51.100.1/',
    'https://203.0.113.1/',
    'https://224.0.0.1/',
    'https://240.0.0.1/',
    'https://255.255.255.255/',
  ],
  "a cloud's metadata": [
    'https://169.254.169.254/latest/meta-data/',
    'https://2852039166/',
    'https://0xa9fea9fe/',
    'https://[::ffff:169.254.169.254]/',
    'https://[fd00:ec2::254]/',
    'https://100.100.100.200/',
    'https://168.63.129.16/',
    'https://192.0.0.192/',
    'https://metadata.google.internal/',
    'https://METADATA.GOOGLE.INTERNAL./',
    'https://metadata/',
    'https://instance-data/',
  ],
  'an IPv6 address that is not public, or holds another': [
    'https://[fe80::1]/',
    'https://[fe80::1%25eth0]/',
    'https://[fec0::1]/',
    'https://[fc00::1]/',
    'https://[fdff:ffff::1]/',
    'https://[ff02::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::ffff:8.8.8.8]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[64:ff9b:1::a00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001:0:7f00:1::]/',
    'https://[2001:db8::1]/',
    'https://[100::1]/',
    'https://[4000::1]/',
  ],
  'a name of a private network': [
    'https://localhost/',
    'https://LOCALHOST/',
    'https://localhost./',
    'https://ⓛocalhost/',
    'https://a.localhost/',
    'https://ip6-localhost/',
    'https://printer.local/',
    'https://brain.svc.cluster.local/',
    'https://redis/',
    'https://mongo:27017/',
    'https://db.internal/',
    'https://wiki.corp/',
    'https://router.lan/',
    'https://nas.home.arpa/',
    'https://1.0.0.127.in-addr.arpa/',
    'https://x.onion/',
  ],
  'the port of another service': [
    'https://example.com:22/',
    'https://example.com:25/',
    'https://example.com:80/',
    'https://example.com:0/',
    'https://8.8.8.8:53/',
  ],
  'more than an address': [`https://example.com/${'a'.repeat(2_100)}`],
};

describe.each(Object.entries(hostile))('%s is refused', (_, addresses) => {
  it.each(addresses)('%j', (address) => {
    expect(judged(address)).toMatch(/^no: /);
  });
});

describe('a public https address passes', () => {
  it.each([
    ['https://api.openai.com/v1', 'https://api.openai.com/v1'],
    ['https://EXAMPLE.com.:443/v1?a=b', 'https://example.com/v1?a=b'],
    ['https://example.com:8443', 'https://example.com:8443/'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
    ['https://[2606:4700:4700::1111]:8443/', 'https://[2606:4700:4700::1111]:8443/'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['https://localhost.example.com/', 'https://localhost.example.com/'],
  ])('%s', (address, asked) => {
    expect(judged(address)).toBe(asked);
  });
});

describe('an allowed host', () => {
  const allowed = new AllowedHosts(['127.0.0.1:9000', 'Models.Internal', '[::1]:8080']);

  it.each([
    'http://127.0.0.1:9000/v1',
    'http://0x7f.1:9000/v1',
    'http://models.internal/v1',
    'https://models.internal:22/v1',
    'http://[0::1]:8080/',
  ])('may be private and plain http: %s', (address) => {
    expect(judged(address, allowed)).not.toMatch(/^no/);
  });

  it.each([
    'http://127.0.0.1/',
    'http://127.0.0.1:9001/',
    'http://[::1]/',
    'http://x.models.internal/',
    'ftp://models.internal/',
    'http://a:b@models.internal/',
  ])('opens nothing else: %s', (address) => {
    expect(judged(address, allowed)).toMatch(/^no: /);
  });
});

it('says what is right', () => {
  expect(judged('http://example.com')).toMatch(/write https:\/\/host\/path/);
  expect(judged('https://10.0.0.1')).toMatch(/use a public address/);
  expect(judged('https://example.com:22')).toMatch(/use 443, or 1024 and above/);
});
