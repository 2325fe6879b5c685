import { describe, expect, test } from 'vitest';
import { correctAs } from '../../../../test/support/registry-files.js';
import { writeCommandLineOption } from '../../../model/write-option.js';
import { grpcRules } from './index.js';

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

  test('a dropped connection names its error code, if it has one', () => {
    const { message } = grpcRules['grpc/connection-dropped'];
    expect(message({ code: '' })).toMatch(/answered$/);
    expect(message({ code: 'closed' })).toMatch(/answered$/);
    expect(message({ code: 'ECONNRESET' })).toMatch(/answered \(ECONNRESET\)$/);
  });

  test('a missing service is reported with the number of listed services, if it is known', () => {
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
});

type Case = readonly [before: string, after: string | null];

const address = 'grpc.example.com:443';

describe('a scheme before host:port is removed', () => {
  test.each<Case>([
    ['https://grpc.example.com:443', address],
    ['https://grpc.example.com:443/', address],
    ['HTTPS://grpc.example.com:443', address],
    ['http://grpc.example.com:9090', 'grpc.example.com:9090'],
    ['http://grpc.example.com:443', address],
    ['grpc://grpc.example.com:9090', 'grpc.example.com:9090'],
    ['tcp://grpc.example.com:9090/', 'grpc.example.com:9090'],
    ['dns:///grpc.example.com:9090', 'grpc.example.com:9090'],
    ['https:/grpc.example.com:443', address],
    ['https//grpc.example.com:443', address],
    ['https:grpc.example.com:443', address],
    ['https:\\\\grpc.example.com:443', address],
    ['hhttps://grpc.example.com:443', address],
    ['htp://grpc.example.com:9090', 'grpc.example.com:9090'],
    ['https://https://grpc.example.com:443', address],
    ['https://192.0.43.8:9090', '192.0.43.8:9090'],
    ['https://[2606:4700::1]:9090', '[2606:4700::1]:9090'],
    // Without a port, only the scheme tells that TLS is meant.
    ['https://grpc.example.com', address],
    ['grpcs://grpc.example.com', address],
    ['https://grpc.example.com/', address],
    ['htps://grpc.example.com', address],
    ['http://grpc.example.com', null],
    ['http:\\\\grpc.example.com', null],
    ['htp://grpc.example.com', null],
    ['grpc://grpc.example.com', null],
    ['tcp://grpc.example.com', null],
    ['grpc.example.com', null],
    // A service of another kind.
    ['wss://grpc.example.com:443', null],
    ['ftp://grpc.example.com:443', null],
    ['http://https://grpc.example.com:443', null],
    ['https://grpc.example.com:443/cosmos', null],
    ['https://grpc.example.com:443?a=b', null],
    ['https://user@grpc.example.com:443', null],
    ['https://grpc.example.com:', null],
    ['dns://192.0.43.8/grpc.example.com:9090', null],
    // A host that is named like a scheme.
    ['grpc:9090', null],
    ['https:9090', null],
    ['https://9090', null],
    // The port stays wrong.
    ['https://grpc.example.com:99999', 'grpc.example.com:99999'],
  ])('%s', (before, after) => {
    expect(correctAs('grpc', before)).toBe(after);
  });
});

describe('if schemes are allowed, they are kept, and corrected', () => {
  test.each<Case>([
    ['hhttps://grpc.example.com', 'https://grpc.example.com'],
    ['ttps://grpc.example.com:443/', 'https://grpc.example.com:443/'],
    ['htp://grpc.example.com:9090', 'http://grpc.example.com:9090'],
    ['https:/grpc.example.com', 'https://grpc.example.com'],
    ['https//grpc.example.com:443', 'https://grpc.example.com:443'],
    ['https://https://grpc.example.com', 'https://grpc.example.com'],
    ['HTTPS://grpc.example.com', 'https://grpc.example.com'],
    ['grpc.example.com:443/', address],
    ['https://grpc.example.com', null],
    ['http://grpc.example.com:9090', null],
    ['http://grpc.example.com:443', 'https://grpc.example.com:443'],
    ['grpc://grpc.example.com:9090', 'grpc.example.com:9090'],
    ['grpc://grpc.example.com', null],
    ['httpd://grpc.example.com:9090', null],
    ['grpc.example.com', null],
    ['https://grpc.example.com/x', null],
  ])('%s', (before, after) => {
    expect(correctAs('grpc', before, { allowScheme: true })).toBe(after);
    expect(correctAs('grpc', before, { allowScheme: true, allowPath: true })).toBe(after);
  });
});

describe('a final slash is removed, but no other path', () => {
  test.each<Case>([
    ['grpc.example.com:443/', address],
    ['[2606:4700::1]:443/', '[2606:4700::1]:443'],
    ['grpc.example.com:443//', null],
    ['grpc.example.com:443/cosmos', null],
    ['grpc.example.com:443/?', null],
    ['grpc.example.com:443#', null],
    ['grpc.example.com/', null],
  ])('%s', (before, after) => {
    expect(correctAs('grpc', before)).toBe(after);
  });
});

describe('several slips at once', () => {
  test.each<Case>([
    [' "https://GRPC.Example.com:443/", ', address],
    ['\u200bhttps://grpc.example.com :443', address],
    ['<https://grpc.example.com>;', address],
    ['"grpc://grpc.example.com:9090"', 'grpc.example.com:9090'],
    ['"grpc://grpc.example.com"', null],
    ['https://grpc.example.com:443/cosmos,', null],
  ])('%j', (before, after) => {
    expect(correctAs('grpc', before)).toBe(after);
  });
});
