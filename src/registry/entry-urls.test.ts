import { describe, expect, test } from 'vitest';
import { checkFile, readFindings } from '../../test/support/check-file.js';

/** The url, the rule, the message, the hint. */
type Case = readonly [url: string, rule: string, message: string, hint: string];

const writeGrpc = 'write it like grpc.example.com:443';
const writeEvm = 'write it like https://evm-rpc.example.com';
const withoutPath = 'a gRPC url is host:port, without a path';
const noKey = 'list an endpoint that needs no key';
const published = 'remove what stands in front of the @, and change the password: it has been published';

const grpcCases: readonly Case[] = [
  [
    'https://a.example:443',
    'grpc-url-scheme',
    'a gRPC url is host:port, without https://',
    'write a.example:443',
  ],
  [
    'https://a.example',
    'grpc-url-scheme',
    'a gRPC url is host:port, without https://',
    'write a.example:443',
  ],
  [
    'https://a.example/',
    'grpc-url-scheme',
    'a gRPC url is host:port, without https://',
    'write a.example:443',
  ],
  ['http://a.example', 'grpc-url-scheme', 'a gRPC url is host:port, without http://', 'write a.example:80'],
  [
    'TCP://a.example:9090',
    'grpc-url-scheme',
    'a gRPC url is host:port, without TCP://',
    'write a.example:9090',
  ],

  ['a.example', 'grpc-url-port', 'the port is missing', 'write a.example:443, if that is the port'],
  [
    'a.example:',
    'grpc-url-port',
    'an empty port is not a port (1 to 65535)',
    'write a.example:443, if that is the port',
  ],
  [
    'a.example:0',
    'grpc-url-port',
    '0 is not a port (1 to 65535)',
    'write a.example:443, if that is the port',
  ],
  [
    'a.example:65536',
    'grpc-url-port',
    '65536 is not a port (1 to 65535)',
    'write a.example:443, if that is the port',
  ],
  [
    'a.example:0443',
    'grpc-url-port',
    '0443 is not a port (1 to 65535)',
    'write a.example:443, if that is the port',
  ],
  [
    '[2606:4700::1]:grpc',
    'grpc-url-port',
    'grpc is not a port (1 to 65535)',
    'write [2606:4700::1]:443, if that is the port',
  ],

  ['a.example:443/', 'grpc-url-path', withoutPath, 'write a.example:443'],
  ['a.example:9090/cosmos', 'grpc-url-path', withoutPath, 'write a.example:9090'],
  ['a.example:443?tls=1', 'grpc-url-path', withoutPath, 'write a.example:443'],

  [' a.example:443', 'url-whitespace', 'the url begins or ends with white space', 'remove the white space'],
  [
    'a.example:443\r\n',
    'url-whitespace',
    'the url begins or ends with white space',
    'remove the white space',
  ],
  [
    'a.example:443\u00A0',
    'url-whitespace',
    'the url begins or ends with white space',
    'remove the white space',
  ],

  ['', 'url-malformed', 'the url is malformed: it is empty', writeGrpc],
  [' \t', 'url-malformed', 'the url is malformed: it is empty', writeGrpc],
  [':443', 'url-malformed', 'the url is malformed: the host is missing', writeGrpc],
  [
    'me:secret@a.example:443',
    'url-malformed',
    'the url is malformed: it has credentials',
    'write it like a.example:443',
  ],
  ['a..example:443', 'url-malformed', 'the url is malformed: a..example is not a host name', writeGrpc],
  [
    'münchen.example:443',
    'url-malformed',
    'the url is malformed: the host must be written as xn--mnchen-3ya.example',
    'write it like xn--mnchen-3ya.example:443',
  ],
  [
    '2130706433:443',
    'url-malformed',
    'the url is malformed: 2130706433 is neither a host name nor an IP address in its usual spelling',
    writeGrpc,
  ],
];

