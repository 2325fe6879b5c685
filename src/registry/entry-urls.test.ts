import { describe, expect, test } from 'vitest';
import { checkFile, readFindings } from '../../test/support/check-file.js';

/** The url, the rule, the message, the hint. */
type Case = readonly [url: string, rule: string, message: string, hint: string];

const writeGrpc = 'write it like grpc.example.com:443';
const writeEvm = 'write it like https://evm-rpc.example.com';
const addressGrpc = 'write the address of the endpoint, like grpc.example.com:443, or remove the entry';
const addressEvm = 'write the address of the endpoint, like https://evm-rpc.example.com, or remove the entry';
const oneEach = 'write one address in each entry, without other text';
const noKey = 'list an endpoint that needs no key';
const published = 'remove everything up to the @, and change the password: it has been published';

const grpcCases: readonly Case[] = [
  ['https://a.example:443', 'url-scheme', 'expected host:port, got https://', 'write a.example:443'],
  ['https://a.example', 'url-scheme', 'expected host:port, got https://', 'write a.example:443'],
  ['https://a.example/', 'url-scheme', 'expected host:port, got https://', 'write a.example:443'],
  ['http://a.example', 'url-scheme', 'expected host:port, got http://', 'write a.example:80'],
  ['TCP://a.example:9090', 'url-scheme', 'expected host:port, got TCP://', 'write a.example:9090'],

  [
    'grpc://a.example',
    'url-scheme',
    'expected host:port, got grpc://',
    'write a.example:80, if that is the port',
  ],
  ['https:/a.example', 'url-scheme', 'expected host:port, got https:/', 'write a.example:443'],

  ['a.example', 'url-port', 'the port is missing', 'write a.example:443, if that is the port'],
  ['a.example/', 'url-port', 'the port is missing', 'write a.example:443, if that is the port'],
  ['a.example/cosmos', 'url-port', 'the port is missing', 'write a.example:443, if that is the port'],
  [
    'a.example:',
    'url-port',
    'expected a port from 1 to 65535, got an empty one',
    'write a.example:443, if that is the port',
  ],
  [
    'a.example:0',
    'url-port',
    'expected a port from 1 to 65535, got 0',
    'write a.example:443, if that is the port',
  ],
  [
    'a.example:65536',
    'url-port',
    'expected a port from 1 to 65535, got 65536',
    'write a.example:443, if that is the port',
  ],
  [
    'a.example:0443',
    'url-port',
    'expected a port from 1 to 65535, got 0443',
    'write a.example:443, if that is the port',
  ],
  [
    '[2606:4700::1]:grpc',
    'url-port',
    'expected a port from 1 to 65535, got grpc',
    'write [2606:4700::1]:443, if that is the port',
  ],

  ['a.example:443/', 'url-path', 'expected host:port, got a path after it', 'write a.example:443'],
  ['a.example:9090/cosmos', 'url-path', 'expected host:port, got a path after it', 'write a.example:9090'],
  ['a.example:443?tls=1', 'url-path', 'expected host:port, got a query after it', 'write a.example:443'],

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

  [
    'a.exa\u200Bmple:443',
    'url-whitespace',
    'the url contains the invisible character U+200B',
    'remove it, or type the url again without blanks',
  ],

  ['', 'url-malformed', 'malformed url: it is empty', writeGrpc],
  [' \t', 'url-malformed', 'malformed url: it is empty', writeGrpc],
  [':443', 'url-malformed', 'malformed url: the host is missing', writeGrpc],
  ['_', 'url-malformed', 'malformed url: "_" is not an address', addressGrpc],
  ['N/A', 'url-malformed', 'malformed url: "N/A" is not an address', addressGrpc],
  ['🔥 node 🔥', 'url-malformed', 'malformed url: "🔥 node 🔥" is not an address', addressGrpc],
  ['🔥node:9090', 'url-malformed', 'malformed url: "🔥node:9090" is not an address', addressGrpc],
  [
    'a.example:443,b.example:443',
    'url-malformed',
    'malformed url: it contains more than one address',
    oneEach,
  ],
  [
    'a.example:443 | b.example:443',
    'url-malformed',
    'malformed url: it contains more than one address',
    oneEach,
  ],
  ['a.example:443note:b', 'url-malformed', 'malformed url: other text follows the address', oneEach],
  ['a.example:443,note:b', 'url-malformed', 'malformed url: other text follows the address', oneEach],
  [
    'me:secret@a.example:443',
    'url-credentials',
    'the url contains a user name or password for a.example',
    published,
  ],
  ['a..example:443', 'url-malformed', 'malformed url: a..example is not a host name', writeGrpc],
  [
    'münchen.example:443',
    'url-malformed',
    'malformed url: the host must be written as xn--mnchen-3ya.example',
    'write it like xn--mnchen-3ya.example:443',
  ],
  [
    '2130706433:443',
    'url-malformed',
    'malformed url: 2130706433 is neither a host name nor an IP address in its usual spelling',
    writeGrpc,
  ],
];

