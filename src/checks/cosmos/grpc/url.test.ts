import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../../../test/support/any-text.js';
import { readGrpcUrl } from './index.js';

function formatTarget(url: string): string | null {
  const { target } = readGrpcUrl(url);
  return target === null ? null : `${target.host} ${target.port}`;
}

function codes(url: string): string[] {
  return readGrpcUrl(url).problems.map(({ code }) => code);
}

function data(url: string, code: string): unknown {
  return readGrpcUrl(url).problems.find((problem) => problem.code === code)?.data;
}

describe('host:port is parsed into its target', () => {
  test.each([
    ['grpc.example.com:443', 'grpc.example.com 443'],
    ['grpc.example.com:1', 'grpc.example.com 1'],
    ['grpc.example.com:65535', 'grpc.example.com 65535'],
    ['GRPC.Example.COM:9090', 'grpc.example.com 9090'],
    ['grpc.example.com.:443', 'grpc.example.com 443'],
    ['xn--bcher-kva.example:443', 'xn--bcher-kva.example 443'],
    ['my_node.example.com:443', 'my_node.example.com 443'],
    ['localhost:9090', 'localhost 9090'],
    ['192.0.43.8:9090', '192.0.43.8 9090'],
    ['[2001:DB8:0:0::1]:9090', '2001:db8::1 9090'],
    ['[::ffff:192.0.43.8]:443', '::ffff:c000:2b08 443'],
  ])('%s', (url, expected) => {
    expect(formatTarget(url)).toBe(expected);
    expect(readGrpcUrl(url)).toMatchObject({ target: { path: '', secure: true }, problems: [] });
  });
});

// Whatever `parsePort` refuses (src/net/address.test.ts).
describe('a port is a number from 1 to 65535 as people write it', () => {
  test.each([
    ['grpc.example.com', null],
    ['grpc.example.com:', ''],
    ['grpc.example.com:0443', '0443'],
    ['grpc.example.com:443:443', '443:443'],
    ['grpc.example.com:443\0', '443\0'],
  ])('%j', (url, port) => {
    expect(formatTarget(url)).toBeNull();
    expect(data(url, 'entry/url-port')).toEqual({ port, suggestion: 'grpc.example.com:443' });
  });

  test('an IPv6 address without a port differs from one with a port', () => {
    expect(data('[2001:db8::1]', 'entry/url-port')).toEqual({ port: null, suggestion: '[2001:db8::1]:443' });
  });
});

describe('a host in another form is refused', () => {
  test.each(['${KEY}.example.com:443', '<your-node>:9090', '{network}.example.com:443'])(
    '%j has a placeholder',
    (url) => {
      expect(formatTarget(url)).toBeNull();
      expect(codes(url)).toEqual(['entry/url-placeholder']);
    },
  );

  test('your-node may be a name', () => {
    expect(codes('your-node.example.com:443')).toEqual([]);
  });

  test.each([
    ['bücher.example:443', 'the host must be written as xn--bcher-kva.example'],
    ['ｇrpc。example:443', 'the host must be written as grpc.example'],
    ['gr\ufffdpc.example:443', 'the host has characters outside ASCII'],
  ])('%j gets its ASCII form, if it has one', (url, reason) => {
    expect(data(url, 'entry/url-malformed')).toMatchObject({ reason });
  });
});

describe('an invalid host gets the reason', () => {
  const spelling = 'is neither a host name nor an IP address in its usual spelling';

  // Whatever `parseHost` refuses (src/net/address.test.ts).
  test.each([
    [':443', 'the host is missing'],
    ['::1', 'the host is missing'],
    ['2001:db8::1:443', '2001 is neither a host name nor an IP address in its usual spelling'],
    ['127.1:443', `127.1 ${spelling}`],
    ['1.2.3.4.5:443', `1.2.3.4.5 ${spelling}`],
    ['0x7f.1:443', `0x7f.1 ${spelling}`],
    ['0X7F.1:443', `0X7F.1 ${spelling}`],
    ['127.0X1:443', `127.0X1 ${spelling}`],
    ['a..1:443', 'a..1 is not a host name'],
    ['1..a:443', '1..a is not a host name'],
    ['a0x-:443', 'a0x- is not a host name'],
    ['-a.example.com:443', '-a.example.com is not a host name'],
    ['[::g]:443', '[::g] is not a host name'],
    ['\0.example:443', '\0.example is not a host name'],
    ['\x7f.example:443', '\x7f.example is not a host name'],
  ])('%j', (url, reason) => {
    const data = { reason, example: 'grpc.example.com:443' };
    expect(readGrpcUrl(url)).toEqual({ target: null, problems: [{ code: 'entry/url-malformed', data }] });
  });
});

