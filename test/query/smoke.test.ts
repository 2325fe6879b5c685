import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createSelfSigned } from '../../src/sandbox/certificates.js';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { runCli, runForReport } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';
import { account, contract, type Instead, startQueryService, token } from '../support/query-service.js';
import { use } from '../support/servers.js';

const env = { ENDPOINT_CHECK_TOKEN: token };

async function smoke(
  baseUrl: string,
  args: readonly string[] = [],
  environment: Readonly<Record<string, string>> = env,
) {
  return runForReport(['smoke', 'kava', '--base-url', baseUrl, '--retries', '0', ...args], {
    env: environment,
  });
}

/** The verdict and rules of each call, by its name. */
function summarize({ report }: Awaited<ReturnType<typeof smoke>>): Record<string, string> {
  return Object.fromEntries(
    report.endpoints.map(({ provider, verdict }, index) => {
      const rules = report.findings.filter(({ endpoint }) => endpoint === index).map(({ rule }) => rule);
      return [provider ?? '', [verdict, ...rules].join(' ')];
    }),
  );
}

const healthy = {
  assets: 'pass',
  asset: 'pass',
  'erc20-assets': 'pass',
  'erc20-asset': 'pass',
  'cw20-assets': 'pass',
  'cw20-asset': 'skipped query/not-asked',
  'transactions-by-event': 'pass',
  'account-transfer-events': 'pass',
  holders: 'pass',
  'holder-summary': 'pass',
  'assets without a token': 'pass',
  'assets with a made-up token': 'pass',
};

describe('a service in order', () => {
  test('every route passes, asked with what the answers before had', async () => {
    const { baseUrl, asked } = await startQueryService();
    const outcome = await smoke(baseUrl);
    expect(outcome.exitCode).toBe(0);
    expect(summarize(outcome)).toEqual(healthy);
    expect(asked.map(({ path }) => path)).toEqual([
      '/api/v1/kava/assets',
      '/api/v1/kava/assets/KAVA',
      '/api/v1/kava/erc20',
      `/api/v1/kava/erc20/${contract}`,
      '/api/v1/kava/cw20',
      `/api/v1/evm/kava/tx/list-by-event?address=${contract}`,
      `/api/v1/evm/kava/account/transfer-event?address=${account}&contract_address=${contract}&token_type=ERC20`,
      '/api/v1/kava/holders?denom=ukava',
      '/api/v1/kava/holders/summary?denom=ukava',
      '/api/v1/kava/assets',
      '/api/v1/kava/assets',
    ]);
    expect(asked.slice(-3).map(({ authorization }) => authorization)).toEqual([
      `Bearer ${token}`,
      undefined,
      'Bearer endpoint-check-smoke-test',
    ]);
  });

  test('a sample comes first, and makes up for what no answer had', async () => {
    const { baseUrl, asked } = await startQueryService();
    const directory = await createDirectory({
      'sample.json': JSON.stringify({ kava: { cw20: 'kava1contract', symbol: 'ibc/A' } }),
    });
    const outcome = await smoke(baseUrl, ['--sample', join(directory, 'sample.json')]);
    const paths = asked.map(({ path }) => path);
    expect(paths).toContain('/api/v1/kava/cw20/kava1contract');
    expect(paths).toContain('/api/v1/kava/assets/ibc%2FA');
    expect(summarize(outcome)).toMatchObject({ asset: 'pass', 'cw20-asset': 'pass query/nothing-there' });
  });

  test('another network has nothing, which is no fault', async () => {
    const { baseUrl } = await startQueryService();
    const { report, exitCode } = await runForReport(['smoke', 'kava', 'osmosis', '--base-url', baseUrl], {
      env,
    });
    expect(exitCode).toBe(0);
    expect(report.endpoints.find(({ chain }) => chain === 'osmosis')?.verdict).toBe('pass');
  });

  test('the token is in no output', async () => {
    const { baseUrl } = await startQueryService(() => ({ status: 500, body: 'broken' }));
    for (const reporter of ['pretty', 'json', 'junit', 'sarif', 'markdown', 'github', 'html']) {
      const { stdout, stderr } = await runCli(
        ['smoke', 'kava', '--base-url', baseUrl, '--retries', '0', '--verbose', '--reporter', reporter],
        { env },
      );
      expect(stdout).toContain('500');
      expect(stdout + stderr).not.toContain(token);
    }
  });
});

