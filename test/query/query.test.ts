import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { runCli } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';
import { contract, startQueryService, token } from '../support/query-service.js';
import { findControls } from '../support/runner-commands.js';

const env = { ENDPOINT_CHECK_TOKEN: token };

describe('query prints the JSON of one call', () => {
  test('as it came, with the numbers that it has', async () => {
    const body = '{ "amount": 9007199254740993, "text": "\u202e" }';
    const { baseUrl } = await startQueryService(() => ({ status: 200, body }));
    const { stdout, stderr, exitCode } = await runCli(['query', 'assets', 'kava', '--base-url', baseUrl], {
      env,
    });
    expect([stdout, stderr, exitCode]).toEqual([`${body.replace('\u202e', '\\u202e')}\n`, '', 0]);
  });

  test('with the arguments of its route', async () => {
    const { baseUrl, asked } = await startQueryService();
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
    expect(await run('transactions-by-event', 'kava', '--topics', '0x1,0x2')).toBe(0);
    expect(await run('holders', 'kava', '--denom', 'ukava', '--limit', '5', '--keyword', 'kava1')).toBe(0);
    expect(asked.map(({ path }) => path)).toEqual([
      '/api/v1/kava/assets/ibc%2FA',
      `/api/v1/evm/kava/account/transfer-event?address=${contract}&contract_address=${contract}&token_type=ERC721&page=2&sort=asc&start_block=5`,
      '/api/v1/evm/kava/tx/list-by-event?topics=0x1%2C0x2',
      '/api/v1/kava/holders?denom=ukava&keyword=kava1&limit=5',
    ]);
  });

  test('--all follows the pages, a record a line', async () => {
    const { baseUrl, asked } = await startQueryService();
    const { stdout } = await runCli(
      ['query', 'holders', 'kava', '--denom', 'ukava', '--all', '--base-url', baseUrl],
      { env },
    );
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(45);
    expect(JSON.parse(lines[44] ?? '')).toEqual({ address: 'kava144', amount: '9007199254740993' });
    expect(asked).toHaveLength(3);
  });

  test('the token of a file, without its line end', async () => {
    const directory = await createDirectory({ token: `${token}\n` });
    const { baseUrl, asked } = await startQueryService();
    const args = ['query', 'assets', 'kava', '--base-url', baseUrl, '--token-file', join(directory, 'token')];
    expect((await runCli(args)).exitCode).toBe(0);
    expect(asked[0]?.authorization).toBe(`Bearer ${token}`);
  });
});

describe('an error is told on standard error, with exit status 1', () => {
  test('the status and the body', async () => {
    const { baseUrl } = await startQueryService(() => ({
      status: 404,
      body: '{"title":"no\x1b[31m"}\n::error::x',
    }));
    const { stdout, stderr, exitCode } = await runCli(['query', 'assets', 'kava', '--base-url', baseUrl], {
      env,
    });
    expect([stdout, exitCode]).toEqual(['', 1]);
    expect(stderr).toMatch(/^endpoint-check: assets: HTTP 404\n\{"title":"no\\x1b\[31m"\}\n/);
    expect(findControls(stderr)).toEqual([]);
  });

  test('records that nothing can write out again', async () => {
    const { baseUrl } = await startQueryService(() => ({
      status: 200,
      body: '['.repeat(9_999) + ']'.repeat(9_999),
    }));
    const { stdout, stderr, exitCode } = await runCli(
      ['query', 'holders', 'kava', '--denom', 'ukava', '--all', '--base-url', baseUrl],
      { env },
    );
    expect([stdout, stderr.split('\n')[0], exitCode]).toEqual([
      '',
      'endpoint-check: holders: the answer has more than 1000 levels',
      1,
    ]);
  });

  test('no JSON, no connection', async () => {
    const { baseUrl } = await startQueryService(() => ({ status: 200, body: '<html>' }));
    const html = await runCli(['query', 'assets', 'kava', '--base-url', baseUrl], { env });
    expect([html.exitCode, html.stderr]).toEqual([
      1,
      'endpoint-check: assets: the answer is not JSON\n<html>\n',
    ]);
    const none = await runCli(
      ['query', 'assets', 'kava', '--base-url', 'http://127.0.0.1:1', '--retries', '0'],
      { env },
    );
    expect([none.exitCode, none.stderr]).toEqual([
      1,
      'endpoint-check: assets: connection failed (ECONNREFUSED)\n',
    ]);
  });
});

test('the help says which options a route takes', async () => {
  const { stdout } = await runCli(['query', '--help']);
  expect(stdout).toContain('\n  holders <network> --denom [--keyword] [--limit] [--offset]\n');
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
});

describe('wrong usage sends nothing and is told all at once', () => {
  test('of the route', async () => {
    const { baseUrl, asked } = await startQueryService();
    const args = [
      'account-transfer-events',
      'kava',
      'extra',
      '--address',
      'x',
      '--page',
      '0',
      '--denom',
      'a',
      '--limit',
      'b',
    ];
    const { exitCode, stderr } = await runCli(
      ['query', ...args, '--all', '--base-url', baseUrl, '--timeout', 'x'],
      { env },
    );
    expect(exitCode).toBe(2);
    expect(stderr.split('\n').slice(1, -2)).toEqual([
      '  --timeout: "x" is not a duration up to an hour; write it like 20s or 500ms',
      '  account-transfer-events takes <network> and no more',
      '  --address: "x" is not 0x and hexadecimal digits',
      '  --contract-address: it must be given',
      '  --token-type: it must be given',
      '  --page: 0 is not a whole number from 1',
      '  --denom: the route has no such parameter',
      '  --limit: the route has no such parameter',
    ]);
    expect(asked).toEqual([]);
  });

  test('of the service', async () => {
    const { exitCode, stderr } = await runCli([
      'query',
      'assets',
      'kava',
      '--all',
      '--base-url',
      'ftp://a',
      '--token-file',
      '/nowhere',
    ]);
    expect(exitCode).toBe(2);
    expect(stderr.split('\n').slice(1, -2)).toEqual([
      '  --base-url: expected an https or http url',
      '  --token-file: /nowhere cannot be read (ENOENT)',
      '  --all: assets has no pages',
    ]);
  });

  test('a route that there is not', async () => {
    const { exitCode, stderr } = await runCli(['query', 'asssets', 'kava'], { env });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('there is no route asssets; there are assets, asset, erc20-assets');
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
