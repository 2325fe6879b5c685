import { describe, expect, test } from 'vitest';
import { renderHistory } from '../../src/history/history-file.js';
import { runCli } from '../support/command-line.js';
import { createDirectory, readBytes } from '../support/directory.js';
import { lastNight, liveTogether, many } from '../support/histories.js';
import { createRepository } from '../support/repository.js';

const alive = many('P', 20);
const dead = `PP${many('F', 18)}`;

const kava = [
  '{',
  '  "chain_name": "kava",',
  '  "status": "live",',
  '  "apis": {',
  '    "rpc": [',
  '      { "address": "https://a.example", "provider": "A" },',
  '      { "address": "https://b.example", "provider": "B" }',
  '    ],',
  '    "rest": [{ "address": "https://a.example", "provider": "A" }]',
  '  }',
  '}',
  '',
].join('\r\n');
const juno = [
  '{',
  '\t"chain_name": "juno",',
  '\t"apis": {',
  '\t\t"rpc": [{ "address": "https://a.example" }],',
  '\t\t"grpc": [{ "address": "c.example:443" }, { "address": "d.example:443" }]',
  '\t}',
  '}',
  '',
].join('\n');
const path = 'kava/chain.json';
const lives = {
  'rpc a.example': dead,
  'rest a.example': alive,
  'rpc b.example': alive,
  'grpc c.example': dead,
  'grpc d.example': dead,
};
const history = renderHistory(liveTogether(lives));
const registry = { [path]: kava, 'juno/chain.json': juno, 'history.jsonl': history };
const args = ['--dead', '--history', 'history.jsonl'];

/** Runs `remove` in a directory. */
async function remove(cwd: string, ...more: readonly string[]) {
  const { stdout, stderr, exitCode } = await runCli(['remove', '--now', lastNight, ...more], { cwd });
  return { stdout, stderr, exitCode, lines: stderr.replaceAll('endpoint-check: ', '').trimEnd().split('\n') };
}

describe('remove --dead removes entries that are dead by their history', () => {
  test('by kind and address, and nothing else', async () => {
    const directory = await createDirectory(registry);
    const { lines, exitCode } = await remove(directory, ...args);
    expect(lines).toEqual([
      'removed juno/chain.json:4 rpc https://a.example',
      'removed juno/chain.json:5 grpc c.example:443',
      'removed juno/chain.json:5 grpc d.example:443',
      'removed kava/chain.json:6 rpc https://a.example (A)',
      'removed 4 entries in 2 files',
      'that is every entry of juno: --mark-killed marks such a chain instead of emptying it',
      'next: git diff, then commit it',
    ]);
    expect(await readBytes(directory)).toEqual({
      ...registry,
      [path]: kava.replace('      { "address": "https://a.example", "provider": "A" },\r\n', ''),
      'juno/chain.json': juno.replaceAll(/\[.*\]/g, '[]'),
    });
    expect(exitCode).toBe(0);
  });

  test('and git shows nothing but the removed lines', async () => {
    const { directory, git } = await createRepository(registry);
    await remove(directory, ...args, '--kind', 'rpc');
    const diff = await git('diff', '--unified=0', '--ignore-cr-at-eol', '--', path);
    expect(diff.split('\n').filter((line) => /^[-+](?![-+])/.test(line))).toHaveLength(1);
  });

  test.each<[readonly string[], readonly string[]]>([
    [
      ['--kind', 'grpc'],
      ['juno/chain.json:5 grpc c.example:443', 'juno/chain.json:5 grpc d.example:443'],
    ],
    [['--kind', 'rest'], []],
    [['--min-runs', '19'], []],
    [['--min-days', '18'], []],
    [
      ['--min-runs', '18', '--min-days', '17', '--kind', 'rpc'],
      ['juno/chain.json:4 rpc https://a.example', `${path}:6 rpc https://a.example (A)`],
    ],
    [
      ['--exclude', 'exclude.json'],
      ['juno/chain.json:4 rpc https://a.example', `${path}:6 rpc https://a.example (A)`],
    ],
    [['--history', 'other.jsonl'], ['juno/chain.json:5 grpc c.example:443']],
  ])('%j', async (more, expected) => {
    const second = liveTogether({ ...lives, 'rpc a.example': alive, 'grpc d.example': many('X', 20) });
    const exclusions = [{ kind: 'grpc', reason: 'moves house', until: '2026-11-30' }];
    const directory = await createDirectory({
      ...registry,
      'other.jsonl': renderHistory(second),
      'exclude.json': JSON.stringify(exclusions),
    });
    const { lines, exitCode } = await remove(directory, ...args, ...more);
    expect(lines.filter((line) => /^removed .*:\d/.test(line))).toEqual(
      expected.map((removed) => `removed ${removed}`),
    );
    expect(exitCode).toBe(0);
    expect(lines.filter((line) => line.startsWith('left '))).toEqual(
      more[0] === '--exclude'
        ? ['c', 'd'].map((host) => `left juno/chain.json:5 grpc ${host}.example:443: excluded: moves house`)
        : [],
    );
  });

  test('only as a diff with --dry-run', async () => {
    const directory = await createDirectory(registry);
    const { stdout, lines, exitCode } = await remove(directory, ...args, '--dry-run', '--mark-killed');
    expect(await readBytes(directory)).toEqual(registry);
    expect(stdout.split('\n').filter((line) => /^[-+](?![-+])/.test(line))).toEqual([
      '+\t"status": "killed",',
      '-      { "address": "https://a.example", "provider": "A" },\r',
    ]);
    expect(lines).toEqual([
      'would remove kava/chain.json:6 rpc https://a.example (A)',
      'would mark juno as ended in juno/chain.json',
    ]);
    expect(exitCode).toBe(0);
  });

  test('nothing if nothing is dead, and withdrawn entries stay', async () => {
    const withdrawn = liveTogether({
      ...lives,
      'rpc a.example': many('X', 20),
      'grpc c.example': alive,
      'grpc d.example': alive,
    });
    const text = kava.replace('"B" }', '"B" }, { "address": "https://c.example", "provider": "A" }');
    const directory = await createDirectory({
      [path]: text.replace(
        '"rest": [',
        '"grpc": [{ "address": "c.example:443", "provider": "A" }, { "address": "d.example:443", "provider": "A" }], "rest": [',
      ),
      'history.jsonl': renderHistory(withdrawn),
    });
    const before = await readBytes(directory);
    const { lines, exitCode } = await remove(directory, ...args);
    expect(lines).toEqual([
      'nothing is dead by history.jsonl',
      '1 withdrawn endpoint left: endpoint-check history --dead shows why',
    ]);
    expect([exitCode, await readBytes(directory)]).toEqual([0, before]);
  });
});

