import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../../test/support/any-text.js';
import { httpAddresses } from './addresses.js';

const { readUrl } = httpAddresses('https://evm-rpc.example.com');
const strict = { allowPlaintext: false };
/** Letters that take longest to convert to ASCII: no two are the same. */
const cjk = String.fromCodePoint(...Array.from({ length: 20_000 }, (_, index) => 0x4e00 + index));

function formatTarget(url: string): string | null {
  const { target } = readUrl(url, strict);
  return target === null ? null : `${target.host} ${target.port} ${target.path}`;
}

function codes(url: string): string[] {
  return readUrl(url, strict).problems.map(({ code }) => code);
}

function data(url: string, code: string): unknown {
  return readUrl(url, strict).problems.find((problem) => problem.code === code)?.data;
}

describe('an https url is parsed into its target', () => {
  test.each([
    ['https://evm.example.com', 'evm.example.com 443 /'],
    ['https://evm.example.com/', 'evm.example.com 443 /'],
    ['HTTPS://EVM.Example.COM/Rpc', 'evm.example.com 443 /Rpc'],
    ['https://evm.example.com.', 'evm.example.com 443 /'],
    ['https://evm.example.com:443', 'evm.example.com 443 /'],
    ['https://evm.example.com:1', 'evm.example.com 1 /'],
    ['https://evm.example.com:65535', 'evm.example.com 65535 /'],
    ['https://evm.example.com:2087/v1/rpc/public', 'evm.example.com 2087 /v1/rpc/public'],
    ['https://evm.example.com?network=kava', 'evm.example.com 443 /?network=kava'],
    ['https://evm.example.com/a%20b', 'evm.example.com 443 /a%20b'],
    ['https://xn--bcher-kva.example', 'xn--bcher-kva.example 443 /'],
    ['https://my_node.example.com', 'my_node.example.com 443 /'],
    ['https://192.0.43.8:8545', '192.0.43.8 8545 /'],
    ['https://[2001:DB8:0:0::1]:8545/rpc', '2001:db8::1 8545 /rpc'],
    ['https://[2001:db8::1]', '2001:db8::1 443 /'],
    // An @ after the host does not end a user name.
    ['https://evm.example.com/@node', 'evm.example.com 443 /@node'],
    // Nor is an address in a path or a query a second one.
    ['https://evm.example.com/a,b', 'evm.example.com 443 /a,b'],
    ['https://evm.example.com/http://a.example', 'evm.example.com 443 /http://a.example'],
    ['https://evm.example.com?to=a,https://a.example', 'evm.example.com 443 /?to=a,https://a.example'],
  ])('%s', (url, expected) => {
    expect(formatTarget(url)).toBe(expected);
    expect(readUrl(url, strict)).toMatchObject({ target: { secure: true }, problems: [] });
  });
});

test('the target is that of the parser of the WHATWG URL Standard', () => {
  const part = (characters: string) =>
    fc.string({ unit: fc.constantFrom(...Array.from(characters)), maxLength: 6 });
  const labels = fc.array(fc.oneof(part('ab1-'), fc.constantFrom('xn--a', 'xn--bcher-kva', 'example')), {
    maxLength: 3,
  });
  const url = fc
    .tuple(labels, part(':0123'), part('/a-_.%?'))
    .map(([names, port, path]) => `https://${names.join('.')}${port}${path}`);
  fc.assert(
    fc.property(url, (text) => {
      const { target } = readUrl(text, strict);
      if (target === null) return;
      const { hostname, port, pathname, search } = new URL(text);
      expect(target).toEqual({
        host: hostname.replace(/\.$/, ''),
        port: Number(port || '443'),
        path: pathname + search,
        secure: true,
      });
    }),
    { numRuns: 3_000 },
  );
});

