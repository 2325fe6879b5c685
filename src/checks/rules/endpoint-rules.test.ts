import { entryRules } from './entry.js';
import { describe, expect, test } from 'vitest';
import { evmRules } from '../evm/http/rules.js';
import { grpcRules } from '../cosmos/grpc/rules.js';
import { wsRules } from '../cosmos/ws/rules.js';
import { writeCommandLineOption } from '../../model/write-option.js';

describe('messages of the gRPC rules contain what is known', () => {
  test.each([
    [0, 'NO_ERROR'],
    [1, 'PROTOCOL_ERROR'],
    [2, 'INTERNAL_ERROR'],
    [3, 'FLOW_CONTROL_ERROR'],
    [4, 'SETTINGS_TIMEOUT'],
    [5, 'STREAM_CLOSED'],
    [6, 'FRAME_SIZE_ERROR'],
    [7, 'REFUSED_STREAM'],
    [8, 'CANCEL'],
    [9, 'COMPRESSION_ERROR'],
    [10, 'CONNECT_ERROR'],
    [11, 'ENHANCE_YOUR_CALM'],
    [12, 'INADEQUATE_SECURITY'],
    [13, 'HTTP_1_1_REQUIRED'],
    [14, 'code 14'],
    [255, 'code 255'],
  ])('HTTP/2 error code %i is %s, as RFC 9113 section 7 has it', (errorCode, name) => {
    expect(grpcRules['grpc/stream-reset'].message({ errorCode })).toBe(`the server reset the call (${name})`);
  });

  test('what a server sends instead of HTTP/2 is quoted, if it sends anything', () => {
    const { message } = grpcRules['grpc/not-http2'];
    expect(message({ detail: '' })).toBe('not an HTTP/2 server');
    expect(message({ detail: 'HTTP/1.1 400' })).toBe('not an HTTP/2 server: it answered "HTTP/1.1 400"');
  });

  test('a dropped connection names its error code, where it has one', () => {
    const { message } = grpcRules['grpc/connection-dropped'];
    expect(message({ code: '' })).toMatch(/answered$/);
    expect(message({ code: 'closed' })).toMatch(/answered$/);
    expect(message({ code: 'ECONNRESET' })).toMatch(/answered \(ECONNRESET\)$/);
  });

  test('a missing service is counted among the others, where they are known', () => {
    const { message } = grpcRules['grpc/service-missing'];
    expect(message({ services: null })).toMatch(/is missing$/);
    expect(message({ services: 3 })).toMatch(/is not among the 3 services of the endpoint$/);
  });

  test.each([
    ['no RPC client is defined in offline mode: unknown', 'upgrade the node'],
    ['cosmoshub-4 is not ready; please wait for first block', 'wait until the node has a block'],
    // Recorded from Cosmos SDK 0.45.16 and 0.46.16.
    [
      'failed to load state at height 0; version mismatch on immutable IAVL tree; version does not exist. Version has either been pruned, ' +
        'or is for a future block height (latest height: 0): invalid request',
      'wait until the node has a block',
    ],
    [
      'codespace sdk code 18: invalid request: failed to load state at height 0; no commit info found (latest height: 0)',
      'wait until the node has a block',
    ],
    ['failed to load state at height 7; version does not exist (latest height: 900)', 'log of the node'],
    ['panic', 'log of the node'],
    ['', 'log of the node'],
  ])('the error %j of a node has a fitting hint', (details, words) => {
    const data = { call: 'GetNodeInfo', status: 'UNKNOWN', details };
    expect(grpcRules['grpc/node-error'].hint(data, writeCommandLineOption)).toContain(words);
    expect(grpcRules['grpc/node-error'].message(data)).toBe(
      details === '' ? 'GetNodeInfo failed: UNKNOWN' : `GetNodeInfo failed: UNKNOWN, "${details}"`,
    );
  });

  test.each([
    [null, 'the port is missing'],
    ['', 'expected a port from 1 to 65535, got an empty one'],
    ['0', 'expected a port from 1 to 65535, got 0'],
  ])('the port %j', (port, message) => {
    expect(entryRules['entry/url-port'].message({ port, suggestion: 'a.example:443' })).toBe(message);
  });
});

describe('messages of the EVM rules contain what is known', () => {
  test('an empty answer is called empty', () => {
    const { message } = evmRules['evm/not-json'];
    expect(message({ contentType: 'text/html', begins: '' })).toBe('the answer is empty');
    expect(message({ contentType: 'text/html', begins: '<html>' })).toBe(
      'expected JSON, got a web page (text/html) that begins with "<html>"',
    );
    expect(message({ contentType: 'text/plain', begins: 'ok' })).toBe(
      'expected JSON, got text/plain that begins with "ok"',
    );
  });

  test('an error without a message', () => {
    const { message } = evmRules['evm/rpc-error'];
    expect(message({ call: 'x', code: 1, detail: '' })).toBe('x failed: error 1');
    expect(message({ call: 'x', code: 1, detail: 'y' })).toBe('x failed: error 1, "y"');
  });

  test('a url without a scheme, and with another', () => {
    const { message } = entryRules['entry/url-scheme'];
    const expected = 'an https url';
    expect(message({ scheme: null, expected, suggestion: '' })).toBe(
      'the url has no scheme, expected an https url',
    );
    expect(message({ scheme: 'wss', expected, suggestion: '' })).toBe('expected an https url, got wss://');
  });

  test('a local node without TLS is probed where no registry lists it', () => {
    const hint = (scheme: string | null, suggestion: string) =>
      entryRules['entry/url-scheme'].hint({ scheme, expected: 'x', suggestion }, writeCommandLineOption);
    const command = (url: string) =>
      `, or probe a local node outside of a registry, as ${url} with --allow-private`;
    for (const host of [
      '127.0.0.1:8545',
      'localhost:8545',
      'node.localhost:1',
      '127.9.8.7:1/x?y',
      '[::1]:1/',
    ])
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

  test('an old block has its age', () => {
    expect(evmRules['evm/stale'].message({ number: 16, ageMs: 7_200_000 })).toBe(
      'the newest block (16) is 2 hours old',
    );
  });
});

describe('messages of the websocket rules contain what is known', () => {
  test.each([
    [1005, '', 'without a code'],
    [1011, '', 'with code 1011'],
    [1011, 'out of memory', 'with code 1011, "out of memory"'],
  ])('a close frame with the code %i and the reason %j', (code, reason, words) => {
    const message = wsRules['ws/closed'].message({ code, reason });
    expect(message).toBe(`the server closed the websocket ${words}`);
  });

  test.each([
    [null, '', 'the method does not exist'],
    [-32000, '', 'error -32000'],
    [-32000, 'not here', 'error -32000, "not here"'],
  ])('a subscription that is refused with the code %j and the text %j', (code, detail, words) => {
    const message = wsRules['ws/no-subscription'].message({ code, detail });
    expect(message).toBe(`the endpoint refuses the subscription to new blocks: ${words}`);
  });
});
