import { networkInterfaces } from 'node:os';
import { describe, expect, test } from 'vitest';
import { failure } from '../model/failure.js';
import {
  chooseFailure,
  classifyBrokenConnection,
  classifyConnectError,
  classifyHandshakeError,
  errorCode,
  judgeMissingRoute,
} from './failure.js';

const address = '192.0.43.8:443';
const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((own) => own?.family === 'IPv6' && !own.internal && own.scopeid === 0);

function withCode(code: unknown, cause?: unknown): Error {
  return Object.assign(new Error('message', { cause }), { code });
}

describe('the code of a thrown value is found along its causes', () => {
  test.each<[string, unknown, string]>([
    ['its own', withCode('ECONNRESET'), 'ECONNRESET'],
    ['its cause', new Error('outer', { cause: withCode('ECONNRESET') }), 'ECONNRESET'],
    ['its own before its cause', withCode('EPIPE', withCode('ECONNRESET')), 'EPIPE'],
    ['a number is not a code', withCode(14, withCode('ECONNRESET')), 'ECONNRESET'],
    ['an error without one', new Error('ECONNRESET'), ''],
    ['a string', 'ECONNRESET', ''],
    ['nothing', undefined, ''],
    ['null', null, ''],
    ['a plain object', { code: 'ECONNRESET' }, ''],
  ])('%s', (_, thrown, code) => {
    expect(errorCode(thrown)).toBe(code);
  });

  test('up to the fifth', () => {
    const nest = (depth: number): Error =>
      depth === 1 ? withCode('EPIPE') : new Error('outer', { cause: nest(depth - 1) });
    expect([errorCode(nest(5)), errorCode(nest(6))]).toEqual(['EPIPE', '']);
  });

  test('an error that is its own cause ends the search', () => {
    const error = new Error('loop');
    error.cause = error;
    expect(errorCode(error)).toBe('');
  });
});

describe('a failure to connect has the code of the system', () => {
  test.each([
    ['ECONNREFUSED', 'net/refused'],
    ['ECONNRESET', 'net/reset'],
    ['EPIPE', 'net/reset'],
    ['ECONNABORTED', 'net/reset'],
    ['ETIMEDOUT', 'net/connect-timeout'],
    ['ABORT_ERR', 'net/connect-timeout'],
    ['EHOSTUNREACH', 'net/unreachable'],
    ['ENETUNREACH', 'net/unreachable'],
    ['', 'net/unreachable'],
    ['EMFILE', 'net/local-limit'],
    ['ENFILE', 'net/local-limit'],
    ['ENOBUFS', 'net/local-limit'],
    ['ENOMEM', 'net/local-limit'],
    ['EADDRNOTAVAIL', 'net/local-limit'],
    ['EADDRINUSE', 'net/local-limit'],
    ['EAGAIN', 'net/local-limit'],
    ['ENETDOWN', 'net/local-limit'],
    ['EACCES', 'net/local-limit'],
    ['EPERM', 'net/local-limit'],
  ])('%s', (code, expected) => {
    const found = classifyConnectError(code, address, 5_000);
    expect(found.code).toBe(expected);
    expect(found.data).toMatchObject({ address });
  });

  test.runIf(!hasIpv6)(
    'a machine without IPv6 has no route to it, which has the code of a lack of ports',
    () => {
      expect(classifyConnectError('EADDRNOTAVAIL', '[2606:2800:220:1::1]:443', 5_000).code).toBe(
        'net/unreachable',
      );
      expect(classifyConnectError('EADDRNOTAVAIL', '[::1]:443', 5_000).code).toBe('net/local-limit');
    },
  );

  test('it was connecting', () => {
    expect(classifyConnectError('ECONNRESET', address, 5_000).data).toEqual({ address, phase: 'connect' });
    expect(classifyConnectError('ETIMEDOUT', address, 5_000).data).toEqual({
      address,
      phase: 'connect',
      limitMs: 5_000,
    });
    expect(classifyConnectError('EACCES', address, 5_000).data).toEqual({ address, code: 'EACCES' });
  });
});