describe('what does not belong in host:port is named, with the fix', () => {
  test.each([
    ['https://grpc.example.com:443', 'https', 'grpc.example.com:443'],
    ['HTTPS://grpc.example.com', 'HTTPS', 'grpc.example.com:443'],
    ['http://grpc.example.com', 'http', 'grpc.example.com:80'],
    ['http://grpc.example.com:443', 'http', 'grpc.example.com:443'],
    ['grpc://grpc.example.com:9090', 'grpc', 'grpc.example.com:9090'],
    ['grpc://grpc.example.com', 'grpc', 'grpc.example.com:80', { doubt: 'port' }],
    ['HTTP://grpc.example.com', 'HTTP', 'grpc.example.com:80'],
    ['web+x-1.0://grpc.example.com', 'web+x-1.0', 'grpc.example.com:443', { doubt: 'port' }],
    ['https://[2001:db8::1]/', 'https', '[2001:db8::1]:443'],
    ['https:/grpc.example.com', 'https', 'grpc.example.com:443', { written: 'https:/' }],
    ['http//grpc.example.com', 'http', 'grpc.example.com:80', { written: 'http//' }],
    ['htp:/grpc.example.com:443', 'htp', 'grpc.example.com:443', { written: 'htp:/' }],
    ['https:grpc.example.com:443', 'https', 'grpc.example.com:443', { written: 'https:' }],
    ['dns:///grpc.example.com:9090', 'dns', 'grpc.example.com:9090'],
  ])('%s has a scheme', (url, scheme, suggestion, more?: object) => {
    const data = { scheme, expected: 'host:port', suggestion, ...more };
    expect(readGrpcUrl(url).problems).toEqual([{ code: 'entry/url-scheme', data }]);
  });

  test.each([
    ['grpc.example.com:443/', '/'],
    ['grpc.example.com:443/cosmos', '/'],
    ['grpc.example.com:443/http://a.example', '/'],
    ['grpc.example.com:443/@', '/'],
    ['grpc.example.com:443?a=b', '?'],
    ['grpc.example.com:443#', '#'],
    ['grpc.example.com:443\\a', '\\'],
  ])('%s has a path', (url, path) => {
    expect(readGrpcUrl(url).problems).toEqual([
      { code: 'entry/url-path', data: { path, suggestion: 'grpc.example.com:443', isLeftOut: false } },
    ]);
  });

  test.each(['user@grpc.example.com:443', 'user:pass@grpc.example.com:443', '@grpc.example.com:443'])(
    '%s has credentials, which are not repeated',
    (url) => {
      expect(readGrpcUrl(url).problems).toEqual([
        { code: 'entry/url-credentials', data: { host: 'grpc.example.com' } },
      ]);
    },
  );

  test.each([
    [' grpc.example.com:443', false],
    ['grpc.example.com:443\n', false],
    ['grpc.example.com: 443', true],
    ['grpc.exam\tple.com:443', true],
    ['grpc.example.com\u00a0:443', true],
  ])('%j has white space', (url, inside) => {
    expect(formatTarget(url)).toBeNull();
    expect(data(url, 'entry/url-whitespace')).toEqual({ inside, invisible: null });
  });

  test.each([
    ['gr\u200bpc.example:443', 'U+200B'],
    ['gr\u202epc.example:443', 'U+202E'],
    ['\ufeffgrpc.example:443', 'U+FEFF'],
    ['grpc.example:4\u00ad43', 'U+00AD'],
    ['grpc.example\u{e0061}:443', 'U+E0061'],
    ['\u2060 grpc.example:443\u200e', 'U+2060'],
  ])('%j has an invisible character, and nothing else is wrong', (url, invisible) => {
    const problem = { code: 'entry/url-whitespace', data: { inside: false, invisible } };
    expect(readGrpcUrl(url)).toEqual({ target: null, problems: [problem] });
  });

  test('the rest of the url is judged without invisible characters', () => {
    expect(codes('https\u200b://b\u200b\u00fccher.example:443/\ufeff')).toEqual([
      'entry/url-whitespace',
      'entry/url-scheme',
      'entry/url-malformed',
    ]);
    expect(codes('\u200b \u200b')).toEqual(['entry/url-malformed']);
  });

  test.each(['', ' ', '\n\t'])('%j is empty', (url) => {
    expect(data(url, 'entry/url-malformed')).toMatchObject({ reason: 'it is empty' });
  });

  test('all problems are reported at once', () => {
    expect(codes(' https://user@grpc.example.com:443/path')).toEqual([
      'entry/url-whitespace',
      'entry/url-scheme',
      'entry/url-path',
      'entry/url-credentials',
    ]);
  });
});

