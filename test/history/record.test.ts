import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import type { HistoryLine } from '../../src/model/history.js';
import { runCli, runForReport } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';
import { findFreePort } from '../support/ports.js';
import { use } from '../support/servers.js';

const file = 'nightly.jsonl';
const args = ['check', 'kava', '--allow-private', '--retries', '0', '--history', file];

function night(number: number): string {
  return new Date(Date.parse('2026-01-01T02:00:00Z') + number * 86_400_000).toISOString();
}

async function createRegistry(urls: readonly string[]): Promise<string> {
  const listed = urls.map((address, index) => ({ address, provider: `Provider ${index}` }));
  const chain = { chain_name: 'kava', status: 'live', apis: { 'evm-http-jsonrpc': listed } };
  return createDirectory({ 'kava/chain.json': JSON.stringify(chain, null, 2) });
}

async function readLines(directory: string): Promise<HistoryLine[]> {
  const text = await readFile(join(directory, file), 'utf8');
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as HistoryLine);
}

describe('check --history', () => {
  test('creates the file, records each night, and reports it', async () => {
    const { port } = await use(startEvmNode());
    const dead = await findFreePort();
    const directory = await createRegistry([`http://127.0.0.1:${port}`, `http://127.0.0.1:${dead}`]);
    await runCli([...args, '--now', night(0)], { cwd: directory });
    const { report, stderr } = await runForReport([...args, '--now', night(1)], { cwd: directory });
    expect(stderr).not.toContain('recorded');
    expect(report.startedAt).toBe(night(1));
    const [alive, gone] = [`127.0.0.1:${port}`, `127.0.0.1:${dead}`];
    const lines = await readLines(directory);
    expect(lines.map(({ address }) => address).sort()).toEqual([alive, gone].sort());
    expect(lines.find(({ address }) => address === gone)).toEqual({
      kind: 'evm',
      address: gone,
      chains: ['kava'],
      firstSeen: night(0),
      lastSeen: night(1),
      lastRun: night(1),
      lastPass: null,
      streak: { verdict: 'fail', runs: 2, since: night(0), rules: ['net/refused'] },
      structural: { runs: 2, since: night(0) },
      days: 'FF',
      latencyMs: null,
    });
    const histories = report.endpoints.map(({ history }) => history);
    expect(histories).toMatchObject([
      { streak: { verdict: 'pass', runs: 2 }, uptime30d: 1 },
      { streak: { verdict: 'fail', runs: 2 }, uptime30d: 0 },
    ]);
    expect(histories[0]).not.toHaveProperty('kind');
  });

  test('leaves a readable file, whatever the chain of an entry', async () => {
    const dead = `http://127.0.0.1:${await findFreePort()}`;
    const directory = await createDirectory({
      'odd.json': JSON.stringify({ chain_name: '', apis: { 'evm-http-jsonrpc': [{ address: dead }] } }),
    });
    const hostile = ['check', 'odd.json', '--format', 'chain-registry', ...args.slice(2)];
    for (const number of [0, 1]) await runForReport([...hostile, '--now', night(number)], { cwd: directory });
    expect(await readLines(directory)).toMatchObject([{ chains: [], streak: { runs: 2 } }]);
  });

  test('reports why a run is not recorded, and leaves the file unchanged', async () => {
    const { port } = await use(startEvmNode());
    const directory = await createRegistry([`http://127.0.0.1:${port}`]);
    await runCli([...args, '--now', night(5)], { cwd: directory });
    const before = await readFile(join(directory, file), 'utf8');
    const { stderr, exitCode, report } = await runForReport([...args, '--now', night(5)], { cwd: directory });
    expect(stderr).toContain(
      `this run is not recorded in ${file}: it began no later than the last recorded run (${night(5)})`,
    );
    expect(exitCode).toBe(0);
    expect(report.endpoints[0]?.history).toMatchObject({ streak: { runs: 1 } });
    expect(await readFile(join(directory, file), 'utf8')).toBe(before);
  });

  test('does not record a run from a vantage point that lost most endpoints', async () => {
    // Nothing else gets its port when it is gone.
    const { port, close } = await use(startEvmNode({ port: await findFreePort() }));
    const urls = Array.from({ length: 12 }, (_, index) => `http://127.0.0.1:${port}/${index}`);
    const directory = await createRegistry(urls);
    await runCli([...args, '--now', night(0)], { cwd: directory });
    await close();
    const { stderr } = await runCli([...args, '--now', night(1)], { cwd: directory });
    expect(stderr).toContain(
      'more than half of the endpoints that were up before were lost to the network, which is more likely the fault of this machine than theirs',
    );
    expect((await readLines(directory)).every(({ streak }) => streak.verdict === 'pass')).toBe(true);
    await runCli([...args, '--now', night(9)], { cwd: directory });
    expect((await readLines(directory)).every(({ streak }) => streak.verdict === 'fail')).toBe(true);
  });

  test('does not record a run in which every name led to an address that is not public', async () => {
    const directory = await createRegistry(['http://a.localhost', 'http://b.localhost']);
    const strict = args.filter((arg) => arg !== '--allow-private');
    const { stderr } = await runCli([...strict, '--now', night(0)], { cwd: directory });
    expect(stderr).toContain(
      `this run is not recorded in ${file}: nearly all endpoints were at addresses that are not public`,
    );
    await expect(readLines(directory)).rejects.toThrow('ENOENT');
  });

  test('keeps the lines of endpoints that are not probed', async () => {
    const { port } = await use(startEvmNode());
    const directory = await createRegistry([`http://127.0.0.1:${port}`]);
    await runCli([...args, '--now', night(0)], { cwd: directory });
    const [before] = await readLines(directory);
    const { stderr } = await runCli([...args, '--no-network', '--now', night(1)], { cwd: directory });
    expect(stderr).toBe(`endpoint-check: this run is not recorded in ${file}: nothing was probed\n`);
    expect(await readLines(directory)).toEqual([before]);
  });
});

