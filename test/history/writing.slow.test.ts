import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseHistory, renderHistory } from '../../src/history/history-file.js';
import type { HistoryLine } from '../../src/model/history.js';
import { runProcess } from '../support/command-line.js';
import { canMount, createDirectory, mountTmpfs } from '../support/directory.js';
import { findFreePort } from '../support/ports.js';

const file = 'nightly.jsonl';

function night(number: number): string {
  return new Date(Date.parse('2026-01-01T02:00:00Z') + number * 86_400_000).toISOString();
}

function createLine(index: number): HistoryLine {
  return {
    kind: 'rpc',
    address: `${String(index).padStart(7, '0')}.example.com`,
    chains: ['kava'],
    firstSeen: night(0),
    lastSeen: night(0),
    lastRun: night(0),
    lastPass: null,
    streak: { verdict: 'fail', runs: 1, since: night(0), rules: ['http/status'] },
    structural: null,
    days: 'F',
    latencyMs: null,
  };
}

/** A registry with one endpoint at which nothing listens, and a history of other endpoints. */
async function createRegistry(lines = 1, within?: string): Promise<string> {
  const address = `http://127.0.0.1:${await findFreePort()}`;
  const chain = {
    chain_name: 'kava',
    status: 'live',
    apis: { 'evm-http-jsonrpc': [{ address, provider: 'A' }] },
  };
  const directory = within ?? (await createDirectory());
  await mkdir(join(directory, 'kava'));
  await writeFile(join(directory, 'kava/chain.json'), JSON.stringify(chain, null, 2));
  const all = Array.from({ length: lines }, (_, index) => createLine(index));
  await writeFile(join(directory, file), renderHistory(all));
  return directory;
}

function check(number: number): readonly string[] {
  return ['check', 'kava', '--allow-private', '--retries', '0', '--history', file, '--now', night(number)];
}

async function readLines(directory: string): Promise<readonly HistoryLine[]> {
  const parsed = parseHistory(await readFile(join(directory, file), 'utf8'));
  if (!('lines' in parsed)) throw new Error(`line ${parsed.line}: ${parsed.reason}`);
  return parsed.lines;
}

describe('a history that could not be written stops the run before anything is probed', () => {
  test.each<[string, (directory: string) => Promise<void>, string]>([
    ['a read-only file', (directory) => chmod(join(directory, file), 0o444), 'is read-only'],
    [
      'a link',
      async (directory) => {
        await rename(join(directory, file), join(directory, 'elsewhere'));
        await symlink('elsewhere', join(directory, file));
      },
      'is a symbolic link: name the file that it leads to',
    ],
    [
      'a directory',
      async (directory) => {
        await rm(join(directory, file));
        await mkdir(join(directory, file));
      },
      'is a directory',
    ],
    [
      'a file of a million lines',
      (directory) => truncate(join(directory, file), 350_000_000),
      'is larger than 64 MiB',
    ],
  ])('%s', async (_, damage, message) => {
    const directory = await createRegistry();
    await damage(directory);
    const { stdout, stderr, exitCode } = await runProcess(check(1), { cwd: directory });
    expect(stderr).toContain(`--history: ${file} ${message}`);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
  });

  test('a file in a directory that does not exist', async () => {
    const directory = await createRegistry();
    const args = check(1).map((arg) => (arg === file ? 'none/nightly.jsonl' : arg));
    const { stderr, exitCode } = await runProcess(args, { cwd: directory });
    expect(stderr).toContain('--history: none/nightly.jsonl cannot be created: its directory does not exist');
    expect(exitCode).toBe(2);
  });
});

test('concurrent runs are all recorded, or report that they are not', async () => {
  const directory = await createRegistry(500);
  const runs = Array.from({ length: 8 }, (_, index) => runProcess(check(index + 1), { cwd: directory }));
  const outcomes = await Promise.all(runs);
  // Other runs may have begun later, or have held the file for too long on a busy machine.
  const skipped = outcomes.filter(({ stderr }) =>
    stderr.includes('this run is not recorded in nightly.jsonl: '),
  );
  const lines = await readLines(directory);
  const recorded = lines.find(({ kind }) => kind === 'evm');
  expect(recorded?.streak.runs).toBe(outcomes.length - skipped.length);
  expect(lines).toHaveLength(501);
  const silent = outcomes.filter((outcome) => !skipped.includes(outcome));
  expect(silent.map(({ exitCode }) => exitCode)).toEqual(silent.map(() => 1));
});

test('a killed run leaves the history unchanged, or with the run', async () => {
  const directory = await createRegistry(5_000);
  const program = resolve('bin/endpoint-check.js');
  const found = new Set<number>();
  for (let round = 0; round < 30; round++) {
    const child = spawn(process.execPath, [program, ...check(round + 1)], {
      cwd: directory,
      stdio: 'ignore',
    });
    const exited = once(child, 'exit');
    // At any moment of a run.
    setTimeout(() => child.kill('SIGKILL'), round * 12);
    await exited;
    found.add((await readLines(directory)).length);
  }
  expect([...found].every((length) => length === 5_000 || length === 5_001)).toBe(true);
});

test.runIf(canMount)(
  'a full disk: the report is written, the history is unchanged, and exit status 3',
  async () => {
    const directory = mountTmpfs(64);
    await createRegistry(60, directory);
    const before = await readFile(join(directory, file));
    await writeFile(join(directory, 'filler'), Buffer.alloc(64 * 1_024)).catch(() => undefined);
    const { stdout, stderr, exitCode } = await runProcess(check(1), { cwd: directory });
    expect(stdout).toContain('net/refused');
    expect(stderr).toContain(`this run is not recorded in ${file}: the disk is full (ENOSPC)`);
    expect(exitCode).toBe(3);
    expect(await readFile(join(directory, file))).toEqual(before);
  },
);