const evmCases: readonly Case[] = [
  ['http://a.example/rpc', 'url-scheme', 'expected an https url, got http://', 'write https://a.example/rpc'],
  ['wss://a.example:8546', 'url-scheme', 'expected an https url, got wss://', 'write https://a.example:8546'],
  [
    'http://127.0.0.1:8545',
    'url-scheme',
    'expected an https url, got http://',
    'write https://127.0.0.1:8545, or probe a local node outside of a registry, as http://127.0.0.1:8545 with allowPrivate: true',
  ],
  ['a.example', 'url-scheme', 'the url has no scheme, expected an https url', 'write https://a.example'],
  [
    'https:/a.example',
    'url-scheme',
    'expected https:// before the host, got https:/',
    'write https://a.example',
  ],

  [
    'https://me:secret@a.example',
    'url-credentials',
    'the url contains a user name or password for a.example',
    published,
  ],
  [
    'https://a.b:1a:c,d@a.example/x',
    'url-credentials',
    'the url contains a user name or password for a.example',
    published,
  ],
  [
    'https://me@a.example/x',
    'url-credentials',
    'the url contains a user name or password for a.example',
    published,
  ],

  ['https://a.example/v3/<key>', 'url-placeholder', 'the url contains a placeholder: <key>', noKey],
  ['https://a.example/{api-key}', 'url-placeholder', 'the url contains a placeholder: {api-key}', noKey],
  [
    'https://a.example/YOUR_API_KEY/x',
    'url-placeholder',
    'the url contains a placeholder: YOUR_API_KEY',
    noKey,
  ],
  ['https://a.example?apikey=TOKEN', 'url-placeholder', 'the url contains a placeholder: TOKEN', noKey],

  [
    'https://a.example ',
    'url-whitespace',
    'the url begins or ends with white space',
    'remove the white space',
  ],
  ['https://a.example/a b', 'url-whitespace', 'the url contains white space', 'remove the white space'],

  ['', 'url-malformed', 'malformed url: it is empty', writeEvm],
  ['_', 'url-malformed', 'malformed url: "_" is not an address', addressEvm],
  ['n.a.', 'url-malformed', 'malformed url: "n.a." is not an address', addressEvm],
  ['none ', 'url-malformed', 'malformed url: "none" is not an address', addressEvm],
  ['🔥', 'url-malformed', 'malformed url: "🔥" is not an address', addressEvm],
  ...[
    'https://a.example|https://b.example',
    'https://a.example/rpc|https://b.example',
    'https://a.example/rpc;https://b.example/?c',
    'https://a.examplewebsite:https://b.example',
    'https://a.example https://b.example',
    ' "https://a.example/x?y", "https://b.example"',
  ].map((url): Case => [url, 'url-malformed', 'malformed url: it contains more than one address', oneEach]),
  [
    'https://a.example,rpcWorking:false',
    'url-malformed',
    'malformed url: other text follows the address',
    oneEach,
  ],
  [
    'https://a.example/#top',
    'url-malformed',
    'malformed url: it has a fragment, which is never sent',
    writeEvm,
  ],
  ['https://a.example\\rpc', 'url-malformed', 'malformed url: it has a backslash', writeEvm],
  ['https://a..example', 'url-malformed', 'malformed url: a..example is not a host name', writeEvm],
];

describe.each([
  ['grpc_endpoint', grpcCases],
  ['evm_rpc_endpoint', evmCases],
])('a malformed url of %s is reported at the url', (field, cases) => {
  test.each(cases)('%j', async (url, rule, message, hint) => {
    const before = `  {"provider": "🔥", "url": `;
    const text = `{"${field}": [\n${before}${JSON.stringify(url)}}]}`;
    const at = `2:${before.length + 1}-2:${before.length + 1 + JSON.stringify(url).length}`;
    const finding = { at, rule: `entry/${rule}`, pointer: `/${field}/0/url`, message, hint };
    expect(await readFindings(text, ['file/chain-id-missing', 'entry/url-key'])).toEqual([finding]);
  });
});

describe('all errors of a url are reported at once', () => {
  test.each([
    ['grpc_endpoint', ' https://a.example:99999/x', ['url-path', 'url-port', 'url-scheme', 'url-whitespace']],
    ['grpc_endpoint', 'a .example:1/x', ['url-malformed', 'url-path', 'url-whitespace']],
    [
      'evm_rpc_endpoint',
      'http://me:x@a.example/<key> ',
      ['url-credentials', 'url-placeholder', 'url-scheme', 'url-whitespace'],
    ],
  ])('%s %j', async (field, url, rules) => {
    const found = await readFindings(JSON.stringify({ [field]: [{ provider: 'A', url }] }));
    expect(found.map(({ rule }) => rule)).toEqual(rules.map((rule) => `entry/${rule}`));
  });
});

describe('a valid url is passed on verbatim', () => {
  test.each([
    ['grpc_endpoint', 'grpc.example.com:443'],
    ['grpc_endpoint', 'grpc.example.com.:12890'],
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