const evmCases: readonly Case[] = [
  [
    'http://a.example/rpc',
    'evm-url-not-https',
    'the url is http, not https',
    'list an https url, like https://a.example/rpc',
  ],
  [
    'wss://a.example:8546',
    'evm-url-not-https',
    'the url is wss, not https',
    'list an https url, like https://a.example:8546',
  ],
  [
    'a.example',
    'evm-url-not-https',
    'the url has no https:// in front',
    'list an https url, like https://a.example',
  ],

  [
    'https://me:secret@a.example',
    'evm-url-credentials',
    'the url holds a user name or password for a.example',
    published,
  ],
  [
    'https://me@a.example/x',
    'evm-url-credentials',
    'the url holds a user name or password for a.example',
    published,
  ],

  ['https://a.example/v3/<key>', 'evm-url-placeholder', 'the url holds a placeholder: <key>', noKey],
  ['https://a.example/{api-key}', 'evm-url-placeholder', 'the url holds a placeholder: {api-key}', noKey],
  [
    'https://a.example/YOUR_API_KEY/x',
    'evm-url-placeholder',
    'the url holds a placeholder: YOUR_API_KEY',
    noKey,
  ],
  ['https://a.example?apikey=TOKEN', 'evm-url-placeholder', 'the url holds a placeholder: TOKEN', noKey],

  [
    'https://a.example ',
    'url-whitespace',
    'the url begins or ends with white space',
    'remove the white space',
  ],
  ['https://a.example/a b', 'url-whitespace', 'the url has white space in it', 'remove the white space'],

  ['', 'url-malformed', 'the url is malformed: it is empty', writeEvm],
  [
    'https://a.example/#top',
    'url-malformed',
    'the url is malformed: it has a fragment, which is never sent',
    writeEvm,
  ],
  ['https://a.example\\rpc', 'url-malformed', 'the url is malformed: it has a backslash', writeEvm],
  ['https://a..example', 'url-malformed', 'the url is malformed: a..example is not a host name', writeEvm],
];

describe.each([
  ['grpc_endpoint', grpcCases],
  ['evm_rpc_endpoint', evmCases],
])('a url of %s that is wrong is told at the url', (field, cases) => {
  test.each(cases)('%j', async (url, rule, message, hint) => {
    const before = `  {"provider": "🔥", "url": `;
    const text = `{"${field}": [\n${before}${JSON.stringify(url)}}]}`;
    const at = `2:${before.length + 1}-2:${before.length + 1 + JSON.stringify(url).length}`;
    const told = { at, rule: `param/${rule}`, pointer: `/${field}/0/url`, message, hint };
    expect(await readFindings(text)).toEqual([told]);
  });
});

describe('all that is wrong with a url is told at once', () => {
  test.each([
    [
      'grpc_endpoint',
      ' https://a.example:99999/x',
      ['grpc-url-path', 'grpc-url-port', 'grpc-url-scheme', 'url-whitespace'],
    ],
    ['grpc_endpoint', 'a .example/x', ['grpc-url-path', 'url-malformed', 'url-whitespace']],
    [
      'evm_rpc_endpoint',
      'http://me:x@a.example/<key> ',
      ['evm-url-credentials', 'evm-url-not-https', 'evm-url-placeholder', 'url-whitespace'],
    ],
  ])('%s %j', async (field, url, rules) => {
    const found = await readFindings(JSON.stringify({ [field]: [{ provider: 'A', url }] }));
    expect(found.map(({ rule }) => rule)).toEqual(rules.map((rule) => `param/${rule}`));
  });
});

describe('a url in order is passed on as it stands', () => {
  test.each([
    ['grpc_endpoint', 'grpc.example.com:443'],
    ['grpc_endpoint', 'GRPC.Example.com.:12890'],
    ['grpc_endpoint', 'node_1.example.com:65535'],
    ['grpc_endpoint', '198.51.100.7:9090'],
    ['grpc_endpoint', '[2606:4700::1]:1'],
    ['grpc_endpoint', 'xn--mnchen-3ya.example:443'],
    ['grpc_endpoint', 'localhost:9090'],
    ['evm_rpc_endpoint', 'https://evm.example.com'],
    ['evm_rpc_endpoint', 'https://evm.example.com:2087/kava_evm/'],
    ['evm_rpc_endpoint', 'https://evm.example.com/v1/rpc/public?chain=key&x='],
    ['evm_rpc_endpoint', 'https://evm.example.com/key/youngs/identity'],
    ['evm_rpc_endpoint', 'https://evm.example.com/@me:x'],
    ['evm_rpc_endpoint', 'https://[2606:4700::1]/'],
  ])('%s %s', async (field, url) => {
    const { endpoints, findings } = await checkFile(JSON.stringify({ [field]: [{ provider: 'A', url }] }));
    expect(findings).toEqual([]);
    expect(endpoints).toMatchObject([{ url, provider: 'A', chain: 'example', verdict: 'skipped' }]);
  });
});