describe('if a format allows a scheme', () => {
  const read = (url: string) => readGrpcUrl(url, { allowScheme: true });

  test.each([
    ['https://grpc.example.com', 443, true],
    ['HTTPS://grpc.example.com:9090/', 9090, true],
    ['http://grpc.example.com', 80, false],
    ['HTTP://grpc.example.com:9090', 9090, false],
  ])('%s says whether TLS is used', (url, port, secure) => {
    const target = { host: 'grpc.example.com', port, path: '', secure, exactTransport: true };
    expect(read(url)).toEqual({ target, problems: [] });
  });

  test.each([
    ['http://grpc.example.com:443', 'http', 'https on port 443'],
    ['HTTP://grpc.example.com:443', 'HTTP', 'https on port 443'],
    ['grpc://grpc.example.com:443', 'grpc', 'host:port'],
  ])('%s has the wrong one', (url, scheme, expected) => {
    const data = { scheme, expected, suggestion: 'grpc.example.com:443' };
    expect(read(url)).toEqual({ target: null, problems: [{ code: 'entry/url-scheme', data }] });
  });

  test.each([
    'https://grpc.example.com:443/x',
    'http://grpc.example.com:9090/x',
    'http://grpc.example.com/x',
  ])('%s has nothing wrong but a path', (url) => {
    expect(read(url).problems.map(({ code }) => code)).toEqual(['entry/url-path']);
  });
});

describe('if a format allows a path, it is left out', () => {
  const read = (url: string) => readGrpcUrl(url, { allowScheme: true, allowPath: true });

  test.each([
    ['grpc.example.com:9090/', 9090, true, ''],
    ['grpc.example.com:9090/grpc/', 9090, true, '/grpc'],
    ['https://grpc.example.com/a/b?c=d', 443, true, '/a/b?c=d'],
    ['http://grpc.example.com:9090/x', 9090, false, '/x'],
  ])('%s', (url, port, secure, leftOutPath) => {
    const exact = url.includes('://') ? { exactTransport: true } : {};
    const data = { path: '/', suggestion: `grpc.example.com:${port}`, isLeftOut: true };
    expect(read(url)).toEqual({
      target: { host: 'grpc.example.com', port, path: '', secure, ...exact },
      problems: [{ code: 'entry/url-path', data }],
      leftOutPath,
    });
  });

  test.each([
    ['grpc.example.com/grpc', ['entry/url-port']],
    ['grpc.example.com/', ['entry/url-port']],
    ['grpc.example.com:443?a=b', ['entry/url-path']],
    ['grpc://grpc.example.com:443/x', ['entry/url-scheme', 'entry/url-path']],
    ['user@grpc.example.com:443/x', ['entry/url-path', 'entry/url-credentials']],
    [' grpc.example.com:443/x', ['entry/url-whitespace', 'entry/url-path']],
  ])('but not if anything else is wrong: %j', (url, codes) => {
    const { target, problems } = read(url);
    expect(target).toBeNull();
    expect(problems.map(({ code }) => code)).toEqual(codes);
  });
});

describe('any string gets a target or a problem', () => {
  const authority = fc.tuple(fc.string(), fc.string()).map(([host, port]) => `${host}:${port}`);

  test.each([
    ['any string', anyText()],
    ['host:port', authority],
    ['url', fc.webUrl()],
  ])('%s', (_, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, (url) => {
        const { target, problems } = readGrpcUrl(url);
        expect(target === null).toBe(problems.length > 0);
        if (target === null) return;
        expect(target.host).toMatch(/^[\da-z._:-]+$/);
        expect(target.port).toBeGreaterThan(0);
      }),
    );
  });
});

describe('an address or host that is too long is refused before it is converted', () => {
  /** Letters that take longest to convert to ASCII: no two are the same. */
  const cjk = String.fromCodePoint(...Array.from({ length: 20_000 }, (_, index) => 0x4e00 + index));

  test.each([
    ['different letters outside ASCII', `${cjk}:443`],
    ['combining marks', `a${'\u0301\u0323'.repeat(32_000)}:443`],
    ['a scheme', `https:${'/'.repeat(60_000)}`],
    ['blanks', ' '.repeat(60_000)],
    ['just too long', `${'a'.repeat(2_045)}:443`],
  ])('%s', (_, url) => {
    const reason = `it has ${url.length} characters, expected at most 2048`;
    expect(readGrpcUrl(url)).toEqual({
      target: null,
      problems: [{ code: 'entry/url-malformed', data: { reason, example: 'grpc.example.com:443' } }],
    });
  });

  test('a host of more than 253 characters', () => {
    const reason = 'the host has 254 characters, expected at most 253';
    for (const host of [`${cjk.slice(0, 246)}.example`, 'a'.repeat(254)]) {
      expect(readGrpcUrl(`${host}:443`).problems).toEqual([
        { code: 'entry/url-malformed', data: { reason, example: 'grpc.example.com:443' } },
      ]);
    }
  });

  test('a message quotes only a prefix', () => {
    for (const url of [
      `${'a'.repeat(2_000)}://b:443`,
      `b:${'4'.repeat(2_000)}`,
      `${'_.'.repeat(120)}-:443`,
    ]) {
      expect(JSON.stringify(readGrpcUrl(url).problems).length).toBeLessThan(500);
    }
  });
});
