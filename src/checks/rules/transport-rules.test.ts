import { describe, expect, test } from 'vitest';
import { httpRules } from './http.js';
import { netRules } from './net.js';
import { tlsRules } from './tls.js';
import { writeCommandLineOption } from '../../model/write-option.js';
import { webSocketKinds } from '../kinds.generated.js';

const rules = { ...netRules, ...tlsRules, ...httpRules };

const address = '192.0.43.8:443';

describe('messages contain what is known', () => {
  test.each([
    [{ host: 'a.example', code: 'ENOTFOUND' }, 'the name a.example does not exist'],
    [{ host: 'a.example', code: 'ENODATA' }, 'the name a.example has no address'],
  ])('a name: %j', (data, message) => {
    expect(rules['net/dns-not-found'].message(data)).toBe(message);
  });

  test.each([
    ['ESERVFAIL', 'the name server failed (ESERVFAIL)'],
    [
      '0.0.0.0',
      'the name server or hosts file of this machine answered 0.0.0.0, as one that blocks names does',
    ],
    ['::', 'the name server or hosts file of this machine answered ::, as one that blocks names does'],
    [
      '64:ff9b::5db8:d822',
      'the name server answered only 64:ff9b::5db8:d822, an address for networks without IPv4 (DNS64)',
    ],
  ])('a name that could not be resolved: %s', (code, reason) => {
    expect(rules['net/dns-failed'].message({ host: 'a.example', code })).toBe(
      `the name a.example could not be resolved: ${reason}`,
    );
  });

  test('an address in the file does not resolve to itself', () => {
    const { message } = rules['net/blocked-address'];
    expect(message({ host: '10.0.0.1', address: '10.0.0.1', range: 'private' })).toBe(
      '10.0.0.1 is not a public address (private)',
    );
    expect(message({ host: 'a.example', address: '10.0.0.1', range: 'private' })).toBe(
      'a.example resolves to 10.0.0.1, which is not a public address (private)',
    );
  });

  test('a timeout names its phase', () => {
    const { message, hint } = rules['net/connect-timeout'];
    expect(message({ address, phase: 'connect', limitMs: 5_000 })).toBe(
      `${address} did not answer within 5 s`,
    );
    expect(message({ address, phase: 'tls', limitMs: 500 })).toBe(
      `${address} accepted the connection but did not answer the TLS handshake within 0.5 s`,
    );
    expect(hint({ address, phase: 'connect', limitMs: 1 }, writeCommandLineOption)).toContain('firewall');
    expect(hint({ address, phase: 'tls', limitMs: 1 }, writeCommandLineOption)).toContain('TLS');
  });

  test.each([
    ['connect' as const, 'while connecting'],
    ['tls' as const, 'during the TLS handshake'],
    ['answer' as const, 'before the answer was complete'],
  ])('a reset in the phase %s', (phase, when) => {
    expect(rules['net/reset'].message({ address, phase })).toBe(`${address} closed the connection ${when}`);
  });

  test.each([
    [13, 'in 13 days'],
    [2, 'in 2 days'],
    [1, 'in 1 day'],
    [0, 'in less than a day'],
    [-1, 'in less than a day'],
  ])('a certificate with %i days left', (days, when) => {
    expect(rules['tls/certificate-expiring'].message({ validTo: '2026-01-05T00:00:00.000Z', days })).toBe(
      `the certificate expires ${when}, on 2026-01-05T00:00:00.000Z`,
    );
  });

  test('an expired certificate of an authority', () => {
    const { message, hint } = rules['tls/certificate-expired'];
    const data = { validTo: '2025-01-01T00:00:00.000Z', leaf: true };
    expect(message(data)).toContain(data.validTo);
    expect(hint(data, writeCommandLineOption)).toBe('renew the certificate');
    expect(message({ ...data, leaf: false })).not.toContain(data.validTo);
    expect(hint({ ...data, leaf: false }, writeCommandLineOption)).toContain('chain');
  });

  test('at most five of the names of a certificate', () => {
    const { message } = rules['tls/wrong-host'];
    const names = ['a', 'b', 'c', 'd', 'e'];
    expect(message({ host: 'x', names })).toBe('the certificate is not for x, but for a, b, c, d, e');
    expect(message({ host: 'x', names: [...names, 'f', 'g'] })).toBe(
      'the certificate is not for x, but for a, b, c, d, e and 2 more',
    );
  });

  test('a redirect with and without a location', () => {
    const { message } = rules['http/redirect'];
    expect(message({ status: 301, location: 'https://b.example/' })).toBe(
      'the server redirects to https://b.example/ (HTTP 301)',
    );
    expect(message({ status: 302, location: null })).toBe('the server redirects (HTTP 302)');
  });

  test('a redirect that was followed to the right answer names the url to list', () => {
    const { hint } = rules['http/redirect'];
    const data = { status: 301, location: 'https://b.example/status' };
    expect(hint({ ...data, followed: 'https://b.example' }, writeCommandLineOption)).toBe(
      'list https://b.example',
    );
    for (const variant of [data, { ...data, followed: null }])
      expect(hint(variant, writeCommandLineOption)).toBe('list the final host and path');
  });

  test('a size in KiB', () => {
    expect(rules['net/response-too-large'].message({ limitBytes: 2 << 20 })).toContain('2048 KiB');
  });

  test('an answer to gRPC that is no error of HTTP', () => {
    const { message, hint } = rules['http/status'];
    const data = { status: 200, request: 'grpc' };
    expect(message(data)).toBe('the server answered HTTP 200 without a gRPC status');
    expect(hint(data, writeCommandLineOption)).toContain('trailers');
  });

  test('an answer that is not HTTP, with and without a reason', () => {
    const { message, hint } = rules['http/not-http'];
    expect(message({ code: '' })).toBe('not an HTTP/1.1 server');
    expect(message({ code: 'x' })).toBe('not an HTTP/1.1 server (x)');
    const malformed = { code: '', malformed: 'invalid header token' };
    expect(message(malformed)).toBe('the HTTP/1.1 answer is malformed: invalid header token');
    expect(hint(malformed, writeCommandLineOption)).not.toContain('port');
  });

  test('a missing route without an error code', () => {
    expect(rules['net/unreachable'].message({ address, code: '' })).toContain('no error code');
    expect(rules['net/unreachable'].message({ address, code: 'EHOSTUNREACH' })).toContain('EHOSTUNREACH');
  });
});