describe('what is wrong with a service is named', () => {
  const json = { 'content-type': 'application/json' };
  const html = { 'content-type': 'text/html' };
  test.each<[string, Instead, string, number]>([
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
    ['an error of its own', { status: 500 }, 'fail http/status', 1],
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
    expect(summarize(outcome)).toMatchObject({
      assets: 'pass',
      'assets without a token': 'fail query/token-not-checked',
      'assets with a made-up token': 'fail query/token-not-checked',
    });
    expect(outcome.report.findings.map(({ message }) => message)).toContain(
      'a call with no token is not refused: the service answered HTTP 200',
    );
  });

  test.each([
    ['a doubled /v1', '/v1', true],
    ['a wrong path', '/elsewhere', false],
  ])('%s', async (_, path, versioned) => {
    const { baseUrl } = await startQueryService((asked, authorized) =>
      authorized && !asked.startsWith('/api/v1/kava')
        ? { status: 404, headers: html, body: '<html>' }
        : undefined,
    );
    const outcome = await smoke(baseUrl + path);
    expect(outcome.exitCode).toBe(1);
    const found = outcome.report.findings.find(({ rule }) => rule === 'query/wrong-base-url');
    expect(found).toMatchObject({ severity: 'error', endpoint: null, data: { versioned } });
  });

  test('a network of which there is nothing, beside one that is served', async () => {
    const { baseUrl } = await startQueryService((asked) =>
      asked.includes('/kavaa') ? { status: 404, headers: html, body: '<html>' } : undefined,
    );
    const { report, exitCode } = await smoke(baseUrl, ['kavaa']);
    expect(exitCode).toBe(0);
    const found = report.findings.find(({ rule }) => rule === 'query/unknown-network');
    expect(found).toMatchObject({ severity: 'warning', endpoint: null, data: { network: 'kavaa' } });
    expect(report.summary.errors).toBe(0);
  });

  test('what a service says of its error itself is told', async () => {
    const problem = { status: 503, detail: 'no endpoint of kava passes the check' };
    const { baseUrl } = await startQueryService((asked) =>
      asked.includes('/holders')
        ? {
            status: 503,
            headers: { 'content-type': 'application/problem+json' },
            body: JSON.stringify(problem),
          }
        : undefined,
    );
    const { report } = await smoke(baseUrl);
    expect(report.findings.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('(HTTP 503: no endpoint of kava passes the check)'),
    );
  });

  test('a certificate that nobody vouches for, and a port without TLS', async () => {
    const self = await use(startEvmNode({ tls: await createSelfSigned() }));
    expect(summarize(await smoke(`https://127.0.0.1:${self.port}`))['assets']).toBe('fail tls/self-signed');
    const plain = await use(startEvmNode());
    expect(summarize(await smoke(`https://127.0.0.1:${plain.port}`))['assets']).toBe('fail tls/not-tls');
  });

  test('nothing that listens, and a name that does not exist', async () => {
    expect(summarize(await smoke('http://127.0.0.1:1'))['assets']).toBe('fail net/refused');
    expect(summarize(await smoke('https://query.invalid'))['assets']).toBe('fail net/dns-not-found');
  });
});

describe('wrong usage is told all at once', () => {
  test('without anything', async () => {
    const { exitCode, stderr } = await runCli(['smoke']);
    expect(exitCode).toBe(2);
    expect(stderr.split('\n').slice(1, 4)).toEqual([
      '  --base-url: give it, or set ENDPOINT_CHECK_BASE_URL',
      '  set ENDPOINT_CHECK_TOKEN, or give --token-file',
      '  name the networks to ask for, like kava',
    ]);
  });

  test.each([
    ['[]', 'it is no JSON object'],
    ['{', 'it is not JSON'],
    [
      '{"kava": {"denom": 5}}',
      'kava: it has something else than texts named symbol, denom, erc20, cw20, address, topics',
    ],
  ])('a sample like %s', async (text, error) => {
    const directory = await createDirectory({ 'sample.json': text });
    const args = ['smoke', 'kava', '--base-url', 'http://127.0.0.1:1', '--sample', 'sample.json'];
    const { exitCode, stderr } = await runCli(args, { cwd: directory, env });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`--sample: sample.json: ${error}`);
  });
});
