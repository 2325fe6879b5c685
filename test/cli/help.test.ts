import { describe, expect, test } from 'vitest';
import { runCli } from '../support/command-line.js';

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