describe('--mark-killed marks a chain of which every entry is dead, and keeps its entries', () => {
  const chainlist = 'chain/juno/param.json';
  const ethereum = '_data/chains/eip155-7.json';
  const chainLives = { 'rpc a.example': dead, 'evm a.example': dead, 'rpc alive.example': many('P', 20) };

  test.each<[string, string, string, string, string]>([
    [
      'no status',
      path,
      '{"chain_name":"kava","apis":{"rpc":[{"address":"https://a.example"}]}}',
      'kava',
      '{"chain_name":"kava","status":"killed","apis":{"rpc":[{"address":"https://a.example"}]}}',
    ],
    [
      'a status',
      path,
      '{ "status" : "live", "chain_name": "kava", "apis": { "rpc": [{ "address": "https://a.example" }] } }\n',
      'kava',
      '{ "status" : "killed", "chain_name": "kava", "apis": { "rpc": [{ "address": "https://a.example" }] } }\n',
    ],
    [
      'no name, and lines',
      path,
      '{\r\n    "apis": { "rpc": [{ "address": "https://a.example" }] }\r\n}\r\n',
      'kava',
      '{\r\n    "apis": { "rpc": [{ "address": "https://a.example" }] },\r\n    "status": "killed"\r\n}\r\n',
    ],
    [
      'ethereum-lists',
      ethereum,
      '{\n  "name": "x",\n  "chainId": 7,\n  "rpc": ["https://a.example"]\n}\n',
      'eip155-7',
      '{\n  "name": "x",\n  "chainId": 7,\n  "rpc": ["https://a.example"],\n  "status": "deprecated"\n}\n',
    ],
    [
      'ethereum-lists, active',
      ethereum,
      '{\n  "chainId": 7,\n  "status": "active",\n  "rpc": ["https://a.example"]\n}\n',
      'eip155-7',
      '{\n  "chainId": 7,\n  "status": "deprecated",\n  "rpc": ["https://a.example"]\n}\n',
    ],
  ])('with %s', async (_, file, before, name, after) => {
    const files = { [file]: before, 'history.jsonl': renderHistory(liveTogether(chainLives)) };
    const directory = await createDirectory(files);
    const { lines, exitCode } = await remove(directory, ...args, '--mark-killed');
    expect(await readBytes(directory)).toEqual({ ...files, [file]: after });
    expect(lines).toEqual([`marked ${name} as ended in ${file}`, 'next: git diff, then commit it']);
    expect(exitCode).toBe(0);
    // The value by which the format reads a chain as ended.
    const again = await remove(directory, ...args, '--mark-killed');
    expect(again.lines).toEqual(['nothing is dead by history.jsonl']);
  });

  test('but not in a format without a status', async () => {
    const files = {
      [chainlist]: '{ "cosmos_rpc_endpoint": [{ "provider": "A", "url": "https://a.example" }] }',
      'history.jsonl': renderHistory(liveTogether(chainLives)),
    };
    const directory = await createDirectory(files);
    const { lines, exitCode } = await remove(directory, ...args, '--mark-killed');
    expect(lines).toEqual([
      `kept ${chainlist}:1 rpc https://a.example (A): the format chainlist has no status for a chain that has ended: remove its entries, or its file by hand`,
    ]);
    expect([exitCode, await readBytes(directory)]).toEqual([1, files]);
  });
});

