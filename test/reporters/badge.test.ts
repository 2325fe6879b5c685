import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { evmCheck } from '../../src/checks/evm/http/index.js';
import { render as renderBadges } from '../../src/reporters/badge.js';
import { runCli } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';
import { live } from '../support/histories.js';
import { endpoint, finding, report } from '../support/report-samples.js';

const chains = [
  'kava',
  'KAVA',
  'endpoints',
  '..',
  '../../up',
  '/tmp/x',
  'con',
  '\0',
  'a'.repeat(5_000),
  null,
];
const facts = evmCheck.noFacts;
const endpoints = chains.map((chain, at) =>
  endpoint({ chain, facts, pointer: `/evm_rpc_endpoint/${at}`, verdict: chain === 'kava' ? 'pass' : 'fail' }),
);
const sample = JSON.stringify(report(endpoints, [finding()]));

describe('badges of a report', () => {
  test('are in the directory, a file each, whatever the names of the chains', async () => {
    const cwd = await createDirectory({ 'part.json': sample, 'pages/index.html': 'kept' });
    const args = ['--reporter', 'badge=pages/badges', '--reporter', 'openmetrics=endpoints.prom'];
    const { exitCode, stdout, stderr } = await runCli(['merge', 'part.json', ...args], { cwd });
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toContain('9 failed, 1 passed');
    const all = await readdir(cwd, { recursive: true });
    const badges = all.filter((path) => path.startsWith(join('pages', 'badges', '/')));
    expect(badges).toHaveLength(chains.length);
    expect(all.filter((path) => !badges.includes(path)).sort()).toEqual([
      'endpoints.prom',
      'pages',
      join('pages', 'badges'),
      join('pages', 'index.html'),
      'part.json',
    ]);
    const read = async (name: string) =>
      JSON.parse(await readFile(join(cwd, 'pages/badges', name), 'utf8')) as unknown;
    expect(await read('kava.json')).toEqual({
      ...{ schemaVersion: 1, label: 'kava', message: '1/1 pass', color: 'brightgreen' },
    });
    expect(await read('endpoints.json')).toMatchObject({
      label: 'endpoints',
      message: '1/10 pass',
      color: 'orange',
    });
    expect(await readFile(join(cwd, 'endpoints.prom'), 'utf8')).toMatch(/\n# EOF\n$/);
  });

  test('that cannot be written are an error, and the other reports are written', async () => {
    const cwd = await createDirectory({ 'part.json': sample, 'badges/kava.json/x': '' });
    const args = ['--reporter', 'badge=badges', '--reporter', 'json=all.json'];
    const { exitCode, stderr } = await runCli(['merge', 'part.json', ...args], { cwd });
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining('cannot write the badge report: ')]);
    expect(await readdir(cwd)).toContain('all.json');
  });
});

test('the badge of docs/monitoring.md is one of 12 of 14 endpoints that pass', () => {
  const [, shown = ''] =
    /^```json\n(\{\s+"schemaVersion"[\s\S]*?\})$/m.exec(readFileSync('docs/monitoring.md', 'utf8')) ?? [];
  const up = Array.from({ length: 14 }, (_, at) =>
    endpoint({
      chain: 'kava',
      pointer: `/evm_rpc_endpoint/${at}`,
      verdict: at < 12 ? 'pass' : 'fail',
      // 3 of 420 days.
      history: live(at < 3 ? `${'P'.repeat(40)}F` : 'P'.repeat(41)),
    }),
  );
  const [, badge] = renderBadges(report(up, []));
  expect(JSON.parse(badge?.text ?? '')).toEqual(JSON.parse(shown));
});