describe('whatever the parser would silently fix is refused', () => {
  test.each([
    ['https://evm.example.com:0', '0 is not a port (1 to 65535)'],
    ['https://evm.example.com:65536', 'the host or the port is not valid'],
    ['https://evm.example.com:', 'an empty port is not a port (1 to 65535)'],
    ['https://evm.example.com:0443', '0443 is not a port (1 to 65535)'],
    ['https://evm.example.com:8a', 'the host or the port is not valid'],
    ['https://', 'the host is missing'],
    ['https://:8545', 'the host is missing'],
    ['https:///evm.example.com', 'the host is missing'],
    ['https://https//evm.example.com', 'it has two schemes'],
    // Spellings that the WHATWG URL Standard reads as IPv4 addresses, section 3.5.
    ['https://2130706433', 'the host must be written as 127.0.0.1'],
    ['https://0x7f.1', 'the host must be written as 127.0.0.1'],
    ['https://0177.0.0.1', 'the host must be written as 127.0.0.1'],
    ['https://127.1', 'the host must be written as 127.0.0.1'],
    ['https://127.0.0.1.', 'the host must be written as 127.0.0.1'],
    ['https://1.2.3.256', 'the host or the port is not valid'],
    ['https://1.2.3.4.5', 'the host or the port is not valid'],
    // International names.
    ['https://bücher.example', 'the host must be written as xn--bcher-kva.example'],
    ['https://ｅvm。example', 'the host must be written as evm.example'],
    ['https://e%76m.example', 'the host must be written as evm.example'],
    ['https://ev\ufffdm.example', 'the host or the port is not valid'],
    // Names that are no host names.
    ['https://-a.example.com', '-a.example.com is not a host name'],
    ['https://evm.example.com..', 'evm.example.com.. is not a host name'],
    ['https://[fe80::1%25eth0]/', 'the host or the port is not valid'],
    ['https://[::g]/', 'the host or the port is not valid'],
    ['https://[::1/', 'the host or the port is not valid'],
    // Parts that the parser drops or converts.
    ['https://evm.example.com\\rpc', 'it has a backslash'],
    ['https://evm.example.com/a\\b', 'it has a backslash'],
    ['https://evm.example.com/a\0b', 'it has control characters'],
    ['https://evm.example.com/a\x1bb', 'it has control characters'],
    ['https://evm.example.com/a\x7fb', 'it has control characters'],
    ['https://evm.example.com/rpc#main', 'it has a fragment, which is never sent'],
    ['https://evm.example.com/rpc#', 'it has a fragment, which is never sent'],
  ])('%j', (url, reason) => {
    expect(formatTarget(url)).toBeNull();
    expect(codes(url)).toEqual(['entry/url-malformed']);
    expect(data(url, 'entry/url-malformed')).toMatchObject({ reason });
  });

  test.each([
    [' https://evm.example.com', false],
    ['https://evm.example.com\r\n', false],
    ['https://evm.example.com/a b', true],
    ['https://evm.exam\tple.com', true],
  ])('%j has white space', (url, inside) => {
    expect(formatTarget(url)).toBeNull();
    expect(data(url, 'entry/url-whitespace')).toEqual({ inside, invisible: null });
  });

  test.each([
    ['https://ev\u200bm.example', 'U+200B'],
    ['https://ev\u202em.example', 'U+202E'],
    ['\ufeffhttps://evm.example', 'U+FEFF'],
    ['ht\u00adtps://evm.example', 'U+00AD'],
    // The parser keeps it in a path, and would send it.
    ['https://evm.example/rpc\u2060', 'U+2060'],
    ['https://evm.example/\u{e0061}rpc', 'U+E0061'],
  ])('%j has an invisible character, and nothing else is wrong', (url, invisible) => {
    const problem = { code: 'entry/url-whitespace', data: { inside: false, invisible } };
    expect(readUrl(url, strict)).toEqual({ target: null, problems: [problem] });
  });

  test('a template with one is not accepted', () => {
    expect(readUrl('https://evm.example/${KEY}\u200b', { allowPlaceholder: true })).toMatchObject({
      target: null,
      problems: [{ code: 'entry/url-whitespace' }],
    });
  });

  test.each([
    ['https://evm.example/${KEY}', '${KEY}'],
    ['https://${NET_1}.evm.example/v3?key=YOUR_KEY', '${NET_1}'],
    ['https://evm.example/<net>/${KEY}', '${KEY}'],
    ['https://evm.example/${KEY', null],
    ['https://evm.example/${}', null],
    ['https://evm.example/${API KEY}', null],
    ['https://evm.example/{KEY}', null],
    ['https://evm.example/$KEY', null],
    ['https://evm.example/<KEY>', null],
    ['https://evm.example/YOUR_API_KEY', null],
    ['https://evm.example/v2/xxxxxxxx', null],
    ['https://evm.example/v1/...', null],
  ])('where templates are allowed, %s is one: %s', (url, placeholder) => {
    const allowed = readUrl(url, { allowPlaceholder: true });
    if (placeholder !== null) expect(allowed).toEqual({ target: null, problems: [], placeholder });
    else expect(allowed.problems.map(({ code }) => code)).toContain('entry/url-placeholder');
    expect(codes(url)).toContain('entry/url-placeholder');
  });

  test('a placeholder is no key; one beside it is', () => {
    expect(codes('https://a.example?key=YOUR_API_KEY')).toEqual(['entry/url-placeholder']);
    const both = 'https://a.example?id={id}&apikey=abcdef0123456789';
    expect(codes(both)).toEqual(['entry/url-placeholder', 'entry/url-key']);
  });

  test('a url in angle brackets is malformed, and no template', () => {
    expect(codes('<https://evm.example>')).toEqual(['entry/url-scheme', 'entry/url-malformed']);
    expect(codes('<your-node>')).toEqual(['entry/url-scheme', 'entry/url-placeholder']);
  });

  test.each(['', ' \n'])('%j is empty', (url) => {
    expect(readUrl(url, strict).problems).toEqual([
      {
        code: 'entry/url-malformed',
        data: { reason: 'it is empty', example: 'https://evm-rpc.example.com' },
      },
    ]);
  });
});

