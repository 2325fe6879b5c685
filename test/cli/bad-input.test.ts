import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCli } from '../support/command-line.js';
import { createDirectory, formatParam, readBytes } from '../support/directory.js';

const stackTrace = /^\s+at /m;

describe('a file that is not a registry file is a finding, with exit status 1 and no stack trace', () => {
  test.each<[string, Buffer | string, string]>([
    ['20 MB', Buffer.alloc(20 * 1024 * 1024, ' '), 'file/too-large'],
    ['binary junk', Buffer.concat([Buffer.from([0xff]), randomBytes(1_000)]), 'file/not-utf8'],
    ['nothing', '', 'file/invalid-json'],
    ['a JSON array', '[]', 'file/schema'],
    ['20,000 open brackets', '['.repeat(20_000), 'file/too-deep'],
    ['a number beyond all bounds', '1e999999', 'file/schema'],
  ])('%s', async (_name, content, rule) => {
    const directory = await createDirectory({ 'chain/a/param.json': content });
    const { stdout, stderr, exitCode } = await runCli([], { cwd: directory });
    expect(stdout.replace(/\s+/g, ' ')).toContain(`[${rule}]`);
    expect(stdout).not.toMatch(stackTrace);
    expect(stderr).toBe('');
    expect(exitCode).toBe(1);
  });

  test('a directory with the name of the file', async () => {
    const directory = await createDirectory({ 'chain/b/param.json': formatParam({}) });
    await mkdir(join(directory, 'chain/a/param.json'), { recursive: true });
    const { stdout, exitCode } = await runCli(['--no-color'], { cwd: directory });
    expect(stdout).toContain('chain/a/param.json:1:1: error: the file cannot be read: it is a directory');
    expect(exitCode).toBe(1);
  });
});

describe('help and version', () => {
  test('--version prints the version of the package', async () => {
    const { version } = (await import('../../package.json', { with: { type: 'json' } })).default;
    expect(await runCli(['--version'])).toEqual({ stdout: `${version}\n`, stderr: '', exitCode: 0 });
  });

  test.each([
    ['--help'],
    ['check', '--help'],
    ['grpc', '--help'],
    ['evm', '--help'],
    ['merge', '--help'],
    ['explain', '--help'],
    ['completion', '--help'],
    ['serve', '--help'],
    ['smoke', '--help'],
    ['query', '--help'],
    ['help', 'check'],
    ['demo', '-h'],
    ['add', '--help'],
    ['remove', '--help'],
  ])('%s %s fits 80 columns and goes to standard output', async (...args) => {
    const { stdout, stderr, exitCode } = await runCli(args);
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    expect(stdout).toContain('Usage: endpoint-check');
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  test('--help is what its command prints, and so is -h', async () => {
    const printed = await runCli(['help']);
    for (const option of ['--help', '-h']) expect(await runCli([option])).toEqual(printed);
  });

  test('explain lists every rule, and explains each', async () => {
    const { rules } = await import('../../src/index.js');
    const { stdout } = await runCli(['explain']);
    for (const { code } of rules) expect(stdout).toContain(code);
    const family = await runCli(['explain', 'tls']);
    expect(family.stdout.split('\n').filter((line) => !line.startsWith('tls/'))).toEqual(['']);
    const single = await runCli(['explain', 'grpc/plaintext']);
    const [head, what, why, message, fix, page, ...more] = single.stdout.trim().split('\n\n');
    expect([head, what, more]).toEqual(['grpc/plaintext (notice)', expect.stringMatching(/^[^\n]+\.$/), []]);
    expect([why, message, fix]).toEqual(
      ['Why', 'Message', 'Fix'].map((label): unknown => expect.stringMatching(new RegExp(`^${label}: \\S`))),
    );
    expect(page).toMatch(
      /^https:\/\/github\.com\/[\w-]+\/endpoint-check\/blob\/main\/docs\/rules\.md#grpcplaintext$/,
    );
    // A shared text of kinds is shown once, then their names; each separate fix is shown.
    const shared = await runCli(['explain', 'not-json']);
    expect(shared.stdout.match(/^Why: /gm)?.length).toBe(4);
    for (const kind of ['evm', 'rpc', 'rest', 'ws', 'evm-ws', 'query'])
      expect(shared.stdout).toMatch(new RegExp(`^Rules?: .*\\b${kind}/not-json\\b`, 'm'));
    expect((await runCli(['explain', 'dns-not-found'])).stdout).toBe(
      (await runCli(['explain', 'net/dns-not-found'])).stdout,
    );
    const codes = await runCli(['explain', 'exit-codes']);
    for (const status of ['0', '1', '2', '3', '130'])
      expect(codes.stdout).toMatch(new RegExp(`^  ${status} +[a-z]`, 'm'));
    // Help ends with the same text.
    expect((await runCli(['--help'])).stdout.endsWith(`\n\n${codes.stdout}`)).toBe(true);
  });
});

describe('a report never replaces what the command reads', () => {
  test.each([
    [['check', 'chain/kava', '--no-network', '--fix'], 'chain/kava/param.json'],
    [['check', '--no-network', '--exclude', 'exclude.json'], 'exclude.json'],
    [['check', 'all.jsonl', '--no-network', '--baseline', 'before.jsonl'], 'all.jsonl'],
    [['check', 'all.jsonl', '--no-network', '--baseline', 'before.jsonl'], 'before.jsonl'],
    [['merge', 'part.json'], 'part.json'],
    [['history', 'history.jsonl'], 'history.jsonl'],
    [['history', 'history.jsonl', '--dead'], 'chain/kava/param.json'],
    [['add', 'kava', 'grpc', 'localhost:1', '--provider', 'A'], 'chain/kava/param.json'],
    [['smoke', 'kava', '--base-url', 'https://a.example', '--token-file', 'token'], 'token'],
  ])('%j', async (args, file) => {
    const entry = '{"kind":"grpc","url":"grpc.example.com:443"}\n';
    const files = {
      'chain/kava/param.json': formatParam({ grpc: ['https://grpc.example.com:443'] }),
      'exclude.json': '[{"host":"a.example","reason":"b"}]',
      'all.jsonl': entry,
      'before.jsonl': entry,
      'history.jsonl': '',
      token: 'secret\n',
    };
    const cwd = await createDirectory(files);
    await runCli(['chain/kava', '--no-network', '--reporter', 'json=part.json'], { cwd });
    const before = await readBytes(cwd);
    const { stderr, exitCode } = await runCli([...args, '--reporter', `json=${file}`], { cwd });
    expect(stderr).toContain(`${file} is both an input and a report: write the report to another file`);
    expect([exitCode, await readBytes(cwd)]).toEqual([2, before]);
  });
});
