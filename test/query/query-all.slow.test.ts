import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { findControls, findRunnerCommands } from '../support/action.js';
import { runCli, runProcess } from '../support/command-line.js';
import { startQueryService, token } from '../support/query-service.js';
import { answerQuery, serve } from '../support/web-servers.js';

const env = { ENDPOINT_CHECK_TOKEN: token };
const list = ['query', 'holders', 'kava', '--denom', 'ukava', '--retries', '0', '--all'];

async function run(baseUrl: string, ...args: readonly string[]) {
  const outcome = await runCli([...list, '--base-url', baseUrl, ...args], { env });
  return { ...outcome, lines: outcome.stdout.split('\n').slice(0, -1) };
}

function readAddresses(lines: readonly string[]): string[] {
  return lines.map((line) => (JSON.parse(line) as { address: string }).address);
}
const addresses = Array.from({ length: 45 }, (_, at) => `kava1${at}`);

describe('--all prints a record a line, to the end', () => {
  test('of a service without next, until a page is empty', async () => {
    const { baseUrl, requests } = await startQueryService();
    const { lines, stderr, exitCode } = await run(baseUrl);
    expect([readAddresses(lines), stderr, exitCode]).toEqual([addresses, '', 0]);
    expect(JSON.parse(lines[44] ?? '')).toEqual({ address: 'kava144', amount: '9007199254740993' });
    expect(requests.map(({ path }) => path.replace(/.*&/, ''))).toEqual([
      'offset=0',
      'offset=20',
      'offset=40',
      'offset=45',
    ]);
  });

  test('of a service with next, until it is null', async () => {
    const { baseUrl, requests } = await startQueryService(undefined, { hasNext: true });
    const { lines, stderr, exitCode } = await run(baseUrl, '--limit', '30');
    expect([readAddresses(lines), stderr, exitCode]).toEqual([addresses, '', 0]);
    const first = '/api/v1/kava/holders?denom=ukava&limit=30&offset=0';
    expect(requests.map(({ path }) => path)).toEqual([first, `${first}&cursor=-after%3A30`]);
  });

  test('whole answers if no list is recognised', async () => {
    const { origin } = await serve(
      answerQuery((query) => ({ a: 'b', next: query.has('cursor') ? null : 'x' })),
    );
    const { stdout, exitCode } = await run(origin);
    expect([stdout, exitCode]).toEqual(['{"a":"b","next":"x"}\n{"a":"b","next":null}\n', 0]);
  });

  test('and no further than its output is read', async () => {
    const { origin, requested } = await serve(
      answerQuery((_, index) => ({ list: ['there'], next: `${index}` })),
    );
    const args = ['bin/endpoint-check.js', ...list, '--base-url', origin].join(' ');
    const { stdout, stderr } = await promisify(execFile)(
      'bash',
      ['-o', 'pipefail', '-c', `${process.execPath} ${args} | head -n 1`],
      { env: { ...process.env, ...env } },
    );
    expect([stdout, stderr]).toEqual(['"there"\n', '']);
    expect(requested.length).toBeGreaterThan(0);
  });
});