test('a url has the same target when it is parsed for the thousandth time', () => {
  const reasons = new Set<unknown>();
  for (let time = 0; time < 20_000; time++) {
    reasons.add(JSON.stringify(data('https://bücher.example', 'entry/url-malformed')));
  }
  expect(reasons.size).toBe(1);
});

describe('anything but https is refused, with the https url to write', () => {
  test.each([
    ['http://evm.example.com/rpc', 'http', 'https://evm.example.com/rpc'],
    ['HTTP://evm.example.com', 'HTTP', 'https://evm.example.com'],
    ['wss://evm.example.com', 'wss', 'https://evm.example.com'],
    ['wss://rpc.example.com:8443/x/websocket', 'wss', 'https://rpc.example.com:8443/x'],
    ['http://rpc.example.com/websocket', 'http', 'https://rpc.example.com/websocket'],
    ['ftp://evm.example.com', 'ftp', 'https://evm.example.com'],
    ['evm.example.com', null, 'https://evm.example.com'],
    ['evm.example.com:8545/rpc', null, 'https://evm.example.com:8545/rpc'],
    ['//evm.example.com', null, 'https://evm.example.com'],
    ['\\\\evm.example.com', null, 'https://evm.example.com'],
    ['evm.example.com/a//b', null, 'https://evm.example.com/a//b'],
    ['evm.example.com/a?to=http://b.example', null, 'https://evm.example.com/a?to=http://b.example'],
    ['http://evm.example.com/a/b/?c=d/', 'http', 'https://evm.example.com/a/b?c=d/'],
    ['web+x-1.0://evm.example.com', 'web+x-1.0', 'https://evm.example.com'],
    // Nothing is suggested for a text that is no url.
    ['http://evm.example.com:x', 'http', 'https://evm-rpc.example.com'],
  ])('%s', (url, scheme, suggestion) => {
    expect(formatTarget(url)).toBeNull();
    expect(data(url, 'entry/url-scheme')).toEqual({ scheme, expected: 'an https url', suggestion });
  });

  test.each([
    ['https:/evm.example.com', 'https', 'https:/'],
    ['HTTPS:/evm.example.com/', 'HTTPS', 'HTTPS:/'],
    ['http:/evm.example.com', 'http', 'http:/'],
    ['https//evm.example.com', 'https', 'https//'],
    ['https:evm.example.com', 'https', 'https:'],
    ['https:\\evm.example.com', 'https', 'https:\\'],
    ['wss:/evm.example.com/websocket', 'wss', 'wss:/'],
  ])('%s has a scheme that is badly separated', (url, scheme, written) => {
    const expected = 'https:// before the host';
    const suggestion = 'https://evm.example.com';
    expect(readUrl(url, strict).problems).toEqual([
      { code: 'entry/url-scheme', data: { scheme, expected, suggestion, written } },
    ]);
  });

  test.each([
    ['http:/a.example:8545', 'http:// before the host', 'http://a.example:8545'],
    ['http:/a.example:443', 'https:// before the host', 'https://a.example'],
    ['https:/a.example:8545', 'https:// before the host', 'https://a.example:8545'],
  ])('with plaintext allowed: %s', (url, expected, suggestion) => {
    expect(readUrl(url, { allowPlaintext: true }).problems).toMatchObject([
      { data: { expected, suggestion } },
    ]);
  });

  test('http is accepted if plaintext is allowed, and nothing else', () => {
    const local = { allowPlaintext: true };
    expect(readUrl('http://127.0.0.1:8545/rpc', local)).toEqual({
      target: { host: '127.0.0.1', port: 8545, path: '/rpc', secure: false },
      problems: [],
    });
    expect(readUrl('http://127.0.0.1', local).target?.port).toBe(80);
    expect(readUrl('https://127.0.0.1', local).target?.secure).toBe(true);
    expect(readUrl('HTTP://127.0.0.1', local).target?.port).toBe(80);
    expect(readUrl('ws://127.0.0.1:8545', local).target).toBeNull();
    expect(readUrl('127.0.0.1:8545', local).target).toBeNull();
  });
});

