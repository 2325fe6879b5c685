import { readFile, writeFile } from 'node:fs/promises';
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

  test('an entry of several reports is taken from the one that probed it', async () => {
    const node = await use(startEvmNode({}));
    const directory = await createDirectory({
      'chain/a/param.json': formatParam({ evm: [`https://127.0.0.1:${node.port}`] }),
    });
    await runCli(['check', '--allow-private', '--retries', '0', '--reporter', 'json=probed.json'], {
      cwd: directory,
    });
    await runCli(['check', '--no-network', '--reporter', 'json=read.json'], { cwd: directory });
    for (const order of [
      ['probed.json', 'read.json'],
      ['read.json', 'probed.json'],
    ]) {
      const { stdout } = await runCli(['merge', ...order], { cwd: directory });
      expect(requireValid(JSON.parse(stdout)).summary).toMatchObject({ endpoints: 1, failed: 1, errors: 1 });
    }
  });
});

describe('files that are no reports are usage errors, all reported at once', () => {
  test('missing, not JSON, not a report, a finding of no endpoint, a directory', async () => {
    const directory = await createDirectory({ 'a.json': '{', 'b.json': '{"version": 1}' });
    const good = await runForReport([
      'check',
      '--no-network',
      join(process.cwd(), 'fixtures/registries/good'),
    ]);
    const [finding] = (
      await runForReport(['check', '--no-network', join(process.cwd(), 'fixtures/registries/urls')])
    ).report.findings;
    await writeFile(
      join(directory, 'c.json'),
      JSON.stringify({ ...good.report, findings: [{ ...finding, endpoint: 99 }] }),
    );
    const { exitCode, stderr } = await runCli(['merge', 'none.json', 'a.json', 'b.json', 'c.json', '.'], {
      cwd: directory,
    });
    expect(exitCode).toBe(2);
    expect(stderr.split('\n').slice(1, 6)).toEqual([
      '  none.json does not exist',
      '  a.json is not JSON',
      "  b.json is not an endpoint-check report: must have required property 'tool'",
      '  c.json is not an endpoint-check report: /findings/0/endpoint must be an index into endpoints',
      '  . is a directory',
    ]);
  });

  test.each([
    [{ durationMs: 1e300 }, '/durationMs must be <= 1000000000000'],
    [{ startedAt: '2026-99-99T00:00:00.000Z' }, '/startedAt must be a time'],
  ])('an invalid time: %j', async (fields, error) => {
    const { report } = await runForReport([
      'check',
      '--no-network',
      join(process.cwd(), 'fixtures/registries/good'),
    ]);
    const directory = await createDirectory({ 'a.json': JSON.stringify({ ...report, ...fields }) });
    const { exitCode, stderr } = await runCli(['merge', 'a.json', '--reporter', 'sarif'], { cwd: directory });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`a.json is not an endpoint-check report: ${error}`);
  });

  test('a report that is nested too deep to be written', async () => {
    const { report } = await runForReport([
      'check',
      '--no-network',
      join(process.cwd(), 'fixtures/registries/urls'),
    ]);
    const [finding] = report.findings;
    const text = JSON.stringify({ ...report, findings: [{ ...finding, data: { nested: '@' } }] });
    const directory = await createDirectory({
      'a.json': text.replace('"@"', `${'['.repeat(200_000)}${']'.repeat(200_000)}`),
    });
    const { exitCode, stderr } = await runCli(['merge', 'a.json', '--reporter', 'json'], { cwd: directory });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('a.json is not an endpoint-check report: it is nested more than 64 levels deep');
  });
});

describe('a missing part is never silent', () => {
  const registry = join(process.cwd(), 'fixtures/registries/good');
  const run = async () => {
    const directory = await createDirectory();
    const merge = (...args: string[]) => runCli(['merge', ...args], { cwd: directory });
    return { merge, names: await shard(directory, 3, ['check', '--no-network', registry]) };
  };

  test('merge fails and names it', async () => {
    const { merge } = await run();
    expect(await merge('part-1.json', 'part-3.json')).toEqual({
      stdout: '',
      stderr:
        'endpoint-check: usage error\n  part 2/3 is missing; pass --allow-missing to merge without it\nSee endpoint-check merge --help\n',
      exitCode: 2,
    });
    expect((await merge('part-2.json')).stderr).toContain('  parts 1/3, 3/3 are missing; pass');
  });

  test('with --allow-missing it continues and says so', async () => {
    const { merge } = await run();
    const { stdout, stderr } = await merge('part-1.json', 'part-3.json', '--allow-missing');
    const { endpoints } = requireValid(JSON.parse(stdout));
    expect(endpoints.length).toBeGreaterThan(0);
    expect(stderr).toBe('endpoint-check: part 2/3 is missing: the report covers the other parts only\n');
  });

  test('parts of different splits are refused, whatever the options', async () => {
    const directory = await createDirectory();
    for (const part of ['1/2', '2/3']) {
      const file = `json=${part.replace('/', '-of-')}.json`;
      await runCli(['check', '--no-network', registry, '--shard', part, '--reporter', file], {
        cwd: directory,
      });
    }
    const args = ['merge', '1-of-2.json', '2-of-3.json', '--allow-missing'];
    const { stderr, exitCode } = await runCli(args, { cwd: directory });
    expect(stderr).toContain('  cannot merge parts of different splits: got parts of 2 and of 3\n');
    expect(exitCode).toBe(2);
  });

  test('the same part twice is the same part', async () => {
    const { merge, names } = await run();
    const once = await merge(...names);
    const twice = await merge(...names, 'part-2.json');
    expect([twice.stderr, twice.exitCode]).toEqual([once.stderr, once.exitCode]);
    expect(timeless(requireValid(JSON.parse(twice.stdout)))).toEqual(
      timeless(requireValid(JSON.parse(once.stdout))),
    );
  });
});