describe('--all that does not reach the end reports it, with how to continue', () => {
  const problem = JSON.stringify({ detail: 'no node answers' });

  test('a failed call, after which --resume prints the rest', async () => {
    let isDown = true;
    const { baseUrl } = await startQueryService(
      (_path, _authorized, _authorization, query) =>
        isDown && query.get('cursor') === '-after:20' ? { status: 503, body: problem } : undefined,
      { hasNext: true },
    );
    const begun = await run(baseUrl);
    expect([begun.stderr, begun.exitCode]).toEqual([
      'endpoint-check: holders: HTTP 503: no node answers\n' +
        'endpoint-check: records printed: 20; continue with --resume -after:20\n',
      1,
    ]);
    const again = await run(baseUrl, '--resume', '-after:20');
    expect([again.stdout, again.exitCode]).toEqual(['', 1]);
    expect(again.stderr).toContain('records printed: 0; continue with --resume -after:20\n');
    isDown = false;
    const rest = await run(baseUrl, '--resume', '-after:20');
    expect([rest.stderr, rest.exitCode]).toEqual(['', 0]);
    expect(readAddresses([...begun.lines, ...rest.lines])).toEqual(addresses);
  });

  test('Ctrl-C, after whole lines', async () => {
    let interrupt = () => undefined as unknown;
    const { origin } = await serve((request, response) => {
      if (request.url?.includes('cursor') === true) interrupt();
      else response.end(JSON.stringify({ list: ['a', 'b'], next: 'x' }));
    });
    const args = [...list, '--base-url', origin];
    const outcome = await runProcess(args, {
      env,
      onStart: (child) => (interrupt = () => child.kill('SIGINT')),
    });
    expect(outcome).toEqual({
      stdout: '"a"\n"b"\n',
      stderr:
        'endpoint-check: holders: interrupted\nendpoint-check: records printed: 2; continue with --resume x\n',
      exitCode: 130,
    });
  });

  /** The program's own exit status, whatever the shell does with its output. */
  const runIn = async (baseUrl: string, redirection: string) => {
    const command = ['bin/endpoint-check.js', ...list, '--base-url', baseUrl].join(' ');
    const script = `${process.execPath} ${command} ${redirection}; echo "exit status \${PIPESTATUS[0]}"`;
    return promisify(execFile)('bash', ['-c', script], { env: { ...process.env, ...env } });
  };

  test('a full disk, with the cursor of the unprinted records', async () => {
    const { origin } = await serve(answerQuery(() => ({ list: ['a', 'b'], next: 'y' })));
    expect(await runIn(origin, '--resume x > /dev/full')).toEqual({
      stdout: 'exit status 3\n',
      stderr:
        'endpoint-check: holders: cannot write the output: ENOSPC: no space left on device, write\n' +
        'endpoint-check: records printed: 0; continue with --resume x\n',
    });
  });

  test('a service that repeats a page', async () => {
    const { baseUrl } = await startQueryService(() => ({ status: 200, body: '["a","b"]' }));
    const { stdout, stderr, exitCode } = await run(baseUrl);
    expect([stdout, exitCode]).toEqual(['"a"\n"b"\n', 1]);
    expect(stderr).toBe(
      'endpoint-check: holders: the end of the list is not known: the service repeats a page\n' +
        'endpoint-check: records printed: 2\n',
    );
  });

  test('an answer without next, whose cursor is named', async () => {
    const { origin } = await serve(
      answerQuery((query) => ({ list: ['a'], ...(query.has('cursor') ? {} : { next: 'x' }) })),
    );
    const { stdout, stderr, exitCode } = await run(origin);
    expect([stdout, exitCode]).toEqual(['"a"\n', 1]);
    expect(stderr).toBe(
      'endpoint-check: holders: the end of the list is not known: an answer to a cursor has no next\n' +
        'endpoint-check: records printed: 1; continue with --resume x\n',
    );
  });

  test.each([
    [400, problem],
    [410, JSON.stringify({ type: 'urn:endpoint-check:snapshot-expired', detail: 'no node answers' })],
  ])('%i, after which the cursor is useless', async (status, body) => {
    const { baseUrl } = await startQueryService(() => ({ status, body }));
    const { stderr } = await run(baseUrl, '--resume', 'x');
    expect(stderr).toBe(
      `endpoint-check: holders: HTTP ${status}: no node answers\nendpoint-check: records printed: 0\n`,
    );
  });

  test('a cursor with a command for a terminal or a runner, which is not shown', async () => {
    const { origin } = await serve((request, response) => {
      if (request.url?.includes('cursor') === true) response.writeHead(500).end('::error::no');
      else response.end(JSON.stringify({ list: ['a'], next: 'a\u001b[31m\n::error::b' }));
    });
    const { stderr } = await run(origin);
    expect(stderr.split('\n').slice(-2, -1)).toEqual(['endpoint-check: records printed: 1']);
    expect([findControls(stderr), findRunnerCommands(stderr)]).toEqual([[], []]);
  });
});

test('a list without end takes no more memory than a page', async () => {
  // Together they take twice the heap that the program may use.
  const padding = 'x'.repeat(300_000);
  const pages = 600;
  const { origin, requested } = await serve(
    answerQuery((_, index) => ({
      list: [index],
      padding,
      next: index + 1 < pages ? `${index}${'y'.repeat(4_000)}` : null,
    })),
  );
  const args = ['query', 'holders', 'kava', '--denom', 'ukava', '--all', '--base-url', origin];
  const env = { ENDPOINT_CHECK_TOKEN: token, NODE_OPTIONS: '--max-old-space-size=90' };
  const { stdout, stderr, exitCode } = await runCli(args, { env });
  expect([stderr, exitCode]).toEqual(['', 0]);
  expect(stdout.trimEnd().split('\n').map(Number)).toEqual(Array.from({ length: pages }, (_, at) => at));
  expect(requested).toHaveLength(pages);
});
