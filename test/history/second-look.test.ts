import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseHistory, renderHistory } from '../../src/history/history-file.js';
import type { HistoryLine } from '../../src/model/history.js';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { runCli, runForReport } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';
import { lastNight, liveTogether, many } from '../support/histories.js';
import { findFreePort } from '../support/ports.js';
import { use } from '../support/servers.js';

const later = '2026-11-22T03:00:00.000Z';
const options = ['--allow-private', '--retries', '0', '--history', 'nightly.jsonl', '--dead', '--now', later];

/** A registry of three nodes: one that works again, one that is gone, one that never was up; and their history. */
async function createRegistry() {
  const node = await use(startEvmNode());
  const healthy = await use(startEvmNode());
  const gone = await findFreePort();
  const [back, dead, alive] = [node.port, gone, healthy.port].map((port) => `127.0.0.1:${port}`);
  const rpc = [back, dead, alive].map((address) => `http://${address ?? ''}`);
  const life = `PP${many('F', 18)}`;
  const lines = liveTogether({
    [`evm ${back ?? ''}`]: life,
    [`evm ${dead ?? ''}`]: life,
    [`evm ${alive ?? ''}`]: many('P', 20),
    [`evm ${alive ?? ''}/other`]: many('P', 20),
  });
  const apis = {
    'evm-http-jsonrpc': [
      ...rpc.map((address) => ({ address, provider: 'A' })),
      { address: `http://${alive ?? ''}/other`, provider: 'A' },
      { address: 'ttps:/x' },
    ],
  };
  const cwd = await createDirectory({
    'kava/chain.json': JSON.stringify({ chain_name: 'kava', apis }),
    'nightly.jsonl': renderHistory(lines),
    'empty.jsonl': '',
  });
  return { cwd, back, dead, alive };
}

async function readLines(cwd: string): Promise<readonly HistoryLine[]> {
  const parsed = parseHistory(await readFile(join(cwd, 'nightly.jsonl'), 'utf8'));
  return 'lines' in parsed ? parsed.lines : [];
}

describe('check --dead probes dead endpoints again', () => {
  test('and some living ones as controls; the run is recorded', async () => {
    const { cwd, back, dead, alive } = await createRegistry();
    const { report } = await runForReport(['check', ...options], { cwd });
    const skipped = { verdict: 'skipped', attempts: 0, skipReason: 'not dead by nightly.jsonl' };
    expect(report.endpoints).toMatchObject([
      { url: `http://${back ?? ''}`, verdict: 'pass', attempts: 1, skipReason: null },
      { url: `http://${dead ?? ''}`, verdict: 'fail', attempts: 1, skipReason: null },
      { url: `http://${alive ?? ''}`, verdict: 'pass', attempts: 1, skipReason: null },
      { url: `http://${alive ?? ''}/other`, ...skipped },
      { url: 'ttps:/x', verdict: 'invalid', attempts: 0 },
    ]);
    const lines = await readLines(cwd);
    const find = (address = '') => lines.find((line) => line.address === address);
    expect(find(back)).toMatchObject({ lastRun: later, lastPass: later, structural: null });
    expect(find(dead)).toMatchObject({ lastRun: later, structural: { runs: 19 } });
    expect(find(alive)).toMatchObject({ lastRun: later, lastPass: later });
    expect(find(`${alive ?? ''}/other`)).toMatchObject({ lastRun: lastNight, lastSeen: later });

    const shown = await runCli(['history', '--dead', 'nightly.jsonl'], { cwd });
    expect(shown.stdout).toContain('1 dead: ');
    expect(shown.stdout).toContain('19 runs over 17 days');
    // They passed an hour before, and in this run.
    expect(shown.stdout).toContain('3 others were up');
  });

  test('an inconclusive result leaves its line, so that the last run did not find it dead', async () => {
    const limited = await use(startEvmNode({ answer: { status: 429, body: '' } }));
    const healthy = await use(startEvmNode());
    const [dead, alive] = [limited.port, healthy.port].map((port) => `127.0.0.1:${port}`);
    const lines = liveTogether({
      [`evm ${dead ?? ''}`]: many('F', 20),
      [`evm ${alive ?? ''}`]: many('P', 20),
    });
    const apis = {
      'evm-http-jsonrpc': [dead, alive].map((at) => ({ address: `http://${at ?? ''}`, provider: 'A' })),
    };
    const cwd = await createDirectory({
      'kava/chain.json': JSON.stringify({ chain_name: 'kava', apis }),
      'nightly.jsonl': renderHistory(lines),
    });
    const { report } = await runForReport(['check', ...options], { cwd });
    expect(report.endpoints.map(({ verdict }) => verdict)).toEqual(['inconclusive', 'pass']);
    const line = (await readLines(cwd)).find(({ address }) => address === dead);
    expect(line).toMatchObject({ lastRun: lastNight, structural: { runs: 20 } });
  });

  test('and is not recorded if the controls are lost as well', async () => {
    const port = await findFreePort();
    const lived = Array.from({ length: 12 }, (_, at) => `127.0.0.${at + 1}:${port}`);
    const listed = lived.map((address) => ({ address: `http://${address}`, provider: 'A' }));
    const lives = lived.map((address, at) => [`evm ${address}`, many(at === 0 ? 'F' : 'P', 20)]);
    const history = renderHistory(liveTogether(Object.fromEntries(lives) as Record<string, string>));
    const chain = { chain_name: 'kava', apis: { 'evm-http-jsonrpc': listed } };
    const cwd = await createDirectory({ 'kava/chain.json': JSON.stringify(chain), 'nightly.jsonl': history });
    const { stderr } = await runCli(['check', ...options], { cwd });
    expect(stderr).toContain('this run is not recorded in nightly.jsonl: more than half of the endpoints');
    expect(await readFile(join(cwd, 'nightly.jsonl'), 'utf8')).toBe(history);
  });

  test('nothing if nothing is dead', async () => {
    const { cwd } = await createRegistry();
    const args = ['check', '--allow-private', '--no-color', '--history', 'empty.jsonl', '--dead'];
    const { stdout } = await runCli(args, { cwd });
    expect(stdout).toContain('Nothing is dead by empty.jsonl, so nothing is probed.\n1 invalid, 4 skipped (');
    expect(stdout).toContain('Skipped: not dead by empty.jsonl (4)');
    const { report } = await runForReport(args, { cwd });
    expect(report.endpoints.map(({ skipReason }) => skipReason)).toContain('not dead by empty.jsonl');
  });

  test('and shows no notices about other entries but with --verbose', async () => {
    const providers = ['Polkachu', 'Polkachu', 'polkachu'];
    const cwd = await createDirectory({
      'chain/kava/param.json': JSON.stringify({
        grpc_endpoint: providers.map((provider, at) => ({ provider, url: `127.0.0.1:${at + 1}` })),
      }),
      'empty.jsonl': '',
    });
    const args = ['check', '--no-color', '--history', 'empty.jsonl', '--dead'];
    const { stdout, exitCode } = await runCli(args, { cwd });
    expect(stdout).toMatch(
      /^Nothing is dead by empty\.jsonl, so nothing is probed\.\n3 skipped \(.*\nSkipped: .*\n0 errors/,
    );
    expect(exitCode).toBe(0);
    expect((await runCli([...args, '--verbose'], { cwd })).stdout).toContain('[entry/provider-spelling]');
  });
});
