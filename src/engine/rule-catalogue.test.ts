import { describe, expect, test } from 'vitest';
import type { EntryData } from '../checks/entry-rules.js';
import type { EvmData } from '../checks/evm/rules.js';
import type { EvmWsData } from '../checks/evm-ws/rules.js';
import type { GrpcData } from '../checks/grpc/rules.js';
import type { GrpcWebData } from '../checks/grpc-web/rules.js';
import type { HttpData } from '../checks/http-rules.js';
import type { NetData } from '../checks/net-rules.js';
import type { RestData } from '../checks/rest/rules.js';
import type { RpcData } from '../checks/rpc/rules.js';
import type { TlsData } from '../checks/tls-rules.js';
import type { WsData } from '../checks/ws/rules.js';
import type { SmokeData } from '../query/smoke-rules.js';
import type { ListData } from '../registry/lists/rules.js';
import type { ListingData } from '../registry/listing-rules.js';
import type { FileData } from '../registry/rules.js';
import type { ChainData } from './chain/rules.js';
import { findSeverity, getRule, rules } from './rule-catalogue.js';

/** The codes that users rely on, by family; those that are not errors are listed below. */
const promised: Readonly<Record<string, string>> = {
  file:
    'not-utf8 too-large too-deep symlink unreadable misplaced invalid-json duplicate-key forbidden-key schema misspelled-field ' +
    'chain-id no-endpoints',
  list: 'schema duplicate denom address decimals',
  entry:
    'duplicate provider-empty provider-spelling url-malformed url-whitespace url-scheme url-port url-path url-credentials ' +
    'url-placeholder url-key websocket-path',
  chain: 'odd-one-out disagreement claim-outvoted kinds-disagree behind listed-twice unsteady',
  net:
    'dns-not-found dns-failed refused unreachable ipv6-only connect-timeout response-timeout reset blocked-address ' +
    'rate-limited response-too-large',
  tls:
    'not-tls certificate-expired certificate-not-yet-valid certificate-expiring self-signed untrusted wrong-host old-version ' +
    'no-h2 no-alpn handshake-failed',
  http: 'status redirect auth-required forbidden challenged upstream-down not-http plaintext no-cors',
  grpc:
    'wants-tls plaintext not-http2 not-grpc no-status reflection-unavailable service-missing method-unimplemented node-error ' +
    'syncing wrong-chain stale not-routed head-unknown odd-timestamp stream-reset connection-dropped malformed-response',
  'grpc-web':
    'other-kind not-grpc-web malformed-response no-status text-answer service-missing method-unimplemented node-error syncing wrong-chain ' +
    'chain-unknown head-unknown odd-timestamp stale',
  evm: 'network-differs nonstandard-answer odd-timestamp not-json bad-envelope rpc-error method-missing no-block malformed-block wrong-chain stale key-required',
  rpc:
    'other-kind not-json bad-envelope rpc-error method-missing key-required malformed-response no-block status-unavailable ' +
    'nonstandard-answer syncing wrong-chain chain-unknown stale odd-timestamp',
  rest:
    'other-kind not-json method-missing legacy-api node-error malformed-response node-info-unavailable head-unknown ' +
    'nonstandard-answer syncing wrong-chain chain-unknown stale odd-timestamp',
  ws:
    'upgrade-refused bad-handshake bad-frames closed not-json bad-envelope rpc-error method-missing key-required no-block ' +
    'malformed-response nonstandard-answer no-subscription syncing wrong-chain stale odd-timestamp',
  'evm-ws':
    'upgrade-refused bad-handshake bad-frames closed not-json bad-envelope rpc-error method-missing key-required no-block ' +
    'malformed-block malformed-response nonstandard-answer no-subscription network-differs wrong-chain stale odd-timestamp',
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
  'grpc-web/text-answer',
  'grpc-web/syncing',
  'grpc-web/stale',
  'evm/stale',
  'entry/websocket-path',
  'ws/nonstandard-answer',
  'ws/syncing',
  'ws/stale',
  'evm-ws/nonstandard-answer',
  'evm-ws/stale',
  'rpc/nonstandard-answer',
  'rpc/syncing',
  'rpc/stale',
  'rest/nonstandard-answer',
  'rest/syncing',
  'rest/stale',
];
const inconclusive = [
  'evm-ws/network-differs',
  'evm/network-differs',
  'http/challenged',
  'net/dns-failed',
  'net/ipv6-only',
  'net/local-limit',
  'net/offline',
  'net/proxy-failed',
  'net/rate-limited',
  'query/not-ready',
  'query/token-check-failed',
];
const notices = [
  'http/no-cors',
  'rpc/status-unavailable',
  'rpc/chain-unknown',
  'rpc/odd-timestamp',
  'rest/node-info-unavailable',
  'rest/head-unknown',
  'rest/chain-unknown',
  'rest/odd-timestamp',
  'grpc/head-unknown',
  'grpc/odd-timestamp',
  'grpc-web/chain-unknown',
  'grpc-web/head-unknown',
  'grpc-web/odd-timestamp',
  'evm/odd-timestamp',
  'ws/odd-timestamp',
  'evm-ws/odd-timestamp',
  'file/no-endpoints',
  'entry/provider-spelling',
  'grpc/plaintext',
  ...inconclusive,
];
/** Beside these. */
const added: Readonly<Record<string, string>> = {
  'file/chain-id-missing': 'notice',
  'file/unsupported-chain': 'notice',
  'file/exclusion-expired': 'warning',
  'file/exclusion-unused': 'warning',
  'net/local-limit': 'notice',
  'entry/provider-missing': 'warning',
  'entry/host-name': 'notice',
  'entry/host-case': 'notice',
  'entry/same-address': 'warning',
  'file/unknown-format': 'error',
  'net/offline': 'notice',
  'net/proxy-failed': 'notice',
  'tls/no-http1': 'error',
  'tls/rsa-key-exchange': 'warning',
  'grpc/other-kind': 'error',
  'evm/other-kind': 'error',
  'ws/other-kind': 'error',
  'evm-ws/other-kind': 'error',
  'grpc/chain-unknown': 'notice',
  'evm/chain-unknown': 'notice',
  'ws/chain-unknown': 'notice',
  'evm-ws/chain-unknown': 'notice',
  'query/token-refused': 'error',
  'query/token-not-checked': 'error',
  'query/not-json': 'error',
  'query/nothing-there': 'error',
  'query/next-not-answered': 'error',
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
  ListingData &
  ListData &
  ChainData &
  EntryData &
  GrpcData &
  GrpcWebData &
  EvmData &
  WsData &
  EvmWsData &
  RpcData &
  RestData &
  NetData &
  TlsData &
  HttpData &
  SmokeData = {
  'query/token-refused': { status: 401 },
  'query/token-not-checked': { status: 200, token: 'no' },
  'query/not-json': { contentType: 'text/html', begins: '<html>' },
  'query/nothing-there': { route: 'assets', isItem: false, detail: null },
  'query/next-not-answered': { failure: 'HTTP 400: not a cursor of this service' },
  'query/not-asked': { route: 'asset', needs: 'a symbol' },
  'query/wrong-base-url': { versioned: true },
  'query/unknown-network': { network: 'kavaa', detail: null, nearest: 'kava' },
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
  'file/misspelled-field': {
    field: 'grpc',
    expected: 'grpc_endpoint',
    entryForm: '{ "provider": "…", "url": "…" }',
  },
  'file/chain-id-missing': { fields: ['chain_id_cosmos'] },
  'file/unsupported-chain': { reason: 'chains such as solana:5ey are not checked' },
  'file/exclusion-expired': { until: '2026-01-31', reason: 'asked to be left alone' },
  'file/exclusion-unused': { reason: 'asked to be left alone' },
  'entry/provider-missing': { field: 'provider' },
  'entry/host-case': { written: 'RPC.Example.com' },
  'entry/host-name': { word: 'lcd', kind: 'rest', listedAs: 'evm' },
  'entry/same-address': { kind: 'rest', chain: 'kava', file: 'kava/chain.json', line: 7, sameFile: false },
  'file/no-endpoints': { fields: ['grpc_endpoint', 'evm_rpc_endpoint'] },
  'list/schema': { item: 'uatom', reason: '"uatom" has no "decimals"', fix: 'add "decimals"' },
  'list/duplicate': { field: 'denom', value: 'uatom', firstLine: 2 },
  'list/denom': { field: 'denom', value: ' uatom', reason: 'begins with white space', fix: 'write uatom' },
  'list/address': { field: 'contract', value: '0x', reason: 'is too short', fix: 'copy the address' },
  'list/decimals': { item: 'uatom', got: '"6"', max: null, suggestion: 6 },
  'entry/duplicate': { firstLine: 4 },
  'entry/provider-empty': {},
  'entry/provider-spelling': { provider: 'polkachu', usual: 'Polkachu', count: 9 },
  'entry/url-malformed': { reason: 'it is empty', example: 'grpc.example.com:443' },
  'entry/url-whitespace': { inside: true, invisible: null },
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
  'net/local-limit': { address: '192.0.43.8:443', code: 'EMFILE' },
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
  'grpc-web/other-kind': { kind: 'rest' },
  'grpc-web/not-grpc-web': { contentType: 'text/html', begins: '<html>' },
  'grpc-web/malformed-response': { call: 'GetNodeInfo', reason: 'no message' },
  'grpc-web/no-status': { call: 'GetNodeInfo' },
  'grpc-web/text-answer': {},
  'grpc-web/service-missing': { detail: 'unknown service cosmos.base.tendermint.v1beta1.Service' },
  'grpc-web/method-unimplemented': { detail: 'unknown method GetNodeInfo' },
  'grpc-web/node-error': { call: 'GetNodeInfo', status: 'UNKNOWN', details: 'panic' },
  'grpc-web/syncing': {},
  'grpc-web/wrong-chain': { expected: 'cosmoshub-4', actual: 'osmosis-1', field: 'chain_id' },
  'grpc-web/chain-unknown': { expected: 'cosmoshub-4' },
  'grpc-web/head-unknown': { limitBytes: 1_048_576 },
  'grpc-web/odd-timestamp': { height: 7, reason: 'it is 2 days in the future' },
  'grpc-web/stale': { height: 7, ageMs: 7_200_000 },
  'evm/not-json': { contentType: 'text/html', begins: '<html>' },
  'evm/bad-envelope': { reason: 'expected an object, got an array' },
  'evm/rpc-error': { call: 'eth_getBlockByNumber', code: -32000, detail: 'header not found' },
  'evm/method-missing': { call: 'eth_getBlockByNumber' },
  'evm/key-required': { detail: 'Unauthorized' },
  'evm/no-block': {},
  'evm/malformed-block': { reason: 'expected an object' },
  'evm/wrong-chain': { expected: '0x6f0', actual: '1 (0x1)', field: 'chain_id_evm', derived: false },
  'evm/chain-unknown': { expected: '0x6f0', detail: 'the method does not exist' },
  'evm/network-differs': { expected: '0x6f0', detail: 'no answer within 5 s', networkId: '5' },
  'evm/nonstandard-answer': { reason: 'it begins with a byte order mark' },
  'evm/odd-timestamp': { number: 16, reason: 'it is in milliseconds instead of seconds' },
  'evm/stale': { number: 16, ageMs: 7_200_000 },
  'entry/websocket-path': { suggestion: 'wss://rpc.example.com/websocket' },
  'ws/upgrade-refused': { status: 404, suggestion: 'wss://rpc.example.com/websocket' },
  'ws/bad-handshake': { reason: 'invalid Sec-WebSocket-Accept header' },
  'ws/bad-frames': { reason: 'MASK must be clear' },
  'ws/closed': { code: 1008, reason: 'no' },
  'ws/not-json': { begins: '<html>' },
  'ws/bad-envelope': { reason: 'expected an object, got an array' },
  'ws/rpc-error': { call: 'status', code: -32603, detail: 'Internal error' },
  'ws/method-missing': { call: 'status' },
  'ws/key-required': { detail: 'Unauthorized' },
  'ws/no-block': {},
  'ws/malformed-response': { call: 'status', reason: 'expected an object' },
  'ws/nonstandard-answer': { reason: 'it begins with a byte order mark' },
  'ws/no-subscription': { code: -32603, detail: 'Internal error: failed to subscribe' },
  'ws/other-kind': { kind: 'rpc' },
  'ws/syncing': {},
  'ws/wrong-chain': { expected: 'cosmoshub-4', actual: 'osmosis-1', field: 'chain_id' },
  'ws/chain-unknown': { expected: 'cosmoshub-4' },
  'ws/stale': { height: 7, ageMs: 7_200_000 },
  'ws/odd-timestamp': { height: 7, reason: 'it is 2 days in the future' },
  'evm-ws/upgrade-refused': { status: 200, suggestion: null },
  'evm-ws/bad-handshake': { reason: 'invalid Upgrade header' },
  'evm-ws/bad-frames': { reason: 'more than 1000 messages and pings' },
  'evm-ws/closed': { code: 1005, reason: '' },
  'evm-ws/not-json': { begins: '' },
  'evm-ws/bad-envelope': { reason: '"id" must be 1, the id of the request' },
  'evm-ws/rpc-error': { call: 'eth_getBlockByNumber', code: -32000, detail: '' },
  'evm-ws/method-missing': { call: 'eth_getBlockByNumber' },
  'evm-ws/key-required': { detail: 'Unauthorized' },
  'evm-ws/malformed-response': {
    call: 'eth_subscribe',
    reason: 'expected the id of the subscription, a string',
  },
  'evm-ws/no-subscription': { code: null, detail: '' },
  'evm-ws/other-kind': { kind: 'evm' },
  'evm-ws/no-block': {},
  'evm-ws/malformed-block': { reason: 'expected an object' },
  'evm-ws/wrong-chain': { expected: '0x6f0', actual: '1 (0x1)', field: 'chainId', derived: false },
  'evm-ws/chain-unknown': { expected: '0x6f0', detail: 'the method does not exist' },
  'evm-ws/network-differs': { expected: '0x6f0', detail: 'no answer within 5 s', networkId: '5' },
  'evm-ws/nonstandard-answer': { reason: 'eth_chainId answers a decimal number' },
  'evm-ws/odd-timestamp': { number: 16, reason: 'it is in milliseconds instead of seconds' },
  'evm-ws/stale': { number: 16, ageMs: 7_200_000 },
  'http/plaintext': {},
  'http/no-cors': { reason: 'the answer has no access-control-allow-origin' },
  'rpc/not-json': { contentType: 'text/html', begins: '<html>' },
  'rpc/other-kind': { kind: 'rest' },
  'rpc/bad-envelope': { reason: 'expected an object, got an array' },
  'rpc/rpc-error': { call: 'status', code: -32603, detail: 'Internal error' },
  'rpc/method-missing': { call: 'status' },
  'rpc/key-required': { detail: 'Unauthorized' },
  'rpc/malformed-response': { call: 'status', reason: '"node_info" must be an object' },
  'rpc/no-block': {},
  'rpc/status-unavailable': { detail: 'HTTP 403' },
  'rpc/nonstandard-answer': { reason: 'it begins with a byte order mark' },
  'rpc/syncing': {},
  'rpc/wrong-chain': { expected: 'cosmoshub-4', actual: 'osmosis-1', field: 'chain_id' },
  'rpc/chain-unknown': { expected: 'cosmoshub-4' },
  'rpc/stale': { height: 7, ageMs: 7_200_000 },
  'rpc/odd-timestamp': { height: 7, reason: 'it is 2 days in the future' },
  'rest/not-json': { contentType: 'text/html', begins: '<html>' },
  'rest/other-kind': { kind: 'rpc' },
  'rest/method-missing': { call: 'node_info' },
  'rest/legacy-api': { chainId: 'cosmoshub-3' },
  'rest/node-error': { call: 'node_info', status: 'UNKNOWN', details: 'panic' },
  'rest/malformed-response': { call: 'node_info', reason: 'expected an object' },
  'rest/node-info-unavailable': { detail: 'HTTP 403' },
  'rest/head-unknown': { detail: 'HTTP 403' },
  'rest/nonstandard-answer': { reason: 'it begins with a byte order mark' },
  'rest/syncing': {},
  'rest/wrong-chain': { expected: 'cosmoshub-4', actual: 'osmosis-1', field: 'chain_id' },
  'rest/chain-unknown': { expected: 'cosmoshub-4' },
  'rest/stale': { height: 7, ageMs: 7_200_000 },
  'rest/odd-timestamp': { height: 7, reason: 'it is 2 days in the future' },
};

describe('the rules that users rely on keep their code and severity', () => {
  test.each(codes)('%s', (code) => {
    const expected = warnings.includes(code) ? 'warning' : notices.includes(code) ? 'notice' : 'error';
    expect(getRule({ code }).severity).toBe(expected);
  });

  test('a redirect that was followed is a warning', () => {
    const data = { status: 301, location: 'https://rpc.example.com/' };
    const severityOf = (more: object) => findSeverity({ code: 'http/redirect', data: { ...data, ...more } });
    expect([severityOf({}), severityOf({ followed: data.location })]).toEqual(['error', 'warning']);
    expect(findSeverity({ code: 'http/status', data: { status: 404, request: 'rpc' } })).toBe('error');
    expect(rules.filter(({ milder }) => milder).map(({ code }) => code)).toEqual([
      'evm/wrong-chain',
      'evm-ws/wrong-chain',
      'http/redirect',
      'query/nothing-there',
    ]);
  });

  test('an item of a query service may not exist, a list must', () => {
    const severityOf = (isItem: boolean) =>
      findSeverity({ code: 'query/nothing-there', data: { route: 'assets', isItem, detail: null } });
    expect([severityOf(true), severityOf(false)]).toEqual(['notice', 'error']);
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
        ({ code }) =>
          !/^(file|list|entry|chain|net|tls|http|grpc|evm|rpc|rest|rpc|rest|grpc-web|ws|evm-ws|query)\/[a-z\d]+(-[a-z\d]+)*$/.test(
            code,
          ),
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