describe('the hint for an HTTP error fits the kind', () => {
  test.each([
    [404, 'grpc', 'grpc_pass'],
    [415, 'grpc', 'grpc_pass'],
    [464, 'grpc', 'target group'],
    [464, 'evm', 'target group'],
    [404, 'evm', 'path of the url'],
    [405, 'evm', 'POST'],
    [405, 'rpc', 'GET'],
    [405, 'rest', 'GET'],
    [404, 'rest', 'path of the url'],
    [500, 'evm', 'log of the server'],
    [501, 'grpc-web', 'gRPC-web is on'],
    [405, 'grpc-web', 'gRPC-web is on'],
    [500, 'grpc-web', 'log of the server'],
  ])('%i for %s', (status, request, words) => {
    expect(rules['http/status'].hint({ status, request }, writeCommandLineOption)).toContain(words);
  });
});

test('what a page reports about the port or the host name decides the message and the fix', () => {
  const status = { status: 400, request: 'evm', wantsTls: true } as const;
  expect(rules['http/status'].message(status)).toBe('the server answered HTTP 400: the port expects TLS');
  expect(rules['http/status'].hint(status, writeCommandLineOption)).toBe('write https in place of http');
  for (const request of webSocketKinds) {
    expect(rules['http/status'].hint({ ...status, request }, writeCommandLineOption)).toBe(
      'write wss in place of ws',
    );
  }
  const forbidden = { detail: 'HTTP 403, "invalid host specified"' };
  expect(rules['http/forbidden'].message(forbidden)).toContain('(HTTP 403, "invalid host specified")');
  expect(rules['http/forbidden'].hint(forbidden, writeCommandLineOption)).toContain('--http.vhosts');
});
