import { describe, expect, test } from 'vitest';
import { findSeverity, getRule, rules } from './rule-catalogue.js';
import { writeCommandLineOption, writeLibraryOption } from '../model/write-option.js';

/** The codes that users rely on, by family; those that are not errors are listed below. */
const promised: Readonly<Record<string, string>> = {
  file:
    'not-utf8 too-large too-deep symlink unreadable misplaced invalid-json duplicate-key forbidden-key schema misspelled-field ' +
    'chain-id no-endpoints unchecked-field',
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
    'no-h2 no-alpn no-san handshake-failed',
  http: 'status redirect auth-required payment-required forbidden challenged upstream-down not-http plaintext no-cors',
  grpc:
    'wants-tls plaintext not-http2 not-grpc no-status reflection-unavailable service-missing method-unimplemented node-error ' +
    'syncing wrong-chain stale not-routed head-unknown odd-timestamp stream-reset connection-dropped malformed-response',
  'grpc-web':
    'other-kind not-grpc-web malformed-response no-status text-answer service-missing method-unimplemented node-error syncing wrong-chain ' +
    'chain-unknown head-unknown odd-timestamp stale',
  evm: 'network-differs head-unknown nonstandard-answer odd-timestamp not-json bad-envelope rpc-error method-missing no-block malformed-block wrong-chain stale key-required',
  rpc:
    'other-kind not-json bad-envelope rpc-error method-missing key-required malformed-response no-block no-post no-get ' +
    'status-unavailable nonstandard-answer syncing wrong-chain chain-unknown stale odd-timestamp',
  rest:
    'other-kind not-json method-missing legacy-api node-error malformed-response node-info-unavailable head-unknown ' +
    'nonstandard-answer syncing wrong-chain chain-unknown stale odd-timestamp',
  ws:
    'upgrade-refused bad-handshake bad-frames closed not-json bad-envelope rpc-error method-missing key-required no-block ' +
    'malformed-response nonstandard-answer no-subscription syncing wrong-chain stale odd-timestamp',
  'evm-ws':
    'upgrade-refused bad-handshake bad-frames closed not-json bad-envelope rpc-error method-missing key-required no-block ' +
    'malformed-block malformed-response nonstandard-answer no-subscription network-differs head-unknown wrong-chain stale odd-timestamp',
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
  'tls/no-san',
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
  'rpc/no-post',
  'rpc/no-get',
  'rpc/status-unavailable',
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
  'rpc/chain-unknown',
  'rpc/odd-timestamp',
  'rest/node-info-unavailable',
  'rest/head-unknown',
  'evm/head-unknown',
  'evm-ws/head-unknown',
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
  'file/unchecked-field',
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
  'evm/chain-unknown': 'warning',
  'ws/chain-unknown': 'notice',
  'evm-ws/chain-unknown': 'warning',
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
      'entry/url-path',
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
  test.each(rules.map((rule) => [rule.code, rule] as const))('%s', (_, { message, hint, sample }) => {
    for (const text of [message(sample as never), hint(sample as never, writeCommandLineOption)]) {
      expect(text).toMatch(/^\S.*[^.\s]$/);
      expect(text).not.toMatch(/\n|undefined|(?<!is )null|NaN|\[object|, "",|\(\)/);
    }
  });

  test('none names an option of the command line to callers of the library', () => {
    // Options of geth, and whole commands.
    const others = /--(http|ws)\b[.\w]*|(endpoint-check|git) [^;]*/g;
    const worded = rules.map(
      ({ code, sample, message, hint }) =>
        [code, `${message(sample as never)}; ${hint(sample as never, writeLibraryOption)}`] as const,
    );
    expect(worded.filter(([, text]) => /--\w/.test(text.replaceAll(others, '')))).toEqual([]);
  });
});