describe('credentials are refused and not repeated', () => {
  test.each([
    'https://user@evm.example.com',
    'https://user:hunter2@evm.example.com/rpc',
    'https://:hunter2@evm.example.com',
    'https://@evm.example.com',
    'https://a@b:hunter2@evm.example.com',
    'https://user@evm.example.com:8545',
  ])('%s', (url) => {
    expect(readUrl(url, strict).problems).toEqual([
      { code: 'entry/url-credentials', data: { host: 'evm.example.com' } },
    ]);
  });
});

test('all problems are reported at once', () => {
  expect(codes(' http://user@evm.example.com/<key>')).toEqual([
    'entry/url-whitespace',
    'entry/url-scheme',
    'entry/url-placeholder',
    'entry/url-credentials',
  ]);
});

describe('a url or host that is too long is refused before it is parsed', () => {
  test.each([
    ['combining marks', `https://a${'\u0301\u0323'.repeat(32_000)}.example`],
    ['different letters outside ASCII', `https://${cjk}.example`],
    ['slashes', `https:${'/'.repeat(60_000)}`],
    ['blanks', ' '.repeat(60_000)],
    ['an open template', `https://a.example/${'{'.repeat(60_000)}`],
    ['just too long', `https://a.example/${'a'.repeat(2_048 - 17)}`],
  ])('%s', (_, url) => {
    expect(readUrl(url, { allowPlaintext: true })).toEqual({
      target: null,
      problems: [
        {
          code: 'entry/url-malformed',
          data: {
            reason: `it has ${url.length} characters, expected at most 2048`,
            example: 'https://evm-rpc.example.com',
          },
        },
      ],
    });
  });

  test('2,048 characters are read', () => {
    expect(readUrl(`https://a.example/${'a'.repeat(2_048 - 18)}`, strict).problems).toEqual([]);
  });

  test('a host of more than 253 characters is not converted', () => {
    const reason = 'the host has 254 characters, expected at most 253';
    expect(data(`https://${cjk.slice(0, 254)}`, 'entry/url-malformed')).toMatchObject({ reason });
    expect(data(`http://user@${'a'.repeat(254)}/`, 'entry/url-malformed')).toMatchObject({ reason });
    expect(data(`http://${'a'.repeat(254)}/`, 'entry/url-scheme')).toMatchObject({
      suggestion: 'https://evm-rpc.example.com',
    });
  });
});

describe('an access key in a url is reported, and the url is still read', () => {
  test.each([
    ['https://evm.example.com/v2/abcdef0123456789abcdef0123456789', null],
    ['https://evm.example.com/rpc?apikey=abc', 'apikey'],
  ])('%s', (url, parameter) => {
    expect(readUrl(url, strict)).toMatchObject({
      target: { host: 'evm.example.com' },
      problems: [{ code: 'entry/url-key', data: { parameter } }],
    });
  });

  test('not if no host comes before it', () => {
    expect(codes('https:///abcdef0123456789abcdef.example')).toEqual(['entry/url-malformed']);
  });

  test('beside other problems', () => {
    expect(codes('http://evm.example.com/v2/abcdef0123456789abcdef0123456789')).toEqual([
      'entry/url-scheme',
      'entry/url-key',
    ]);
  });
});

describe('any string gets a target or a problem', () => {
  test.each([
    ['any string', anyText()],
    ['rest of a url', anyText().map((rest) => `https://${rest}`)],
    ['url', fc.webUrl({ validSchemes: ['https'], withQueryParameters: true, withFragments: true })],
  ])('%s', (_, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, (url) => {
        const { target, problems } = readUrl(url, strict);
        expect(target === null).toBe(problems.some(({ code }) => code !== 'entry/url-key'));
        if (target === null) return;
        expect(target.host).toMatch(/^[\da-z._:-]+$/);
        expect(target.port).toBeGreaterThan(0);
        expect(target.path).toMatch(/^\/[\x21-\x7e]*$/);
      }),
    );
  });
});
