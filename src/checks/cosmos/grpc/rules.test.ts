import { describe, expect, test } from 'vitest';
import { writeCommandLineOption } from '../../../model/write-option.js';
import { grpcRules } from './rules.js';

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
