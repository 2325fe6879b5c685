import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { reporterRows } from '../../src/reporters/index.js';
import { createSelfSigned } from '../../src/sandbox/certificates.js';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { runCli, runForReport } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';
import {
  account,
  contract,
  env,
  healthy,
  type Replacement,
  smoke,
  startQueryService,
  summarize,
  token,
  transferTopic,
} from '../support/query-service.js';
import { use } from '../support/servers.js';

describe('a healthy service', () => {
  test('every route is ok, with parameters from earlier answers', async () => {
    const { baseUrl, requests } = await startQueryService();
    const outcome = await smoke(baseUrl);
    expect(outcome.exitCode).toBe(0);
    expect(summarize(outcome)).toEqual(healthy);
    const calls = (authorization: string | undefined) =>
      requests.filter((request) => request.authorization === authorization).map(({ path }) => path);
    const paths = [
      '/api/v1/kava/assets',
      '/api/v1/kava/assets/KAVA',
      '/api/v1/kava/erc20',
      `/api/v1/kava/erc20/${contract}`,
      '/api/v1/kava/cw20',
      `/api/v1/evm/kava/tx/list-by-event?address=${contract}`,
      `/api/v1/evm/kava/account/transfer-event?address=${account}&contract_address=${contract}&token_type=ERC20`,
      '/api/v1/kava/holders?denom=ukava',
      '/api/v1/kava/holders/summary?denom=ukava',
    ];
    expect(calls(`Bearer ${token}`)).toEqual(paths);
    // A route with unknown parameters is called with made-up ones.
    const all = [...paths, '/api/v1/kava/cw20/endpoint-check'].sort();
    expect(calls(undefined).sort()).toEqual(all);
    expect(calls('Bearer endpoint-check-smoke-test').sort()).toEqual(all);
    expect(outcome.report.endpoints.map(({ facts }) => facts)).toContainEqual(
      expect.objectContaining({
        route: 'assets',
        status: 200,
        statusWithoutToken: 401,
        statusWithMadeUpToken: 401,
      }),
    );
  });

  test('the output names each route, and no provider', async () => {
    const { baseUrl } = await startQueryService();
    for (const reporter of ['pretty', 'markdown', 'html']) {
      const { stdout } = await runCli(['smoke', 'kava', '--base-url', baseUrl, '--reporter', reporter], {
        env,
      });
      for (const path of ['/v1/kava/erc20', '/v1/evm/kava/tx/list-by-event', '/v1/kava/holders/summary'])
        expect(stdout).toContain(path);
      if (reporter === 'pretty') expect(stdout).toMatch(/^ {4}erc20-asset, \d+ ms$/m);
    }
    const { report } = await smoke(baseUrl);
    expect(new Set(report.endpoints.map(({ chain, provider }) => `${chain} ${provider}`))).toEqual(
      new Set(['kava null']),
    );
  });

  test('no report says that anything passes, even that of a faulty service', async () => {
    const { baseUrl } = await startQueryService((requested) =>
      requested.includes('/cw20') ? { status: 404 } : undefined,
    );
    for (const network of ['kava', 'nosuch']) {
      const directory = await createDirectory({});
      const targets = Object.entries(reporterRows).flatMap(([name, { writes }]) => [
        '--reporter',
        writes === 'files' ? `${name}=b` : `${name}=r.${name}`,
      ]);
      await runCli(['smoke', network, '--base-url', baseUrl, ...targets], { env, cwd: directory });
      const files = await readdir(directory, { recursive: true, withFileTypes: true });
      for (const file of files.filter((item) => item.isFile())) {
        const text = await readFile(join(file.parentPath, file.name), 'utf8');
        // Except in styles, scripts, general descriptions of metrics, and the field that counts endpoints.
        const shown = text.replaceAll(/<(style|script)>[^]*?<\/\1>|class="\w+"|^# .*|"passed": ?\d+/gm, '');
        expect([file.name, /.*\bpass(es|ed|ing)?\b.*/i.exec(shown)?.[0]]).toEqual([file.name, undefined]);
      }
    }
  });

  test('the public hash of an event is not hidden as if it were a key', async () => {
    const { baseUrl } = await startQueryService();
    const directory = await createDirectory({ 'sample.json': JSON.stringify({ topics: transferTopic }) });
    const args = ['smoke', 'kava', '--base-url', baseUrl, '--sample', 'sample.json'];
    const { stdout } = await runCli(args, { env, cwd: directory });
    expect(stdout.replaceAll(/\s/g, '')).toContain(`topics=${transferTopic}`);
  });

  test('a sample takes precedence, and provides values that no answer has', async () => {
    const { baseUrl, requests } = await startQueryService();
    const directory = await createDirectory({
      'sample.json': JSON.stringify({ kava: { cw20: 'kava1contract', symbol: 'ibc/A' } }),
    });
    const outcome = await smoke(baseUrl, ['--sample', join(directory, 'sample.json')]);
    const paths = requests.map(({ path }) => path);
    expect(paths).toContain('/api/v1/kava/cw20/kava1contract');
    expect(paths).toContain('/api/v1/kava/assets/ibc%2FA');
    expect(summarize(outcome)).toMatchObject({ asset: 'ok', 'cw20-asset': 'ok query/nothing-there' });
  });

  test.each([
    ['the detail of an error', 500, (sent: string) => JSON.stringify({ detail: `you sent ${sent}` })],
    ['what is no JSON', 200, (sent: string) => `you sent ${sent}`],
  ])('the token is in no output, though %s repeats it', async (_, status, repeat) => {
    const { baseUrl } = await startQueryService((_path, _authorized, sent = '') => ({
      status,
      headers: { location: `/?${sent}` },
      body: repeat(sent),
    }));
    for (const [reporter, { writes }] of Object.entries(reporterRows)) {
      if (writes === 'files') continue;
      const { stdout, stderr } = await runCli(
        ['smoke', 'kava', '--base-url', baseUrl, '--retries', '0', '--verbose', '--reporter', reporter],
        { env },
      );
      // Metrics, and a list of passing entries, have no messages.
      if (!['openmetrics', 'list'].includes(reporter)) expect(stdout).toContain('you sent');
      expect(stdout + stderr).not.toContain(token);
    }
  });

  const long = `longest/secret+${'0123456789abcdef'.repeat(6)}==`;
  const cut = (repeated: string) => `${'x'.repeat(270)} ${repeated}`;
  test.each<[string, number, (sent: string) => string]>([
    ['the detail of an error that is cut', 500, (sent) => JSON.stringify({ detail: cut(sent) })],
    ['one that escapes slashes', 500, (sent) => `{"detail":"${sent.replaceAll('/', '\\/')}"}`],
    ['one that encodes it as urls do', 500, (sent) => `{"detail":"${encodeURIComponent(sent)}"}`],
    ['what is no JSON', 200, (sent) => sent],
    ['a page', 404, (sent) => `<html>${sent}`],
    ['a redirect', 302, (sent) => sent],
    ['a symbol, which is part of a later url,', 200, (sent) => JSON.stringify([{ symbol: sent }])],
    ['one that encodes it in Base64', 500, (sent) => JSON.stringify({ detail: btoa(sent) })],
  ])('nor a part of a long one, though %s repeats it', async (_, status, repeat) => {
    const { baseUrl } = await startQueryService((_path, _authorized, sent = '') => {
      const [, repeated = ''] = sent.split(' ');
      const headers = { location: `/${cut(repeated)}`.replaceAll(' ', '/'), 'content-type': cut(repeated) };
      return { status, headers, body: repeat(repeated) };
    });
    const { stdout, stderr } = await smoke(baseUrl, ['--verbose'], { ENDPOINT_CHECK_TOKEN: long });
    expect(stdout).toContain('"status"');
    expect(stdout + stderr).not.toMatch(/longest|secret/);
  });
});

describe('each fault of a service is reported', () => {
  /** The rules of the findings, none of which is about a single route. */
  const listFindings = ({ report, exitCode }: Awaited<ReturnType<typeof smoke>>) => {
    expect([exitCode, new Set(report.findings.map(({ endpoint }) => endpoint))]).toEqual([
      1,
      new Set([null]),
    ]);
    return report.findings.map(({ rule }) => rule);
  };
  const json = { 'content-type': 'application/json' };
  const html = { 'content-type': 'text/html' };
  test.each<[string, Replacement, string, number]>([
    ['a web page for every path', { status: 200, headers: html, body: '<html>' }, 'fail query/not-json', 1],
    ['JSON that ends early', { status: 200, headers: json, body: '[{"a":' }, 'fail query/not-json', 1],
    [
      'a body that is cut off',
      { status: 200, headers: json, body: '[{"a":', cutOff: true },
      'fail net/reset',
      1,
    ],
    ['an empty body', { status: 204 }, 'fail query/not-json', 1],
    ['a refused token', { status: 401 }, 'fail query/token-refused', 1],
    ['a forbidden route', { status: 403 }, 'fail query/token-refused', 1],
    ['a rate limit', { status: 429 }, 'inconclusive net/rate-limited', 0],
    ['a bad request', { status: 400 }, 'fail http/status', 1],
    ['another error', { status: 500 }, 'fail http/status', 1],
    ['nothing behind the proxy', { status: 502 }, 'fail http/upstream-down', 1],
    ['a redirect', { status: 301, headers: { location: 'https://a.example/' } }, 'fail http/redirect', 1],
  ])('%s', async (_, instead, expected, exitCode) => {
    const { baseUrl } = await startQueryService((path, authorized) =>
      authorized && path === '/api/v1/kava/erc20' ? instead : undefined,
    );
    const outcome = await smoke(baseUrl);
    expect(summarize(outcome)).toMatchObject({
      ...healthy,
      'erc20-assets': expected,
      'erc20-asset': 'skipped query/not-asked',
      'transactions-by-event': 'skipped query/not-asked',
      'account-transfer-events': 'skipped query/not-asked',
    });
    expect(outcome.exitCode).toBe(exitCode);
  });

  test('a service that checks no token', async () => {
    const { baseUrl } = await startQueryService(() => ({ status: 200, headers: json, body: '[]' }));
    const outcome = await smoke(baseUrl);
    const routes = Object.values(summarize(outcome));
    expect(routes).toHaveLength(10);
    for (const route of routes) {
      expect(route).toMatch(/^fail query\/token-not-checked query\/token-not-checked( query\/not-asked)?$/);
    }
    expect(outcome.report.findings.map(({ message }) => message)).toContain(
      'a call without a token is not refused: expected HTTP 401 or 403, got HTTP 200',
    );
  });

  test.each([
    ['a doubled /v1', '/v1', true],
    ['a wrong path', '/elsewhere', false],
  ])('%s', async (_, path, versioned) => {
    const { baseUrl } = await startQueryService((requested, authorized) =>
      authorized && !requested.startsWith('/api/v1/kava')
        ? { status: 404, headers: html, body: '<html>' }
        : undefined,
    );
    const outcome = await smoke(baseUrl + path);
    expect(outcome.exitCode).toBe(1);
    const found = outcome.report.findings.find(({ rule }) => rule === 'query/wrong-base-url');
    expect(found).toMatchObject({ severity: 'error', endpoint: null, data: { versioned } });
  });

  test('an unknown network is reported once, in the words of the service, and none of its routes is ok', async () => {
    const { baseUrl } = await startQueryService((requested, authorized) =>
      authorized && requested.includes('/nosuch/')
        ? { status: 404, body: JSON.stringify({ detail: 'unknown network "nosuch"' }) }
        : undefined,
    );
    for (const networks of [['nosuch'], ['kava', 'nosuch']]) {
      const args = ['smoke', ...networks, '--base-url', baseUrl];
      const { report, exitCode } = await runForReport(args, { env });
      expect(exitCode).toBe(1);
      const rows = report.endpoints.flatMap(({ chain }, index) => (chain === 'nosuch' ? [index] : []));
      expect(new Set(rows.map((index) => report.endpoints[index]?.verdict))).toEqual(new Set(['skipped']));
      const about = report.findings.filter(({ endpoint }) => endpoint === null || rows.includes(endpoint));
      expect(about).toMatchObject([
        {
          rule: 'query/unknown-network',
          severity: 'error',
          endpoint: null,
          message: 'nosuch: the service answered HTTP 404: unknown network "nosuch"',
        },
      ]);
    }
    const { stdout } = await runCli(['smoke', 'nosuch', '--base-url', baseUrl], { env });
    expect(stdout.replace(/[\d.]+ s\)/, '0.0 s)')).toBe(
      [
        'error: nosuch: the service answered HTTP 404: unknown network "nosuch" [query/unknown-network]',
        'Fix: check the name nosuch: use a directory name under chain/',
        '',
        '10 skipped (10 endpoints, 0.0 s)',
        '1 error, 0 warnings, 0 notices',
        '',
      ].join('\n'),
    );
  });

  test('a network that is unknown is still called without a valid token', async () => {
    const { baseUrl } = await startQueryService((requested, authorized) =>
      requested.includes('/nosuch/') ? { status: authorized ? 404 : 200, body: '{"detail":"x"}' } : undefined,
    );
    const { report } = await runForReport(['smoke', 'nosuch', '--base-url', baseUrl], { env });
    expect(report.findings.filter(({ rule }) => rule === 'query/token-not-checked')).toHaveLength(20);
  });

  test('a misspelled network that the registry around knows', async () => {
    const { baseUrl } = await startQueryService();
    const directory = await createDirectory({ 'chain/kava/param.json': '{}' });
    const args = ['smoke', 'kavva', '--base-url', baseUrl];
    const { report, exitCode } = await runForReport(args, { env, cwd: directory });
    expect(exitCode).toBe(1);
    expect(report.findings.find(({ severity }) => severity === 'error')?.message).toBe(
      'kavva: the service answered HTTP 404: Not Found: did you mean kava?',
    );
  });

  test('a misspelled network for which the service suggests the same', async () => {
    const detail = 'unknown network "kavva" (did you mean kava?)';
    const { baseUrl } = await startQueryService(() => ({ status: 404, body: JSON.stringify({ detail }) }));
    const directory = await createDirectory({ 'chain/kava/param.json': '{}' });
    const args = ['smoke', 'kavva', '--base-url', baseUrl];
    const { report } = await runForReport(args, { env, cwd: directory });
    expect(report.findings.find(({ rule }) => rule === 'query/unknown-network')?.message).toBe(
      `kavva: the service answered HTTP 404: ${detail}`,
    );
  });

  test('a self-signed certificate, and a port without TLS', async () => {
    const self = await use(startEvmNode({ tls: await createSelfSigned() }));
    expect(listFindings(await smoke(`https://127.0.0.1:${self.port}`))).toEqual(['tls/self-signed']);
    const plain = await use(startEvmNode());
    expect(listFindings(await smoke(`https://127.0.0.1:${plain.port}`))).toEqual(['tls/not-tls']);
  });

  test('a refused connection, and a name that does not exist', async () => {
    const refused = await smoke('http://127.0.0.1:1');
    expect(listFindings(refused)).toEqual(['net/refused']);
    expect(refused.report.findings[0]?.hint).toBe(
      'start the service, and check the host and port of the base url',
    );
    const unknown = await smoke('https://query.invalid');
    expect(listFindings(unknown)).toEqual(['net/dns-not-found']);
    expect(unknown.report.findings[0]?.hint).toBe('check the host of the base url');
  });

  test('a wrong token, in one line for all routes and networks', async () => {
    const { baseUrl } = await startQueryService();
    const { stdout, exitCode } = await runCli(['smoke', 'kava', 'osmosis', '--base-url', baseUrl], {
      env: { ENDPOINT_CHECK_TOKEN: 'a-wrong-token' },
    });
    expect(exitCode).toBe(1);
    expect(stdout.replace(/[\d.]+ s\)/, '0.0 s)')).toBe(
      [
        'error: the service refuses the token (HTTP 401) [query/token-refused]',
        'Fix: set the right token with ENDPOINT_CHECK_TOKEN or --token-file, or ask the operator of the service for one',
        '',
        '20 skipped (20 endpoints, 0.0 s)',
        '1 error, 0 warnings, 0 notices',
        '',
      ].join('\n'),
    );
  });
});

