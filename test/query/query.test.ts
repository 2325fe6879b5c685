import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { runCli } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';
import { contract, startQueryService, token } from '../support/query-service.js';

const env = { ENDPOINT_CHECK_TOKEN: token };
const topics = [`0x${'1'.repeat(64)}`, `0x${'2'.repeat(64)}`].join(',');

describe('query prints the JSON of one call', () => {
  test('in one line, with all digits of its numbers', async () => {
    const body = '\r\n{\n  "amount": 9007199254740993.10,\n  "text": "\u202e  \\\\\\" : x" }\n';
    const { baseUrl } = await startQueryService(() => ({ status: 200, body }));
    const { stdout, stderr, exitCode } = await runCli(['query', 'assets', 'kava', '--base-url', baseUrl], {
      env,
    });
    const line = String.raw`{"amount":9007199254740993.10,"text":"\u202e  \\\" : x"}`;
    expect([stdout, stderr, exitCode]).toEqual([`${line}\n`, '', 0]);
  });

  test('with the parameters of its route', async () => {
    const { baseUrl, requests } = await startQueryService();
    const run = async (...args: readonly string[]) =>
      (await runCli(['query', ...args], { env: { ...env, ENDPOINT_CHECK_BASE_URL: baseUrl } })).exitCode;
    expect(await run('asset', 'kava', 'ibc/A')).toBe(0);
    const search = [
      '--address',
      contract,
      '--contract-address',
      contract,
      '--token-type',
      'ERC721',
      '--sort',
      'asc',
    ];
    expect(await run('account-transfer-events', 'kava', ...search, '--page', '2', '--start-block', '5')).toBe(
      0,
    );
    expect(await run('transactions-by-event', 'kava', '--topics', topics)).toBe(0);
    expect(await run('holders', 'kava', '--denom', 'ukava', '--limit', '5', '--keyword', 'kava1')).toBe(0);
    expect(await run('holders', 'kava', '--denom', 'ukava', '--cursor', '-a b')).toBe(0);
    expect(requests.map(({ path }) => path)).toEqual([
      '/api/v1/kava/assets/ibc%2FA',
      `/api/v1/evm/kava/account/transfer-event?address=${contract}&contract_address=${contract}&token_type=ERC721&page=2&sort=asc&start_block=5`,
      `/api/v1/evm/kava/tx/list-by-event?topics=${topics}`,
      '/api/v1/kava/holders?denom=ukava&keyword=kava1&limit=5',
      '/api/v1/kava/holders?denom=ukava&cursor=-a%20b',
    ]);
  });
});

describe('the token is the first line of the file that serve reads too', () => {
  const run = async (text: string) => {
    const directory = await createDirectory({ 'tokens.txt': text });
    const { baseUrl, requests } = await startQueryService();
    const args = ['query', 'assets', 'kava', '--base-url', baseUrl, '--token-file', 'tokens.txt'];
    return {
      ...(await runCli(args, { cwd: directory })),
      sent: requests.map(({ authorization }) => authorization),
    };
  };

  test.each([
    ['a token with its line end', `${token}\n`],
    ['two tokens', `${token}\nanother-token\n`],
    ['a token with its name and its scope', `alice:${token}:data\n`],
    ['a second line that is no token', `${token}\na b:c:d\n`],
  ])('%s', async (_, text) => {
    const { exitCode, sent, stderr } = await run(text);
    expect([exitCode, stderr, sent]).toEqual([0, '', [`Bearer ${token}`]]);
  });

  test.each([
    ['a token with a colon', '\nalice:very:secret:token\n', 'tokens.txt, line 2: the token contains a colon'],
    ['no token', '\n \n', 'tokens.txt contains no token'],
  ])('%s is an error that does not quote it', async (_, text, message) => {
    const { exitCode, stderr, sent } = await run(text);
    expect([exitCode, sent]).toEqual([2, []]);
    expect(stderr.split('\n').slice(1, -2)).toEqual([`  --token-file: ${message}`]);
  });

  test('a token of the environment may have a name too', async () => {
    const { baseUrl, requests } = await startQueryService();
    const environment = { ENDPOINT_CHECK_TOKEN: `alice:${token}`, ENDPOINT_CHECK_BASE_URL: baseUrl };
    expect((await runCli(['query', 'assets', 'kava'], { env: environment })).exitCode).toBe(0);
    expect(requests[0]?.authorization).toBe(`Bearer ${token}`);
  });
});

test.each([
  ['an error', 500, (sent: string) => JSON.stringify({ detail: btoa(`you sent ${sent}`) })],
  ['a page of the web', 200, (sent: string) => `<p>${encodeURIComponent(encodeURIComponent(sent))}`],
  ['data', 200, (sent: string) => JSON.stringify([{ symbol: sent }, sent.toUpperCase()])],
])('the token is in no output, though %s repeats it', async (_, status, repeat) => {
  const secret = 'a/long+secret=';
  const { baseUrl } = await startQueryService((_path, _authorized, sent = '') => ({
    status,
    body: repeat(sent.slice('Bearer '.length)),
  }));
  for (const args of [
    ['assets', 'kava'],
    ['holders', 'kava', '--denom', 'ukava', '--all'],
  ]) {
    const { stdout, stderr } = await runCli(['query', ...args, '--base-url', baseUrl, '--retries', '0'], {
      env: { ENDPOINT_CHECK_TOKEN: secret },
    });
    expect(stdout + stderr).toContain('**********');
    expect(stdout + stderr).not.toMatch(/long|secret|c2VjcmV0/i);
  }
});

