import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../src/index.js';
import { sizeLimitBytes } from '../../src/registry/rules.js';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { runCli, runForReport } from '../support/command-line.js';
import { createDirectory, formatParam } from '../support/directory.js';
import { type Changes, createRepository, openRepository } from '../support/repository.js';
import { use } from '../support/servers.js';
import { startCountingListener } from '../support/sockets.js';

const path = 'chain/kava/param.json';
const structure = ['check', '--no-network', '--since', 'HEAD'] as const;

describe('the whole real registry with ten changed entries', () => {
  test('only those ten are probed', async () => {
    const { port, connected } = await startCountingListener();
    const directory = await createDirectory();
    await cp('fixtures/registries/real', directory, { recursive: true });
    // Every well-formed url gets a separate loopback address.
    const addresses = new Map<string, string>();
    const files = (await readdir(join(directory, 'chain'))).map((chain) => `chain/${chain}/param.json`);
    const repository = openRepository(directory);
    for (const file of files) {
      const text = await readFile(join(directory, file), 'utf8').catch(() => null);
      const local = text?.replaceAll(
        /"url"(\s*:\s*)"(https:\/\/)?[\w.-]+(:\d+)?(\/[^"]*)?"/g,
        (_, colon: string, scheme = '') => {
          const number = addresses.size + 1;
          const address = `127.9.${Math.floor(number / 250)}.${(number % 250) + 1}`;
          addresses.set(address, file);
          return `"url"${colon}"${String(scheme)}${address}:${port}"`;
        },
      );
      if (local !== undefined) await repository.write({ [file]: local });
    }
    expect(addresses.size).toBeGreaterThan(250);
    await repository.git('init', '--quiet', '--initial-branch=main');
    await repository.commit();

    const changed = [...addresses].filter((_, index) => index % 25 === 7).slice(0, 10);
    const expected = changed.map(([address], index) => address.replace(/^127\.9/, `127.${10 + index}`));
    for (const [index, [address, file]] of changed.entries()) {
      const text = await readFile(join(directory, file), 'utf8');
      await repository.write({ [file]: text.replace(`${address}:`, `${expected[index] ?? ''}:`) });
    }
    const { report, exitCode, stderr } = await runForReport(
      ['check', '--allow-private', '--retries', '0', '--since', 'main', '--timeout', '5s'],
      { cwd: directory },
    );
    expect(stderr).toBe('');
    expect([...connected].sort()).toEqual(expected.sort());
    expect(report.endpoints.filter(({ attempts }) => attempts > 0)).toHaveLength(10);
    expect(report.summary).toMatchObject({ failed: 10, skipped: report.endpoints.length - 10 });
    // The registry's older errors are warnings now: the ten are the only errors.
    expect(report.summary.errors).toBe(10);
    expect(report.summary.warnings).toBeGreaterThan(5);
    expect(exitCode).toBe(1);
  });
});

describe('contributors are only responsible for their changes', () => {
  const old = { provider: 'Old', url: 'http://old.example' };
  const param = (entries: readonly object[], indent = 2) =>
    JSON.stringify({ chain_id_evm: '0x1', evm_rpc_endpoint: entries }, null, indent);

  test('a new one is an error, and the summary says what was compared', async () => {
    const repository = await createRepository({
      [path]: param([old]),
      'chain/gone/param.json': param([old, old]),
    });
    await repository.write({
      [path]: param([old, { ...old, url: 'http://new.example' }]),
      'chain/gone/param.json': null,
    });
    const { stdout, exitCode } = await runCli(structure, { cwd: repository.directory });
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/warning: expected an https url[^]*error: expected an https url/);
    expect(stdout.replaceAll('\n', ' ')).toMatch(
      /This change adds 1 of 2 entries and removes 2 \(compared with HEAD, [0-9a-f]{7}\)\. Removed: 2 of Old\./,
    );
  });

  test('an endpoint that is probed for a new file is not reported if it is unchanged', async () => {
    const { port } = await startCountingListener();
    const evm = { evm: [`https://127.0.0.1:${port}`] };
    const repository = await createRepository({ [path]: formatParam(evm, { chain_id_evm: '0x1' }) });
    await repository.write({ 'chain/new/param.json': formatParam(evm, { chain_id_evm: '0x1' }) });
    const args = ['check', '--allow-private', '--retries', '0', '--since', 'HEAD'];
    const { report } = await runForReport(args, { cwd: repository.directory });
    expect(report.endpoints.map(({ chain, verdict }) => [chain, verdict])).toEqual([
      ['kava', 'skipped'],
      ['new', 'fail'],
    ]);
    expect(new Set(report.findings.map(({ file }) => file))).toEqual(new Set(['chain/new/param.json']));
  });

  test('a registry without changes passes without a probe', async () => {
    const { port, connected } = await startCountingListener();
    const repository = await createRepository({
      [path]: formatParam({ evm: [`https://127.0.0.1:${port}`] }),
    });
    const outcome = await runCli(['check', '--allow-private', '--since', 'HEAD'], {
      cwd: repository.directory,
    });
    expect([outcome.exitCode, connected.size]).toEqual([0, 0]);
    expect(outcome.stdout).toMatch(/\nno new findings; 1 was there before\n$/);
  });
});