describe('every route of every network must refuse calls without a valid token', () => {
  const routes: readonly (readonly [name: string, path: string])[] = [
    ['assets', '/api/v1/kava/assets'],
    ['asset', '/api/v1/kava/assets/KAVA'],
    ['erc20-assets', '/api/v1/kava/erc20'],
    ['erc20-asset', `/api/v1/kava/erc20/${contract}`],
    ['cw20-assets', '/api/v1/kava/cw20'],
    ['cw20-asset', '/api/v1/kava/cw20/endpoint-check'],
    ['transactions-by-event', '/api/v1/evm/kava/tx/list-by-event'],
    ['account-transfer-events', '/api/v1/evm/kava/account/transfer-event'],
    ['holders', '/api/v1/kava/holders'],
    ['holder-summary', '/api/v1/kava/holders/summary'],
  ];

  test.each(routes)('a service that checks no token on only %s fails', async (name, path) => {
    const open = { status: 200, headers: { 'content-type': 'application/json' }, body: '[]' };
    const { baseUrl } = await startQueryService((requested, authorized) =>
      requested === path && !authorized ? open : undefined,
    );
    const outcome = await smoke(baseUrl);
    expect(outcome.exitCode).toBe(1);
    const unchecked = 'fail query/token-not-checked query/token-not-checked';
    expect(summarize(outcome)).toEqual({
      ...healthy,
      [name]: name === 'cw20-asset' ? `${unchecked} query/not-asked` : unchecked,
    });
  });

  test('of the second network too', async () => {
    const { baseUrl } = await startQueryService((requested) =>
      requested.includes('/osmosis/') ? { status: 200, body: '[]' } : undefined,
    );
    const { report } = await smoke(baseUrl, ['osmosis']);
    const open = report.findings.filter(({ rule }) => rule === 'query/token-not-checked');
    expect(open).toHaveLength(20);
    expect(open.every(({ endpoint }) => report.endpoints[endpoint ?? -1]?.chain === 'osmosis')).toBe(true);
  });

  test.each([
    ['a made-up token', 'Bearer endpoint-check-smoke-test', 'a call with a made-up token'],
    ['no token', undefined, 'a call without a token'],
  ])('a service that accepts only %s fails', async (_, authorization, call) => {
    const { baseUrl } = await startQueryService((requested, authorized, sent) =>
      requested.endsWith('/holders') && !authorized && sent === authorization
        ? { status: 200, body: '[]' }
        : undefined,
    );
    const { report, exitCode } = await smoke(baseUrl);
    expect(exitCode).toBe(1);
    expect(
      report.findings.filter(({ severity }) => severity === 'error').map(({ message }) => message),
    ).toEqual([`${call} is not refused: expected HTTP 401 or 403, got HTTP 200`]);
  });

  test.each<[string, Replacement, string, string]>([
    ['403', { status: 403 }, 'ok', 'skipped query/not-asked'],
    [
      'a limit',
      { status: 429 },
      'inconclusive net/rate-limited net/rate-limited',
      'skipped net/rate-limited net/rate-limited query/not-asked',
    ],
    [
      'a request to come back',
      { status: 503, headers: { 'retry-after': '9' } },
      'inconclusive query/not-ready query/not-ready',
      'skipped query/not-asked query/not-ready query/not-ready',
    ],
    [
      'a bad request',
      { status: 400 },
      'fail query/token-not-checked query/token-not-checked',
      'skipped query/not-asked query/token-check-unproved query/token-check-unproved',
    ],
    [
      'nothing there',
      { status: 404 },
      'fail query/token-not-checked query/token-not-checked',
      'skipped query/not-asked query/token-check-unproved query/token-check-unproved',
    ],
    [
      'another error',
      { status: 500 },
      'fail query/token-not-checked query/token-not-checked',
      'skipped query/not-asked query/token-check-unproved query/token-check-unproved',
    ],
    [
      'a broken connection',
      { status: 200, cutOff: true },
      'inconclusive query/token-check-failed query/token-check-failed',
      'skipped query/not-asked query/token-check-failed query/token-check-failed',
    ],
  ])('%s in place of a refusal without a valid token', async (_, replacement, known, unknown) => {
    const { baseUrl } = await startQueryService((requested, authorized) =>
      !authorized && requested.includes('/cw20') ? replacement : undefined,
    );
    expect(summarize(await smoke(baseUrl))).toEqual({
      ...healthy,
      'cw20-assets': known,
      'cw20-asset': unknown,
    });
  });

  test('a route that fails with the token proves nothing without it', async () => {
    const { baseUrl } = await startQueryService((requested) =>
      requested.endsWith('/cw20') ? { status: 500 } : undefined,
    );
    const outcome = await smoke(baseUrl);
    expect(summarize(outcome)['cw20-assets']).toBe(
      'fail http/status query/token-check-unproved query/token-check-unproved',
    );
  });

  test('if nothing listens, no call is repeated without a token', async () => {
    const { report } = await smoke('http://127.0.0.1:1');
    expect(report.findings.filter(({ rule }) => rule.startsWith('query/token'))).toEqual([]);
  });
});

