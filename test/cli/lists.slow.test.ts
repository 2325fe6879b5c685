import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../src/model/report.js';
import { sizeLimitBytes } from '../../src/registry/size-limits.js';
import { runCli, runForReport } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';
import { requireValid } from '../support/report-samples.js';
import { createRepository } from '../support/repository.js';

/** A valid item of each list. */
const atom = '{"denom":"uatom","symbol":"ATOM","decimals":6}';

const usdt = '{"contract":"0xdAC17F958D2ee523a2206206994597C13D831ec7","symbol":"USDT","decimals":6}';

const neta =
  '{"address":"juno168ctmpyppk90d34p3jjy658zf5a5l3w8wk35wht6ccqj4mr0yv8s4j5awr","symbol":"NETA","decimals":0}';

const path = 'chain/kava/assets.json';
const structure = ['check', '--no-network', '--since', 'HEAD'] as const;

/** An asset without decimals. */
const lacking = (denom: string) => `{"denom":"${denom}","symbol":"A"}`;

describe('lists of assets and tokens are checked like registry files', () => {
  test('by name, if nothing else is named', async () => {
    const cwd = await createDirectory({ [path]: `[${atom}]`, 'chain/kava/erc20_2.json': `[${usdt}]` });
    const { stdout, stderr, exitCode } = await runCli([path, 'chain/kava/erc20_2.json'], { cwd });
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toContain('no endpoints (0 endpoints in 2 files');
  });

  test('each error is shown at its line', async () => {
    const cwd = await createDirectory({
      'chain/juno/cw20.json': `[\n  ${neta},\n  ${neta}\n]\n`,
      'chain/juno/assets_2.json': `[\n  ${atom},\n]\n`,
    });
    const { stdout, exitCode } = await runCli([], { cwd });
    expect(exitCode).toBe(1);
    expect(stdout).toContain(
      'chain/juno/assets_2.json:2:49: error: invalid JSON: trailing comma before ] [file/invalid-json]',
    );
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'chain/juno/cw20.json:3:14: error: duplicate address ' +
        '"juno168ctmpyppk90d34p3jjy658zf5a5l3w8wk35wht6ccqj4mr0yv8s4j5awr", first on line 2 [list/duplicate]',
    );
    expect(stdout).toContain('Fix: remove one of the two items');
  });

  test('in the report they are files without endpoints', async () => {
    const cwd = await createDirectory({ [path]: '{}' });
    const { report } = await runForReport(['--no-network'], { cwd });
    requireValid(report);
    expect(report.files).toEqual([{ path, chain: 'kava', format: 'chainlist' }]);
    expect(report.endpoints).toEqual([]);
    expect(report.findings.map(({ rule, file, endpoint }) => [rule, file, endpoint])).toEqual([
      ['list/schema', path, null],
    ]);
  });

  test.each([
    [sizeLimitBytes, []],
    [sizeLimitBytes + 1, ['file/too-large']],
  ])('of %d bytes', async (size, rules) => {
    const text = `[${atom}]`;
    const cwd = await createDirectory({ [path]: text.padEnd(size) });
    const { report } = await runForReport(['--no-network'], { cwd });
    expect(report.findings.map(({ rule }) => rule)).toEqual(rules);
  });
});

describe('contributors are only responsible for their changes of a list', () => {
  /** The findings since the first text, as `rule severity`. */
  async function compare(before: string | null, now: string): Promise<string[]> {
    const repository = await createRepository({
      'chain/kava/fee.json': '',
      ...(before === null ? {} : { [path]: before }),
    });
    await repository.write({ [path]: now });
    const { report } = await runForReport(structure, { cwd: repository.directory });
    return report.findings.map(({ rule, severity, line }) => `${rule} ${severity} ${line}`);
  }

  test.each([
    [
      'an older error is a warning, wherever its line moves',
      `[${lacking('a')}]`,
      `[\n${atom},\n${lacking('a')}]`,
      ['list/schema warning 3'],
    ],
    [
      'the same error of another item is an error',
      `[${lacking('a')}]`,
      `[${lacking('b')}]`,
      ['list/schema error 1'],
    ],
    [
      'one more of them too',
      `[${lacking('a')}]`,
      `[${lacking('a')},\n${lacking('b')}]`,
      ['list/schema warning 1', 'list/schema error 2'],
    ],
    [
      'an older duplicate is a warning, though the first has moved',
      `[${atom},${atom}]`,
      `[\n${usdt.replace('contract', 'denom')},\n${atom},\n${atom}]`,
      ['list/duplicate warning 4'],
    ],
    [
      'a duplicate of an older item is an error',
      `[${atom}]`,
      `[${atom},\n${atom}]`,
      ['list/duplicate error 2'],
    ],
    ['in a new list every error is', null, `[${lacking('a')}]`, ['list/schema error 1']],
    ['an unchanged list that does not parse', '[,]', '[,]', ['file/invalid-json warning 1']],
    ['a change to it has to fix it', '[,]', '[, ]', ['file/invalid-json error 1']],
  ])('%s', async (_title, before, now, expected) => {
    expect(await compare(before, now)).toEqual(expected);
  });

  test('a list that is larger than other files is compared as well', async () => {
    const large = (denom: string) => `[${lacking('a')},${lacking(denom)}${' '.repeat(400 * 1_024)}]`;
    expect(await compare(large('b'), large('c'))).toEqual(['list/schema warning 1', 'list/schema error 1']);
  });

  test('all of very many problems of a list', async () => {
    const text = `{${'"a":1,'.repeat(20_000)}"a":1}`;
    expect(await compare(text, `${text}\n`)).toHaveLength(20_001);
  });
});

test('in a registry in parts, each list is in one of them, and merged they are the whole', async () => {
  const registry = join(process.cwd(), 'fixtures/registries/lists');
  const cwd = await createDirectory();
  const names = ['1/3', '2/3', '3/3'].map((part) => [part, `part-${part.charAt(0)}.json`] as const);
  for (const [part, name] of names)
    await runCli(['--no-network', registry, '--shard', part, '--reporter', `json=${name}`], { cwd });
  const parts = await Promise.all(
    names.map(async ([, name]) => JSON.parse(await readFile(join(cwd, name), 'utf8')) as Report),
  );
  const files = parts.flatMap(({ findings }) => [...new Set(findings.map(({ file }) => file))]);
  expect(files.sort()).toEqual([...new Set(files)].sort());
  expect(files).toHaveLength(6);
  const { report: whole } = await runForReport(['--no-network', registry], { cwd });
  const merged = await runForReport(['merge', ...names.map(([, name]) => name)], { cwd });
  expect([merged.report.files, merged.report.findings]).toEqual([whole.files, whole.findings]);
  expect(merged.exitCode).toBe(1);
});