test('what may block this machine stays', async () => {
  const silent = `PP${many('C', 18)}`;
  const files = {
    [path]: kava
      .replace('"B" }', '"B" }, { "address": "https://c.example", "provider": "a" }')
      .replace('"rest": [{ "address": "https://a.example", "provider": "A" }]', '"rest": []'),
    'history.jsonl': renderHistory(
      liveTogether({ 'rpc a.example': silent, 'rpc b.example': alive, 'rpc c.example': silent }),
    ),
  };
  const directory = await createDirectory(files);
  const { lines, exitCode } = await remove(directory, ...args);
  expect(lines).toEqual([
    'nothing is dead by history.jsonl',
    '2 endpoints of providers that may block this machine left: endpoint-check history --dead shows why',
  ]);
  expect([exitCode, await readBytes(directory)]).toEqual([0, files]);
});

describe('entries that stay are named, and fail the command', () => {
  test('a field that holds one string, and an entry of a manifest', async () => {
    const list = { providers: [{ name: 'A', manifest_url: 'https://a.example/m.json', status: 'active' }] };
    const directory = await createDirectory({
      ...registry,
      '_providers/provider-allowlist.json': JSON.stringify(list),
    });
    const { lines, exitCode } = await remove(directory, ...args);
    expect(lines).toContain(
      `kept ${path}:6 rpc https://a.example (A): it comes from the provider's manifest: https://a.example/m.json`,
    );
    expect([exitCode, (await readBytes(directory))[path]]).toEqual([1, kava]);

    const text = '{ "chainId": "kava-1", "rpc": "https://a.example", "rest": "https://rest.example" }';
    const keplr = await createDirectory({ 'cosmos/kava.json': text, 'history.jsonl': history });
    expect(await remove(keplr, ...args)).toMatchObject({
      exitCode: 1,
      lines: [
        expect.stringContaining('kept cosmos/kava.json:1 rpc https://a.example: the field holds one address'),
      ],
    });
  });

  const other = many('F', 20);
  test.each<[string, Readonly<Record<string, string>>, number, string]>([
    [
      'nothing else was up',
      { ...lives, 'rest a.example': other, 'rpc b.example': other },
      0,
      'no other endpoint was up in the same run; check the network of the machine that checks',
    ],
    [
      'the last run did not probe it',
      { ...lives, 'rpc a.example': `${dead.slice(0, -1)}.` },
      0,
      'the last run of the history did not probe it, or proved nothing',
    ],
    [
      'one place finds it silent',
      { ...lives, 'rpc a.example': `PP${many('C', 18)}` },
      0,
      'it is silent, not gone, and a firewall may block this machine: add --history of a second place that finds it dead too',
    ],
    ['the last run is old', lives, 25, 'the last run began more than a day ago'],
    ['the last run is in the future', lives, -1, 'the last run began in the future'],
  ])('a dead endpoint of weak evidence: %s', async (_, lived, hours, reason) => {
    const files = { ...registry, 'history.jsonl': renderHistory(liveTogether(lived)) };
    const directory = await createDirectory(files);
    const time = ['--now', new Date(Date.parse(lastNight) + hours * 3_600_000).toISOString()];
    const { lines, exitCode } = await remove(directory, ...args, '--kind', 'rpc', ...time);
    expect(lines).toContain(`kept ${path}:6 rpc https://a.example (A): ${reason}`);
    expect([exitCode, (await readBytes(directory))[path]]).toEqual([1, kava]);
    const forced = await remove(directory, ...args, '--kind', 'rpc', '--force', ...time);
    expect(forced.lines).toContain(`removed ${path}:6 rpc https://a.example (A)`);
    expect(forced.exitCode).toBe(0);
  });

  test('a file that cannot be read, and has the host of a dead endpoint', async () => {
    const directory = await createDirectory({
      ...registry,
      'osmosis/chain.json': '{ "a": "https://d.example"',
    });
    const { lines, exitCode } = await remove(directory, ...args);
    expect(lines).toContain('osmosis/chain.json cannot be read, and may have the address too: fix it first');
    expect(exitCode).toBe(1);
  });
});
