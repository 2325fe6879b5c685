import { expect, test } from 'vitest';
import { writeCommandLineOption } from '../../model/write-option.js';
import { entryRules } from './entry.js';

test.each([
  [null, 'the port is missing'],
  ['', 'expected a port from 1 to 65535, got an empty one'],
  ['0', 'expected a port from 1 to 65535, got 0'],
])('the port %j', (port, message) => {
  expect(entryRules['entry/url-port'].message({ port, suggestion: 'a.example:443' })).toBe(message);
});

test('a url without a scheme, and with another', () => {
  const { message } = entryRules['entry/url-scheme'];
  const expected = 'an https url';
  expect(message({ scheme: null, expected, suggestion: '' })).toBe(
    'the url has no scheme, expected an https url',
  );
  expect(message({ scheme: 'wss', expected, suggestion: '' })).toBe('expected an https url, got wss://');
});

test.each([
  [undefined, 'write a.example:443'],
  ['port', 'write a.example:443, if that is the port'],
  [
    'service',
    'write the address of the node itself, like a.example:443: an https:// url is probably that of another service, such as its RPC',
  ],
] as const)('a suggestion in doubt about %s', (doubt, hint) => {
  const data = { expected: 'host:port', suggestion: 'a.example:443', ...(doubt && { doubt }) };
  expect(entryRules['entry/url-scheme'].hint({ ...data, scheme: 'https' }, writeCommandLineOption)).toBe(
    hint,
  );
});

test('a local node without TLS is probed if no registry lists it', () => {
  const hint = (scheme: string | null, suggestion: string) =>
    entryRules['entry/url-scheme'].hint({ scheme, expected: 'x', suggestion }, writeCommandLineOption);
  const command = (url: string) =>
    `. To probe a local node that no registry lists: ${url} with --allow-private`;
  for (const host of ['127.0.0.1:8545', 'localhost:8545', 'node.localhost:1', '127.9.8.7:1/x?y', '[::1]:1/'])
    expect(hint('http', `https://${host}`)).toBe(`write https://${host}${command(`http://${host}`)}`);
  expect(hint('WS', 'wss://localhost:1/websocket')).toBe(
    `write wss://localhost:1/websocket${command('ws://localhost:1/websocket')}`,
  );
  for (const [scheme, suggestion] of [
    ['http', 'https://127.0.0.1.example:1'],
    ['http', 'https://localhost.example:1'],
    ['http', 'https://notlocalhost:1'],
    ['http', 'https://10.0.0.1:8545'],
    // Port 443 has no plaintext.
    ['http', 'https://localhost'],
    ['ws', 'https://localhost:1'],
    [null, 'https://localhost:1'],
    ['http', '127.0.0.1:9090'],
  ] as const)
    expect(hint(scheme, suggestion)).toBe(`write ${suggestion}`);
});
