import { describe, expect, test } from 'vitest';
import type { EntryData } from '../checks/entry-rules.js';
import type { EvmData } from '../checks/evm/rules.js';
import type { GrpcData } from '../checks/grpc/rules.js';
import type { HttpData } from '../checks/http-rules.js';
import type { NetData } from '../checks/net-rules.js';
import type { TlsData } from '../checks/tls-rules.js';
import type { SmokeData } from '../query/smoke-rules.js';
import type { FileData } from '../registry/rules.js';
import type { ChainData } from './chain/rules.js';
import { getRule, rules } from './rule-catalogue.js';

/** The codes that users rely on, by family; those that are not errors are listed below. */
const promised: Readonly<Record<string, string>> = {
  file:
    'not-utf8 too-large too-deep symlink unreadable misplaced invalid-json duplicate-key forbidden-key schema misspelled-field ' +
    'chain-id no-endpoints',
  entry:
    'duplicate provider-empty provider-spelling url-malformed url-whitespace url-scheme url-port url-path url-credentials ' +
    'url-placeholder url-key',
  chain: 'odd-one-out disagreement claim-outvoted kinds-disagree behind listed-twice unsteady',
  net:
    'dns-not-found dns-failed refused unreachable ipv6-only connect-timeout response-timeout reset blocked-address ' +
    'rate-limited response-too-large',
  tls:
    'not-tls certificate-expired certificate-not-yet-valid certificate-expiring self-signed untrusted wrong-host old-version ' +
    'no-h2 no-alpn handshake-failed',
  http: 'status redirect auth-required forbidden challenged upstream-down not-http plaintext',
  grpc:
    'wants-tls plaintext not-http2 not-grpc no-status reflection-unavailable service-missing method-unimplemented node-error ' +
    'syncing wrong-chain stale not-routed head-unknown odd-timestamp stream-reset connection-dropped malformed-response',
  evm: 'network-differs nonstandard-answer odd-timestamp not-json bad-envelope rpc-error method-missing no-block malformed-block wrong-chain stale key-required',
};

const warnings = [
  'entry/url-key',
  'chain/disagreement',
  'chain/claim-outvoted',
  'chain/kinds-disagree',
  'chain/behind',
  'chain/listed-twice',
  'chain/unsteady',
  'evm/nonstandard-answer',
  'file/chain-id',
  'http/plaintext',
  'file/misspelled-field',
  'entry/url-key',
  'tls/certificate-expiring',
  'tls/no-alpn',
  'grpc/syncing',
  'grpc/stale',
  'evm/stale',
];
const inconclusive = [
  'evm/network-differs',
  'http/challenged',
  'net/dns-failed',
  'net/ipv6-only',
  'net/offline',
  'net/proxy-failed',
  'net/rate-limited',
  'query/not-ready',
  'query/token-check-failed',
];
const notices = [
  'grpc/head-unknown',
  'grpc/odd-timestamp',
  'evm/odd-timestamp',
  'file/no-endpoints',
  'entry/provider-spelling',
  'grpc/plaintext',
  ...inconclusive,
];
/** Beside these. */
const added: Readonly<Record<string, string>> = {
  'file/chain-id-missing': 'notice',
  'file/unknown-format': 'error',
  'net/offline': 'notice',
  'net/proxy-failed': 'notice',
  'tls/no-http1': 'error',
  'tls/rsa-key-exchange': 'warning',
  'grpc/other-kind': 'error',
  'evm/other-kind': 'error',
  'grpc/chain-unknown': 'notice',
  'evm/chain-unknown': 'notice',
  'query/token-refused': 'error',
  'query/token-not-checked': 'error',
  'query/not-json': 'error',
  'query/nothing-there': 'notice',
  'query/not-asked': 'notice',
  'query/wrong-base-url': 'error',
  'query/unknown-network': 'error',
  'query/token-check-unproved': 'notice',
  'query/token-check-failed': 'notice',
  'query/not-ready': 'notice',
};

const codes = Object.entries(promised).flatMap(([family, names]) =>
  names.split(' ').map((name) => `${family}/${name}`),
);