describe('merge --history', () => {
  test('records all parts as one run, that of the earliest', async () => {
    const { port } = await use(startEvmNode());
    const dead = await findFreePort();
    const directory = await createRegistry([`http://127.0.0.1:${port}`, `http://localhost:${dead}`]);
    for (const part of [2, 1]) {
      const report = ['--shard', `${part}/2`, '--reporter', `json=${part}.json`, '--now', night(part)];
      await runCli([...args.slice(0, -2), ...report], { cwd: directory });
    }
    const merge = ['merge', '1.json', '2.json', '--history', file];
    const { report, exitCode } = await runForReport(merge, { cwd: directory });
    expect(exitCode).toBe(1);
    expect(report.endpoints.map(({ history }) => history?.lastRun)).toEqual([night(1), night(1)]);
    expect((await readLines(directory)).map(({ lastRun }) => lastRun)).toEqual([night(1), night(1)]);
    const again = await runCli(merge, { cwd: directory });
    expect(again.stderr).toContain('it began no later than the last recorded run');
  });

  test('knows endpoints by the addresses that a check records, though reports mask keys', async () => {
    const { port } = await use(startEvmNode());
    const urls = ['0123456789abcdef01', '0123456789abcdef02', '?key=a', '?key=b'].map(
      (key) => `http://127.0.0.1:${port}/${key}`,
    );
    const directory = await createRegistry(urls);
    await runCli([...args, '--now', night(0)], { cwd: directory });
    const before = await readLines(directory);
    const report = ['--reporter', 'json=1.json', '--now', night(1)];
    await runCli([...args.slice(0, -2), ...report], { cwd: directory });
    await runCli(['merge', '1.json', '--history', file], { cwd: directory });
    const lines = await readLines(directory);
    expect(lines.map(({ address, streak }) => [address, streak.runs])).toEqual(
      before.map(({ address }) => [address, 2]),
    );
    expect(new Set(before.map(({ address }) => address)).size).toBe(4);
    expect(await readFile(join(directory, file), 'utf8')).not.toMatch(/0123456789abcdef|key=[ab]/);
  });

  test('records nothing if a part is missing', async () => {
    const { port } = await use(startEvmNode());
    const directory = await createRegistry([`http://127.0.0.1:${port}`]);
    await runCli([...args.slice(0, -2), '--shard', '1/2', '--reporter', 'json=1.json'], { cwd: directory });
    const { exitCode } = await runCli(['merge', '1.json', '--history', file], { cwd: directory });
    expect(exitCode).toBe(2);
    await expect(readFile(join(directory, file))).rejects.toThrow('ENOENT');
  });
});

test('a history file that cannot be read stops the run before anything is probed', async () => {
  let requests = 0;
  const countRequest = () => {
    requests++;
    return undefined;
  };
  const { port } = await use(startEvmNode({ answer: countRequest }));
  const directory = await createRegistry([`http://127.0.0.1:${port}`]);
  for (const [content, reason] of [
    [Buffer.from('<<<<<<< ours\n'), 'line 1: git has left a conflict: keep one side'],
    [Buffer.from('{}\n\xff\n', 'latin1'), 'line 2: it is not UTF-8'],
  ] as const) {
    await writeFile(join(directory, file), content);
    const { stderr, exitCode } = await runCli(args, { cwd: directory });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`--history: ${file} cannot be read at ${reason}`);
    expect(requests).toBe(0);
    expect(await readFile(join(directory, file))).toEqual(content);
  }
});