describe('of the failures of several addresses the most specific one counts', () => {
  const refused = classifyConnectError('ECONNREFUSED', 'a', 1);
  const reset = classifyConnectError('ECONNRESET', 'b', 1);
  const late = classifyConnectError('ETIMEDOUT', 'c', 1);
  const lost = classifyConnectError('ENETUNREACH', 'd', 1);

  test.each([
    [refused, [reset, late, lost]],
    [reset, [late, lost]],
    [late, [lost]],
  ])('$code', (telling, lessTelling) => {
    expect(chooseFailure([telling])).toBe(telling);
    for (const code of lessTelling) {
      expect(chooseFailure([telling, code])).toBe(telling);
      expect(chooseFailure([code, telling])).toBe(telling);
    }
  });

  test('of equals, the first', () => {
    for (const code of ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENETUNREACH']) {
      const first = classifyConnectError(code, 'a', 1);
      expect(chooseFailure([first, classifyConnectError(code, 'b', 1)])).toBe(first);
    }
  });
});

describe('a missing route to IPv6 addresses only is a local failure', () => {
  const unreachable = failure('net/unreachable', { address: '[2001:db8::1]:443', code: 'ENETUNREACH' });

  test('only IPv6', () => {
    expect(judgeMissingRoute(unreachable, ['2001:db8::1', '2001:db8::2'])).toEqual(
      failure('net/ipv6-only', { address: '[2001:db8::1]:443' }),
    );
  });

  test('with an IPv4 address beside it, or none at fault', () => {
    expect(judgeMissingRoute(unreachable, ['2001:db8::1', '192.0.43.8'])).toBe(unreachable);
    const refused = failure('net/refused', { address });
    expect(judgeMissingRoute(refused, ['2001:db8::1'])).toBe(refused);
  });
});

describe('a broken connection has its phase', () => {
  test.each([
    ...['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ETIMEDOUT'],
    ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETRESET', 'ENETDOWN'],
  ])('%s', (code) => {
    for (const phase of ['connect', 'tls', 'answer'] as const) {
      expect(classifyBrokenConnection(code, address, phase)).toEqual(
        failure('net/reset', { address, phase }),
      );
    }
  });

  test.each(['', 'ECONNREFUSED', 'HPE_INVALID_CONSTANT'])('%j is not a broken connection', (code) => {
    expect(classifyBrokenConnection(code, address, 'answer')).toBeNull();
  });
});

describe('a failed handshake has the code of OpenSSL', () => {
  test.each([
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls/not-tls'],
    ['ERR_SSL_PACKET_LENGTH_TOO_LONG', 'tls/not-tls'],
    ['ERR_SSL_HTTP_REQUEST', 'tls/not-tls'],
    ['ERR_SSL_BAD_RECORD_TYPE', 'tls/not-tls'],
    ['ERR_SSL_SSL/TLS_ALERT_UNEXPECTED_MESSAGE', 'tls/not-tls'],
    ['ERR_SSL_INVALID_RECORD', 'tls/not-tls'],
    ['ERR_SSL_RECORD_LAYER_FAILURE', 'tls/not-tls'],
    ['ERR_SSL_BAD_MESSAGE_TYPE', 'tls/not-tls'],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'tls/old-version'],
    ['ERR_SSL_UNSUPPORTED_PROTOCOL', 'tls/old-version'],
    ['ERR_SSL_VERSION_TOO_LOW', 'tls/old-version'],
    ['ERR_SSL_INAPPROPRIATE_FALLBACK', 'tls/old-version'],
    ['ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL', 'tls/no-h2'],
    ['ERR_SSL_BAD_EXTENSION', 'tls/no-h2'],
    ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'tls/handshake-failed'],
    ['ERR_SSL_TLSV1_UNRECOGNIZED_NAME', 'tls/handshake-failed'],
    ['closed', 'tls/handshake-failed'],
    ['', 'tls/handshake-failed'],
    ['ECONNRESET', 'net/reset'],
    ['EPIPE', 'net/reset'],
    ['ECONNABORTED', 'net/reset'],
    ['ETIMEDOUT', 'net/reset'],
  ])('%s', (code, expected) => {
    expect(classifyHandshakeError(code, address, 'h2').code).toBe(expected);
  });

  test('a reset was during the handshake, and other codes are kept', () => {
    expect(classifyHandshakeError('ECONNRESET', address, 'h2').data).toEqual({ address, phase: 'tls' });
    for (const code of ['closed', 'ERR_SSL_VERSION_TOO_LOW', 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL']) {
      expect(classifyHandshakeError(code, address, 'h2').data).toEqual({ code });
    }
    expect(classifyHandshakeError('ERR_SSL_WRONG_VERSION_NUMBER', address, 'h2').data).toEqual({ address });
  });
});