describe('a change to an unreadable file makes its author responsible for it', () => {
  test('not UTF-8, too large, a link with a new target', async () => {
    const large = (last: string) => `{ "x": "${'x'.repeat(sizeLimitBytes)}", "y": "${last}" }`;
    const files = (suffix: string, target: string) => ({
      'chain/bytes/param.json': Buffer.from(`{"a": "caf\xe9"${suffix}}`, 'latin1'),
      'chain/large/param.json': large(target),
      'chain/link/param.json': [target] as const,
    });
    const { directory: cwd, write } = await createRepository(files('', 'a'));
    expect((await runCli(structure, { cwd })).exitCode).toBe(0);
    await write(files(', "b": 1', 'b'));
    const { report, exitCode } = await runForReport(structure, { cwd });
    expect(report.findings.map(({ file, severity }) => [file, severity])).toEqual(
      Object.keys(files('', '')).map((file) => [file, 'error']),
    );
    expect(exitCode).toBe(1);
  });

  test('a new error among many old ones', async () => {
    const entries = (last: string) =>
      JSON.stringify({
        evm_rpc_endpoint: [
          ...Array.from({ length: 150 }, (_, at) => ({ provider: 'P', url: `http://a${at}.example` })),
          { provider: 'P', url: last },
        ],
      });
    const repository = await createRepository({ [path]: entries('http://old.example') });
    await repository.write({ [path]: entries('http://new.example') });
    const { report, exitCode } = await runForReport(structure, { cwd: repository.directory });
    expect([report.summary.errors, exitCode]).toEqual([1, 1]);
    await repository.write({ [path]: entries('https://fixed.example') });
    expect((await runCli(structure, { cwd: repository.directory })).exitCode).toBe(0);
  });
});

test('line ends that a checkout on Windows gives a file are no change', async () => {
  const repository = await createRepository({ [path]: '{\n  "evm_rpc_endpoint": [,]\n}\n' });
  await repository.git('config', 'core.autocrlf', 'true');
  await repository.git('rm', '--quiet', '--cached', '-r', '.');
  await repository.git('reset', '--quiet', '--hard');
  expect(await readFile(join(repository.directory, path), 'utf8')).toContain('\r\n');
  const { report, exitCode } = await runForReport(structure, { cwd: repository.directory });
  expect([report.summary.errors, exitCode]).toEqual([0, 0]);
});

// revision.test.ts covers which revisions cannot be read, and why.
test('a revision that cannot be read is a usage error', async () => {
  const { directory: cwd } = await createRepository({ [path]: formatParam({}) });
  const { exitCode, stderr } = await runCli(['check', '--no-network', '--since=mian'], { cwd });
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('cannot compare with mian: ')]);
  const none = await createDirectory({ [path]: formatParam({}) });
  const outside = await runCli(structure, { cwd: none });
  expect([outside.exitCode, outside.stderr]).toEqual([2, expect.stringContaining('not a git repository')]);
});

describe('--hide-unchanged', () => {
  const param = (...hosts: readonly string[]) =>
    JSON.stringify({ evm_rpc_endpoint: hosts.map((host) => ({ provider: 'P', url: `http://${host}` })) });

  test('hides and counts old findings in reports for readers, and keeps all in JSON', async () => {
    const { directory: cwd, write } = await createRepository({
      [path]: param('old.example', 'older.example'),
    });
    await write({ 'chain/new/param.json': param('new.example') });
    const args = [...structure, '--hide-unchanged'];
    for (const reporter of ['pretty', 'github', 'markdown']) {
      const { stdout, exitCode } = await runCli([...args, '--reporter', reporter], { cwd });
      const text = stdout.replaceAll('\n', ' ');
      for (const part of ['2 findings that were there before are not shown.', '2 warnings', 'new.example'])
        expect(text, reporter).toContain(part);
      expect(stdout, reporter).not.toContain('old.example');
      expect(exitCode, reporter).toBe(1);
    }
    // It becomes comments.
    const { stdout } = await runCli([...args, '--reporter', 'rdjson'], { cwd });
    expect((JSON.parse(stdout) as { readonly diagnostics: readonly unknown[] }).diagnostics).toHaveLength(1);
    expect(stdout).toContain('new.example');
    const { report } = await runForReport(args, { cwd });
    expect(report.findings.map(({ baselineState }) => baselineState).sort()).toEqual([
      'new',
      'unchanged',
      'unchanged',
    ]);
  });
});