describe('a token crosses no network unencrypted', () => {
  const call = (...args: readonly string[]) =>
    runCli(['query', 'assets', 'kava', '--retries', '0', '--timeout', '5s', ...args], { env });

  test.each([
    ['https://127.0.0.1:1', []],
    // This machine, but no loopback address; a name would need the machine's resolver.
    ['http://0.0.0.0:1', ['--insecure-http']],
    ['http://127.0.0.1:1', []],
    ['http://127.1.2.3:1', []],
    ['http://[::1]:1', []],
    ['http://localhost:1', []],
    ['http://query.localhost:1', []],
  ] as const)('%s with %j is called', async (url, options) => {
    const { exitCode, stderr } = await call('--base-url', url, ...options);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('assets: connection failed');
  });
});

describe('an error is printed on standard error, with exit status 1', () => {
  const problem = {
    ...{ type: 'about:blank', title: 'Not Found', status: 404 },
    detail: 'no network kavaa\u001b[31m',
  };
  const errors = [{ parameter: 'offset', detail: 'at most 1000' }, { parameter: 5 }, 'x'];
  const assets = ['assets', 'kava'];
  const holders = ['--denom', 'ukava', '--retries', '0'];
  test.each<[string, readonly string[], number, string, string]>([
    [
      'the status and the detail of a problem',
      assets,
      404,
      JSON.stringify(problem),
      'assets: HTTP 404: no network kavaa\\x1b[31m\n',
    ],
    [
      'the route as the command line writes it',
      ['holder-summary', 'kava', ...holders],
      503,
      '',
      'holder-summary: HTTP 503\n',
    ],
    [
      'each parameter that the service refuses',
      assets,
      400,
      JSON.stringify({ title: 'Bad Request', detail: '', errors }),
      'assets: HTTP 400: Bad Request\n  offset: at most 1000\n',
    ],
    [
      'the status and the body',
      assets,
      404,
      '{"title":"no\x1b[31m"}\n::error::x',
      'assets: HTTP 404\n{"title":"no\\x1b[31m"}\n',
    ],
    [
      'an answer of too many levels',
      ['holders', 'kava', ...holders, '--all'],
      200,
      '['.repeat(9_999) + ']'.repeat(9_999),
      'holders: the answer has more than 1000 levels\n',
    ],
    ['an answer that is not JSON', assets, 200, '<html>', 'assets: the answer is not JSON\n<html>\n'],
  ])('%s', async (_, args, status, body, message) => {
    const { baseUrl } = await startQueryService(() => ({ status, body }));
    const { stdout, stderr, exitCode } = await runCli(['query', ...args, '--base-url', baseUrl], { env });
    expect([stdout, exitCode]).toEqual(['', 1]);
    expect(stderr.startsWith(`endpoint-check: ${message}`), stderr.slice(0, 200)).toBe(true);
  });
});

describe('the help', () => {
  const readHelp = async (...args: readonly string[]) => {
    const { stdout, exitCode } = await runCli(['query', ...args]);
    expect(exitCode).toBe(0);
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    return stdout;
  };

  test('of query has a line for each route', async () => {
    const help = await readHelp('--help');
    const names = ['assets', 'account-transfer-events', 'transactions-by-event', 'holder-summary'];
    for (const name of names) expect(help).toMatch(new RegExp(`^  ${name} +\\w.*$`, 'm'));
    expect(help).not.toContain('--denom <denom>');
  });

  test('of a route has its options with their descriptions', async () => {
    const [holders, events] = [
      await readHelp('holders', '--help'),
      await readHelp('transactions-by-event', '-h'),
    ];
    expect(holders).toMatch(/^ {2}--denom <denom> +the denom, .*\(required\)$/m);
    expect(holders).toMatch(/^ {2}--offset <n> +how many records to skip \(default: 0\)$/m);
    expect(events).toMatch(/^ {2}--offset <n> +how many transactions a page has \(default: 10\)$/m);
    expect(holders).toMatch(/^ {2}network +the network/m);
    expect(events).not.toContain('--denom');
    for (const help of [holders, events]) {
      expect(help).toMatch(/^ {2}--cursor <cursor> +where to continue: the next of an answer/m);
      expect(help).toMatch(/^ {2}--resume <cursor> +with --all: continue where/m);
    }
    expect(await readHelp('assets', '--help')).not.toMatch(/--all|--cursor|--resume/);
  });
});

test('the library is imported by its name, and needs no other package', async () => {
  const { baseUrl } = await startQueryService();
  const script = `
    import { QueryClient, QueryError } from 'endpoint-check/query';
    const client = new QueryClient({ baseUrl: ${JSON.stringify(baseUrl)}, token: ${JSON.stringify(token)} });
    console.log(JSON.stringify(await client.assets('kava')), (await client.assets('osmosis').catch((e) => e)) instanceof QueryError);
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  expect(stdout).toBe('[{"symbol":"KAVA","denom":"ukava"}] true\n');
});