describe('a service that is not ready, or limits, is inconclusive', () => {
  test('503 with Retry-After', async () => {
    const body = JSON.stringify({ title: 'Service Unavailable', detail: 'reading holders: 40 %' });
    const { baseUrl } = await startQueryService((requested, authorized) =>
      authorized && requested.endsWith('/holders')
        ? { status: 503, headers: { 'retry-after': '30' }, body }
        : undefined,
    );
    const outcome = await smoke(baseUrl);
    expect(outcome.exitCode).toBe(0);
    expect(summarize(outcome)).toEqual({ ...healthy, holders: 'inconclusive query/not-ready' });
    expect(outcome.report.findings.map(({ message }) => message)).toContain(
      'the service asks to come back in 30 s (HTTP 503: reading holders: 40 %)',
    );
  });
});

describe('usage errors are reported all at once, and nothing is sent', () => {
  const address = '0x and 40 hexadecimal digits, got';
  test.each<[string, readonly (string | RegExp)[]]>([
    ['[]', ['expected a JSON object']],
    ['{', [/^not valid JSON: /]],
    ['{"address":"nope"}', [`address: expected ${address} "nope"`]],
    [
      '{"kava": {"denom": 5, "adress": "0x1", "erc20": "0x1"}}',
      [
        'kava: denom: expected a string, got 5',
        'kava: adress: unknown field: did you mean address?',
        `kava: erc20: expected ${address} "0x1"`,
      ],
    ],
    [
      '{"symbol": "", "topics": "0xddf252ad", "frobnicate": 1}',
      [
        'symbol: expected a non-empty string, got ""',
        'topics: expected topics of 0x and 64 hexadecimal digits, comma-separated, got "0xddf252ad"',
        'frobnicate: unknown field: expected one of symbol, denom, erc20, cw20, address, topics',
      ],
    ],
    ['{"kava": {"denom": "a", "denom": "b"}}', ['it has the field "denom" twice']],
    ['{"kavva": {"denom": "ukava"}}', ['kavva: this network is not tested: did you mean kava?']],
    [
      '{"kava": {"denom": "ukava"}, "denom": "ukava"}',
      ['expected either the fields of one sample or an object for each network, not both'],
    ],
  ])('a sample like %s', async (text, errors) => {
    const directory = await createDirectory({ 'sample.json': text });
    const { baseUrl, requests } = await startQueryService();
    const args = ['smoke', 'kava', '--base-url', baseUrl, '--sample', 'sample.json'];
    const { exitCode, stderr } = await runCli(args, { cwd: directory, env });
    expect([exitCode, requests]).toEqual([2, []]);
    const lines = stderr.split('\n').slice(1, -2);
    expect(lines.map((line) => line.replace('  --sample: sample.json: ', ''))).toEqual(
      errors.map((error): unknown => (typeof error === 'string' ? error : expect.stringMatching(error))),
    );
  });
});