describe('a change exempts nothing by its own words', () => {
  const place = 'kava/chain.json';
  const chain = (status: string, addresses: readonly string[]) =>
    JSON.stringify({
      chain_name: 'kava',
      status,
      evm_chain_id: 5,
      apis: { 'json-rpc': addresses.map((address) => ({ address, provider: 'P' })) },
    });
  const check = async (before: Changes, now: Changes, ...more: readonly string[]) => {
    const repository = await createRepository(before);
    await repository.write(now);
    const args = ['check', '--allow-private', '--retries', '0', '--since', 'HEAD', ...more];
    return runForReport(args, { cwd: repository.directory });
  };

  // Without a probe, an entry of an upcoming chain is like any other.
  test('new entries of a chain that it calls upcoming are judged as of a live one', async () => {
    const { report, exitCode } = await check(
      { [place]: chain('live', []) },
      { [place]: chain('upcoming', ['https://127.0.0.1:1']) },
    );
    expect([exitCode, report.endpoints.map(({ verdict }) => verdict)]).toEqual([1, ['fail']]);
  });

  test('the endpoints of a chain that it calls killed are asked for blocks, and are skipped', async () => {
    const node = await use(startEvmNode({ chainId: 5 }));
    const stopped = await use(startEvmNode({ chainId: 5, blockTime: new Date(0) }));
    const urls = [node, stopped].map(({ port }) => `http://127.0.0.1:${port}`);
    const { report, exitCode } = await check(
      { [place]: chain('live', urls) },
      { [place]: chain('killed', urls) },
    );
    expect(exitCode).toBe(0);
    expect(report.endpoints.map(({ verdict, skipReason }) => [verdict, skipReason])).toEqual([
      ['skipped', 'the chain has ended'],
      ['skipped', 'the chain has ended'],
    ]);
    expect(report.findings).toMatchObject([
      { rule: 'chain/still-alive', severity: 'warning', pointer: '/status', data: { alive: 1, asked: 2 } },
    ]);
    // Of a chain that stands still, nothing is said.
    const ended = await check(
      { [place]: chain('live', urls.slice(1)) },
      { [place]: chain('killed', urls.slice(1)) },
    );
    expect(ended.report.findings).toEqual([]);
  });

  test('a part of the registry asks only its own endpoints of that chain, and counts all of them', async () => {
    let requests = 0;
    const delay = () => {
      requests++;
      return Promise.resolve();
    };
    const { port } = await use(startEvmNode({ chainId: 5, delay }));
    const urls = ['127.0.0.1', 'localhost'].map((host) => `http://${host}:${port}`);
    const files = [{ [place]: chain('live', urls) }, { [place]: chain('killed', urls) }] as const;
    await check(...files);
    const whole = requests;
    for (const part of ['1/2', '2/2']) {
      const { report } = await check(...files, '--shard', part);
      expect(report.findings).toMatchObject([{ rule: 'chain/still-alive', data: { alive: 1, asked: 2 } }]);
    }
    expect(requests).toBe(2 * whole);
  });

  test('a chain whose file moves as well is asked too', async () => {
    const { port } = await use(startEvmNode({ chainId: 5 }));
    const urls = [`http://127.0.0.1:${port}`];
    const { report } = await check(
      { [place]: chain('live', urls) },
      { [place]: null, 'kava1/chain.json': chain('killed', urls) },
    );
    expect(report.findings.map(({ rule }) => rule)).toContain('chain/still-alive');
    expect(report.changes).toMatchObject({ moved: 1, removed: 0 });
  });

  test('an exclusion that it adds excludes nothing', async () => {
    const repository = await createRepository({ [place]: chain('live', []), 'old.json': '[]' });
    await repository.commit({
      [place]: chain('live', ['https://127.0.0.1:1']),
      'old.json': '[{"host":"127.0.0.1","reason":"mine"}]',
      'new.json': '[{"host":"127.0.0.1","reason":"mine"}]',
    });
    await repository.write({ 'ours.json': '[{"host":"127.0.0.1","reason":"ours"}]' });
    const check = async (file: string) => {
      const args = ['check', '--no-network', '--since', 'HEAD^', '--exclude', file, '--reporter', 'json'];
      const { stdout, stderr } = await runCli(args, { cwd: repository.directory });
      const { endpoints } = JSON.parse(stdout) as Report;
      return [endpoints.map(({ skipReason }) => skipReason), stderr];
    };
    expect(await check('old.json')).toEqual([[null], '']);
    expect(await check('new.json')).toEqual([
      [null],
      'endpoint-check: --exclude: new.json is not in HEAD^, so it excludes nothing\n',
    ]);
    // What git does not know is the reviewer's own.
    expect(await check('ours.json')).toEqual([['excluded: ours'], '']);
  });
});
