import assert from 'node:assert/strict';
import { BlockList, isIP, isIPv4 } from 'node:net';
import { checks } from '../../../src/checks/index.js';
import { describeAddress, type AddressForms, type KindDefinition } from '../../../src/model/kind.js';
import { parseUrl } from '../../../src/model/parse-url.js';
import { findRefusedRange, formatAddress, isIpAddress, parseHost } from '../../../src/net/address.js';
import { correctUrl } from '../../../src/registry/edit/fix-items.js';
import { maskKeys } from '../../../src/reporters/mask.js';
import type { Target } from './target.js';

const forms: readonly AddressForms[] = [
  {},
  { allowPlaintext: true, allowScheme: true, allowPlaceholder: true },
];

/** The addresses of all kinds: a readable one is what a browser would connect to, in one spelling, and corrections are made once. */
export const addressTarget: Target = {
  name: 'address',
  longest: 300,
  seeds: [
    'grpc.example.com:443',
    'xn--h:443',
    'https://grpc.example.com:443/',
    ' htps:/rpc.example.com:26657//x?key=1#a ',
    'wss://rpc.example.com/websocket',
    'ws://[2001:db8::1]:80/',
    'http://127.0.0.1:8545',
    'https://example.com/${API_KEY}',
    'https://user:password@münchen.example/%7Euser/../a',
    'https://xn--mnchen-3ya.example./a b',
    'https://0x7f.1/',
    '<https://a.example>,',
    'tcp://a.example:26657',
  ],
  check: (url) => {
    for (const kind of checks) for (const form of forms) checkAddress(url, kind, form);
    assert.equal(maskKeys(url).length, url.length, 'masked to another length');
  },
};

function checkAddress(url: string, kind: KindDefinition, form: AddressForms): void {
  const { target, problems } = kind.readUrl(url, form);
  if (target !== null) {
    const { host, port, path, secure } = target;
    assert.ok(port >= 1 && port <= 65_535);
    assert.equal(parseHost(host.includes(':') ? `[${host}]` : host), host, 'the host is not in one spelling');
    const scheme = kind.kind === 'grpc' ? 'http' : (/^(https?|wss?):/i.exec(url.trim())?.[1] ?? 'https');
    const written =
      kind.kind === 'grpc' ? url.replace(/^https?:\/\//i, '') : url.replace(/^[a-z]+:\/\//i, '');
    const whole = `${scheme}://${written}`;
    // The name server decides about a gRPC name; browsers refuse punycode that means nothing.
    if (kind.kind === 'grpc' && host.includes('xn--') && parseUrl(whole) === null) return;
    const parsed = new URL(whole);
    assert.equal(
      parsed.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, ''),
      host,
      'another host than a browser has',
    );
    if (parsed.port !== '') assert.equal(Number(parsed.port), port);
    assert.equal(parsed.username + parsed.password, '');
    // In that spelling it is read the same.
    const again = kind.readUrl(spell(kind, target), {
      ...form,
      allowPlaintext: true,
      allowScheme: true,
    }).target;
    assert.ok(again !== null, `not read again: ${spell(kind, target)}`);
    assert.deepEqual([again.host, again.port, again.path], [host, port, path]);
    assert.equal(describeAddress({ ...again, secure }), describeAddress(target));
  } else assert.ok(problems.length > 0 || form.allowPlaceholder === true);
  const corrected = correctUrl(url, kind, form);
  if (corrected === null) return;
  assert.notEqual(corrected.url, url);
  if (target !== null) {
    const after = kind.readUrl(corrected.url, form).target;
    assert.ok(
      after !== null && describeAddress(after) === describeAddress(target),
      'corrected to another endpoint',
    );
  }
  assert.equal(
    correctUrl(corrected.url, kind, form)?.url,
    undefined,
    'corrected twice is not corrected once',
  );
}

function spell(
  { kind }: KindDefinition,
  { host, port, path, secure }: { host: string; port: number; path: string; secure: boolean },
): string {
  if (kind === 'grpc') return formatAddress(host, port);
  const scheme = kind === 'ws' || kind === 'evm-ws' ? 'ws' : 'http';
  return `${scheme}${secure ? 's' : ''}://${formatAddress(host, port)}${path}`;
}

// https://www.iana.org/assignments/iana-ipv4-special-registry, https://www.iana.org/assignments/iana-ipv6-special-registry One for each family: a
// joint list treats IPv4 as its mapped form.
const special = { ipv4: new BlockList(), ipv6: new BlockList() };
const ranges: readonly (readonly [string, number, 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 3, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
  ['4000::', 2, 'ipv6'],
  ['8000::', 1, 'ipv6'],
];
for (const [address, prefix, type] of ranges) special[type].addSubnet(address, prefix, type);

/** The test for private addresses: in any spelling, an address that is not public is refused. */
export const ipTarget: Target = {
  name: 'ip',
  longest: 60,
  seeds: [
    '127.0.0.1',
    '0177.0.0.1',
    '2130706433',
    '8.8.8.8',
    '168.63.129.16',
    '192.168.0.1',
    '100.64.0.1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '2001:4860:4860::8888',
    'fe80::1%eth0',
    '2002:7f00:1::',
    '::1',
    'fd00::1',
    '3fff:fff::1',
    '2001:0:1::',
  ],
  check: (text) => {
    const host = text.includes(':') ? `[${text}]` : text;
    const read = parseHost(host);
    const url = parseUrl(`http://${host}/`);
    if (read !== null && /^[\w.:[\]-]+$/.test(host)) {
      assert.ok(url !== null || /--|_|\.\./.test(host), 'no host for a browser');
      const known = url?.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '') ?? read;
      assert.equal(read, known);
      // A browser's address is an address here too, and never a name.
      assert.equal(isIP(known) !== 0, isIpAddress(read));
    }
    if (!isIpAddress(text)) return;
    const refused = findRefusedRange(text);
    const family = isIPv4(text) ? 'ipv4' : 'ipv6';
    const isSpecial = special[family].check(text, family);
    if (isSpecial) assert.notEqual(refused, null, 'not public, but let through');
  },
};
