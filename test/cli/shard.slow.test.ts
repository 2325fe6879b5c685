import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../src/model/report.js';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { runCli, runForReport } from '../support/command-line.js';
import { createDirectory, formatParam } from '../support/directory.js';
import { requireValid } from '../support/report-samples.js';
import { createTrust, use } from '../support/servers.js';

/** A report without the fields that differ from run to run. */
function timeless({ endpoints, findings, files, summary }: Report) {
  const kept = endpoints.map((endpoint) => ({
    ...endpoint,
    durationMs: 0,
    facts: { ...endpoint.facts, phasesMs: null },
  }));
  return { files, summary, findings, endpoints: kept };
}

async function shard(directory: string, count: number, args: readonly string[], env = {}): Promise<string[]> {
  const names = Array.from({ length: count }, (_, at) => `part-${at + 1}.json`);
  for (const [at, name] of names.entries()) {
    const part = [...args, '--shard', `${at + 1}/${count}`, '--reporter', `json=${name}`];
    expect([0, 1]).toContain((await runCli(part, { cwd: directory, env })).exitCode);
  }
  return names;
}

describe('the reports of all parts merge into the report of the registry', () => {
  test('of the real registry, with all errors in its files', async () => {
    const real = join(process.cwd(), 'fixtures/registries/real');
    const directory = await createDirectory();
    const args = ['check', '--no-network', real];
    const whole = await runForReport(args, { cwd: directory });
    const merged = await runCli(['merge', ...(await shard(directory, 3, args))], { cwd: directory });
    const report = requireValid(JSON.parse(merged.stdout));
    expect(timeless(report)).toEqual(timeless(whole.report));
    expect(report.endpoints.length).toBe(280);
    expect(merged.exitCode).toBe(whole.exitCode);
    const parts = await Promise.all(
      [1, 2, 3].map(async (part) =>
        requireValid(JSON.parse(await readFile(join(directory, `part-${part}.json`), 'utf8'))),
      ),
    );
    const sizes = parts.map(({ endpoints }) => endpoints.length);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
  });

  test('of nodes that were probed, rendered by any reporter', async () => {
    const trust = await createTrust();
    const tls = await trust.issue();
    const blockTime = new Date();
    const [a, b] = [
      await use(startEvmNode({ tls, blockTime })),
      await use(startEvmNode({ tls, chainId: 9, blockTime })),
    ];
    const directory = await createDirectory({
      'chain/a/param.json': formatParam(
        { evm: [`https://localhost:${a.port}`, `https://127.0.0.1:${b.port}`, 'https://127.0.0.2:1'] },
        { chain_id_evm: '0x7A69' },
      ),
    });
    const args = ['check', '--allow-private', '--retries', '0'];
    const whole = await runForReport(args, { cwd: directory, env: trust.env });
    const names = await shard(directory, 2, args, trust.env);
    const merged = await runCli(
      ['merge', ...names, '--reporter', 'json=whole.json', '--reporter', 'pretty'],
      { cwd: directory },
    );
    const report = requireValid(JSON.parse(await readFile(join(directory, 'whole.json'), 'utf8')));
    expect(timeless(report)).toEqual(timeless(whole.report));
    expect(merged.stdout).toContain('2 failed, 1 passed (3 endpoints in 1 file');
    expect(merged.exitCode).toBe(1);
  });
});

test('with --allow-missing, a merge without a part says so', async () => {
  const cwd = await createDirectory();
  const registry = join(process.cwd(), 'fixtures/registries/good');
  const [first = '', , third = ''] = await shard(cwd, 3, ['check', '--no-network', registry]);
  const { stdout, stderr } = await runCli(['merge', first, third, '--allow-missing'], { cwd });
  expect(requireValid(JSON.parse(stdout)).endpoints.length).toBeGreaterThan(0);
  expect(stderr).toBe('endpoint-check: part 2/3 is missing: the report covers the other parts only\n');
});