/** Data as the program makes it, one sample a rule; the type asks for every rule. */
const samples: FileData &
  ChainData &
  EntryData &
  GrpcData &
  EvmData &
  NetData &
  TlsData &
  HttpData &
  SmokeData = {
  'query/token-refused': { status: 401 },
  'query/token-not-checked': { status: 200, token: 'no' },
  'query/not-json': { contentType: 'text/html', begins: '<html>' },
  'query/nothing-there': { route: 'assets' },
  'query/not-asked': { route: 'asset', needs: 'a symbol' },
  'query/wrong-base-url': { versioned: true },
  'query/unknown-network': { network: 'kavaa', nearest: 'kava' },
  'query/token-check-unproved': { status: 404, token: 'made-up' },
  'query/token-check-failed': { failure: 'net/reset', token: 'no' },
  'query/not-ready': { retryAfterMs: 5_000, detail: null },
  'file/not-utf8': { offset: 12, encoding: null },
  'file/too-large': { limitBytes: 262_144 },
  'file/too-deep': { limit: 32 },
  'file/symlink': {},
  'file/unreadable': { reason: 'it is a directory' },
  'file/unknown-format': { misfits: ['not chainlist, since its files are objects'] },
  'file/misplaced': { expected: 'chain/kava/param.json' },
  'file/invalid-json': { reason: 'a comma too much', fix: 'remove the comma' },
  'file/duplicate-key': { key: 'params', firstLine: 2 },
  'file/forbidden-key': { key: '__proto__' },
  'file/schema': { reason: 'it is not an object', fix: 'write an object' },
  'file/misspelled-field': { field: 'grpc', expected: 'grpc_endpoint', stringItems: true },
  'file/chain-id-missing': { fields: ['chain_id_cosmos'] },
  'file/no-endpoints': { fields: ['grpc_endpoint', 'evm_rpc_endpoint'] },
  'entry/duplicate': { firstLine: 4 },
  'entry/provider-empty': {},
  'entry/provider-spelling': { provider: 'polkachu', usual: 'Polkachu', count: 9 },
  'entry/url-malformed': { reason: 'it is empty', example: 'grpc.example.com:443' },
  'entry/url-whitespace': { inside: true },
  'file/chain-id': { field: 'chain_id_evm', expected: 'a number such as "0x1" or 1' },
  'entry/url-port': { port: null, suggestion: 'grpc.example.com:443' },
  'entry/url-path': { path: '/', suggestion: 'grpc.example.com:443' },
  'entry/url-scheme': { scheme: 'http', expected: 'an https url', suggestion: 'https://evm.example.com' },
  'entry/url-credentials': { host: 'evm.example.com' },
  'entry/url-placeholder': { placeholder: '<key>' },
  'entry/url-key': { parameter: 'apikey' },
  'chain/odd-one-out': { actual: 'test-1', expected: 'main-1', count: 3 },
  'chain/disagreement': { actual: 'a-1', ids: ['a-1', 'b-1'], count: 2 },
  'chain/claim-outvoted': { field: 'chain_id_cosmos', claimed: 'old-1', actual: 'new-2', count: 2 },
  'chain/kinds-disagree': { actual: '1', expected: '2222', cosmosId: 'kava_2222-10' },
  'chain/behind': { height: 10, blocks: 90, behindMs: 90_000 },
  'chain/listed-twice': { chainId: 'a-1', chains: ['kava'] },
  'chain/unsteady': { ids: ['a-1', 'b-1'] },
  'net/dns-not-found': { host: 'grpc.example.com', code: 'ENOTFOUND' },
  'net/offline': { failure: 'no-names' },
  'net/proxy-failed': { proxy: 'proxy.example.com:3128', detail: 'HTTP 407' },
  'net/dns-failed': { host: 'grpc.example.com', code: 'ESERVFAIL' },
  'net/blocked-address': { host: 'grpc.example.com', address: '10.0.0.1', range: 'private' },
  'net/refused': { address: '192.0.43.8:443' },
  'net/unreachable': { address: '192.0.43.8:443', code: 'EHOSTUNREACH' },
  'net/ipv6-only': { address: '[2001:db8::1]:443' },
  'net/connect-timeout': { address: '192.0.43.8:443', phase: 'connect', limitMs: 5_000 },
  'net/response-timeout': { address: '192.0.43.8:443', limitMs: 20_000 },
  'net/reset': { address: '192.0.43.8:443', phase: 'answer' },
  'net/rate-limited': { detail: 'HTTP 429', retryAfterMs: null },
  'net/response-too-large': { limitBytes: 1_048_576 },
  'tls/not-tls': { address: '192.0.43.8:443' },
  'tls/certificate-expired': { validTo: '2025-01-01T00:00:00.000Z', leaf: true },
  'tls/certificate-not-yet-valid': { validFrom: '2027-01-01T00:00:00.000Z' },
  'tls/certificate-expiring': { validTo: '2026-01-05T00:00:00.000Z', days: 4 },
  'tls/self-signed': { subject: 'CN=localhost' },
  'tls/untrusted': { issuer: 'CN=R3', code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' },
  'tls/wrong-host': { host: 'grpc.example.com', names: ['example.com'] },
  'tls/old-version': { code: 'ERR_SSL_UNSUPPORTED_PROTOCOL' },
  'tls/no-h2': { code: 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL' },
  'tls/no-alpn': {},
  'tls/rsa-key-exchange': { cipherSuite: 'TLS_RSA_WITH_AES_128_GCM_SHA256' },
  'tls/handshake-failed': { code: 'closed' },
  'http/status': { status: 404, request: 'evm' },
  'http/redirect': { status: 301, location: 'https://new.example.com/' },
  'http/auth-required': { detail: 'HTTP 401' },
  'http/forbidden': { detail: 'HTTP 403' },
  'http/challenged': { detail: 'Cloudflare, HTTP 403' },
  'http/upstream-down': { detail: 'HTTP 502' },
  'http/not-http': { code: 'HPE_INVALID_CONSTANT' },
  'tls/no-http1': { code: 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL' },
  'grpc/other-kind': { kind: 'rpc' },
  'evm/other-kind': { kind: 'grpc' },
  'grpc/wants-tls': { address: '192.0.43.8:9090' },
  'grpc/plaintext': {},
  'grpc/not-http2': { detail: 'HTTP/1.1 400 Bad Request' },
  'grpc/not-grpc': { contentType: 'text/html' },
  'grpc/no-status': { call: 'GetNodeInfo' },
  'grpc/stream-reset': { errorCode: 11 },
  'grpc/connection-dropped': { code: 'ECONNRESET' },
  'grpc/malformed-response': { call: 'GetNodeInfo', reason: 'no message' },
  'grpc/reflection-unavailable': { detail: 'UNIMPLEMENTED' },
  'grpc/service-missing': { services: 3 },
  'grpc/method-unimplemented': { detail: 'unknown method' },
  'grpc/node-error': { call: 'GetNodeInfo', status: 'UNKNOWN', details: 'panic' },
  'grpc/syncing': {},
  'grpc/wrong-chain': { expected: 'cosmoshub-4', actual: 'osmosis-1', field: 'chain_id_cosmos' },
  'grpc/chain-unknown': { expected: 'cosmoshub-4' },
  'grpc/stale': { height: 7, ageMs: 7_200_000 },
  'grpc/head-unknown': { limitBytes: 1_048_576 },
  'grpc/odd-timestamp': { height: 7, reason: 'it is 2 days in the future' },
  'grpc/not-routed': {},
  'evm/not-json': { contentType: 'text/html', begins: '<html>' },
  'evm/bad-envelope': { reason: 'expected an object, got an array' },
  'evm/rpc-error': { call: 'eth_getBlockByNumber', code: -32000, detail: 'header not found' },
  'evm/method-missing': { call: 'eth_getBlockByNumber' },
  'evm/key-required': { detail: 'Unauthorized' },
  'evm/no-block': {},
  'evm/malformed-block': { reason: 'expected an object' },
  'evm/wrong-chain': { expected: '0x6f0', actual: '1 (0x1)', field: 'chain_id_evm' },
  'evm/chain-unknown': { expected: '0x6f0', detail: 'the method does not exist' },
  'evm/network-differs': { expected: '0x6f0', detail: 'no answer within 5 s', networkId: '5' },
  'evm/nonstandard-answer': { reason: 'it begins with a byte order mark' },
  'evm/odd-timestamp': { number: 16, reason: 'it is in milliseconds instead of seconds' },
  'evm/stale': { number: 16, ageMs: 7_200_000 },
  'http/plaintext': {},
};

describe('the rules that users rely on keep their code and severity', () => {
  test.each(codes)('%s', (code) => {
    const expected = warnings.includes(code) ? 'warning' : notices.includes(code) ? 'notice' : 'error';
    expect(getRule({ code }).severity).toBe(expected);
  });

  test('only rules that prove nothing about the endpoint are inconclusive', () => {
    const found = rules.filter((rule) => rule.inconclusive).map(({ code }) => code);
    expect(found.sort()).toEqual(inconclusive);
  });

  test('all rules are listed here, so that none is added by accident', () => {
    const others = rules.filter(({ code }) => !codes.includes(code));
    expect(Object.fromEntries(others.map(({ code, severity }) => [code, severity]))).toEqual(added);
  });
});

describe('the catalogue is valid', () => {
  test('no code is listed twice', () => {
    const all = rules.map(({ code }) => code);
    expect(all.filter((code, at) => all.indexOf(code) !== at)).toEqual([]);
  });

  test('every code is family/what-is-wrong', () => {
    expect(
      rules.filter(
        ({ code }) => !/^(file|entry|chain|net|tls|http|grpc|evm|query)\/[a-z\d]+(-[a-z\d]+)*$/.test(code),
      ),
    ).toEqual([]);
  });

  test('an unknown code is a bug of the program', () => {
    expect(() => getRule({ code: 'net/nothing' })).toThrow('unknown rule net/nothing');
    expect(() => getRule({ code: 'constructor' })).toThrow('unknown rule constructor');
  });

  test.each(rules.map((rule) => [rule.code, rule] as const))(
    '%s explains itself',
    (_, { summary, explanation }) => {
      expect(summary).toMatch(/^\S.*[^.\s]$/);
      expect(summary).not.toContain('\n');
      expect(explanation).toMatch(/^(gRPC|[A-Z`0-9])[^]*[.`]$/);
    },
  );
});

describe('every rule has a message and a hint', () => {
  test.each(Object.entries(samples))('%s', (code, data) => {
    const { message, hint } = getRule({ code });
    for (const text of [message(data as never), hint(data as never)]) {
      expect(text).toMatch(/^\S.*[^.\s]$/);
      expect(text).not.toMatch(/\n|undefined|(?<!is )null|NaN|\[object|, "",|\(\)/);
    }
  });

  test('there is a sample for each', () => {
    expect(Object.keys(samples).sort()).toEqual(rules.map(({ code }) => code).sort());
  });
});
