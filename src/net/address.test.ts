import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  findRefusedRange,
  formatAddress,
  isIpAddress,
  isIpv6,
  parseHost,
  parsePort,
  splitHostPort,
  suggestAsciiHost,
} from './address.js';

describe('an address that is not public unicast is refused, and its neighbours are not', () => {
  // First and last address of each range of the IANA special-purpose registries, and the public addresses around it.
  test.each<[string, readonly string[], readonly string[]]>([
    ['0/8', ['0.0.0.0', '0.0.0.1', '0.255.255.255'], ['1.0.0.0']],
    ['10/8', ['10.0.0.0', '10.255.255.255'], ['9.255.255.255', '11.0.0.0']],
    ['100.64/10', ['100.64.0.0', '100.127.255.255'], ['100.63.255.255', '100.128.0.0']],
    ['127/8', ['127.0.0.0', '127.0.0.1', '127.255.255.255'], ['126.255.255.255', '128.0.0.0']],
    ['169.254/16', ['169.254.0.0', '169.254.169.254', '169.254.255.255'], ['169.253.255.255', '169.255.0.0']],
    ['172.16/12', ['172.16.0.0', '172.31.255.255'], ['172.15.255.255', '172.32.0.0']],
    ['192.0.0/24', ['192.0.0.0', '192.0.0.255'], ['191.255.255.255', '192.0.1.0']],
    ['192.0.2/24', ['192.0.2.0', '192.0.2.255'], ['192.0.1.255', '192.0.3.0']],
    ['192.88.99/24', ['192.88.99.0', '192.88.99.255'], ['192.88.98.255', '192.88.100.0']],
    ['192.168/16', ['192.168.0.0', '192.168.255.255'], ['192.167.255.255', '192.169.0.0']],
    ['198.18/15', ['198.18.0.0', '198.19.255.255'], ['198.17.255.255', '198.20.0.0']],
    ['198.51.100/24', ['198.51.100.0', '198.51.100.255'], ['198.51.99.255', '198.51.101.0']],
    ['203.0.113/24', ['203.0.113.0', '203.0.113.255'], ['203.0.112.255', '203.0.114.0']],
    ['224/4', ['224.0.0.0', '239.255.255.255'], ['223.255.255.255']],
    ['240/4', ['240.0.0.0', '255.255.255.254', '255.255.255.255'], []],
    ['Azure', ['168.63.129.16'], ['168.63.129.15', '168.63.129.17']],
    ['::/128 and ::1', ['::', '::1', '::2'], []],
    ['IPv4-compatible', ['::127.0.0.1', '::7f00:1', '::8.8.8.8'], []],
    ['IPv4-mapped', ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:808:808', '::ffff:0:8.8.8.8'], []],
    ['NAT64', ['64:ff9b::8.8.8.8', '64:ff9b::a00:1', '64:ff9b:1::1'], []],
    ['discard', ['100::', '100::1'], []],
    ['Teredo', ['2001::', '2001:0:ffff::1'], []],
    ['2001::/23', ['2001:1::1', '2001:2::1', '2001:10::1', '2001:20::1', '2001:1ff:ffff::'], ['2001:200::']],
    ['2001:db8::/32', ['2001:db8::', '2001:db8:ffff::1'], ['2001:db7:ffff::', '2001:db9::']],
    ['6to4', ['2002::', '2002:a00:1::', '2002:ffff::1'], ['2001:ffff::1', '2003::1']],
    ['3fff::/20', ['3fff::', '3fff:fff:ffff::1'], ['3ffe:ffff::1', '3fff:1000::']],
    ['outside 2000::/3', ['1fff:ffff::1', '4000::', '8000::1'], ['2000::1', '2600::1']],
    ['5f00::/16', ['5f00::', '5f00:ffff::1'], []],
    ['fc00::/7', ['fc00::', 'fd00::1', 'fdff:ffff::1'], []],
    ['fe80::/10', ['fe80::1', 'febf:ffff::1'], []],
    ['fec0::/10', ['fec0::1'], []],
    ['ff00::/8', ['ff00::', 'ff02::1', 'ffff::'], []],
  ])('%s', (_, refused, accepted) => {
    expect(refused.filter((address) => findRefusedRange(address) === null)).toEqual([]);
    expect(accepted.filter((address) => findRefusedRange(address) !== null)).toEqual([]);
  });

  test('no IPv6 address outside 2000::/3 is public, whatever it embeds', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
    fc.assert(
      fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
        const first = Number.parseInt(groups[0] ?? '', 16);
        if (first >= 0x2000 && first <= 0x3fff) return;
        expect(findRefusedRange(groups.join(':'))).not.toBeNull();
      }),
    );
  });
});

describe('an address is valid only in its canonical spelling', () => {
  test.each(['0.0.0.0', '1.2.3.4', '255.255.255.255', '::', '::1', '2001:DB8::1', '::ffff:1.2.3.4'])(
    '%s is an address',
    (text) => {
      expect(isIpAddress(text)).toBe(true);
    },
  );

  test.each(['', '01.2.3.4', '0x1.2.3.4', '1.2.3.4 ', '[::1]', 'fe80::1%eth0', 'abcd'])(
    '%j is no address',
    (text) => {
      expect(isIpAddress(text)).toBe(false);
    },
  );

  test('IPv6 differs from IPv4', () => {
    expect([isIpv6('::1'), isIpv6('1.2.3.4'), isIpv6('fe80::1%1')]).toEqual([true, false, false]);
  });
});

describe('a host is normalized', () => {
  const label = 'a'.repeat(63);

  test.each([
    ['Example.COM', 'example.com'],
    ['example.com.', 'example.com'],
    ['localhost', 'localhost'],
    ['_dmarc.example.com', '_dmarc.example.com'],
    ['a-b.example.com', 'a-b.example.com'],
    ['1.example', '1.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['1.2.3.4', '1.2.3.4'],
    ['[2001:DB8:0::1]', '2001:db8::1'],
    // Not ::ffff:127.0.0.1, which is another address.
    ['[::127.0.0.1]', '::7f00:1'],
    ['[::ffff:127.0.0.1]', '::ffff:7f00:1'],
    [`${label}.example`, `${label}.example`],
    [`${label}.${label}.${label}.${'a'.repeat(61)}`, `${label}.${label}.${label}.${'a'.repeat(61)}`],
  ])('%s', (text, host) => {
    expect(parseHost(text)).toBe(host);
  });

  test.each([
    '',
    '.',
    'example..com',
    '.example.com',
    'example.com..',
    '-a.com',
    'a-.com',
    'a b.com',
    'a/b',
    'a:b',
    'a@b',
    'a%41.com',
    // An octet with a leading zero, which some read as octal.
    '[::1.0.08.1]',
    'é.com',
    'a\u200b.com',
    'a.com\n',
    `${label}a.com`,
    `${label}.${label}.${label}.${'a'.repeat(62)}`,
    // What a resolver would read as a number.
    '2130706433',
    '0x7f.1',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
    '1.2.3.4.',
    '1.2.3.256',
    'example.123',
    'example.0x1f',
    'example.0x',
    // IPv6 without brackets, with a zone, or none.
    '::1',
    '[::1',
    '::1]',
    'a::1]',
    '[::1a',
    '[]',
    '[1.2.3.4]',
    '[fe80::1%eth0]',
    '[example.com]',
  ])('%j is no host', (text) => {
    expect(parseHost(text)).toBeNull();
  });
});

describe('a port is a number from 1 to 65535 as people write it', () => {
  test.each([
    ['1', 1],
    ['443', 443],
    ['65535', 65_535],
  ])('%s', (text, port) => {
    expect(parsePort(text)).toBe(port);
  });

  test.each([
    '',
    '0',
    '00',
    '0443',
    '65536',
    '99999',
    '100000',
    '-1',
    '+1',
    '1.0',
    '1e3',
    '0x50',
    ' 80',
    '80\n',
    '４４３',
  ])('%j is no port', (text) => {
    expect(parsePort(text)).toBeNull();
  });
});

describe('a host and a port are split and joined as in a url', () => {
  test.each([
    ['a.example:443', 'a.example', '443'],
    ['a.example', 'a.example', null],
    ['a.example:', 'a.example', ''],
    [':443', '', '443'],
    ['', '', null],
    ['[::1]:443', '[::1]', '443'],
    ['[::1]', '[::1]', null],
    ['[::1', '[::1', null],
    ['a:b:c', 'a', 'b:c'],
  ])('%j', (authority, host, port) => {
    expect(splitHostPort(authority)).toEqual({ host, port });
  });

  test('IPv6 gets its brackets', () => {
    expect(formatAddress('::1', 443)).toBe('[::1]:443');
    expect(formatAddress('1.2.3.4', 443)).toBe('1.2.3.4:443');
    expect(formatAddress('a.example', 443)).toBe('a.example:443');
  });

  test('what was joined is split again', () => {
    const host = fc.oneof(fc.domain(), fc.ipV4(), fc.ipV6());
    fc.assert(
      fc.property(host, fc.integer({ min: 1, max: 65_535 }), (name, number) => {
        const { host: shown, port } = splitHostPort(formatAddress(name, number));
        expect(shown.replace(/^\[|\]$/g, '')).toBe(name);
        expect(parsePort(port ?? '')).toBe(number);
      }),
    );
  });
});

describe('an international name has an ASCII form, or none', () => {
  test.each([
    ['bücher.example', 'xn--bcher-kva.example'],
    ['BÜCHER.example', 'xn--bcher-kva.example'],
    ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
    ['a\u202eb.example', null],
    ['a b.example', null],
  ])('%j', (host, ascii) => {
    expect(suggestAsciiHost(host)).toBe(ascii);
  });
});
