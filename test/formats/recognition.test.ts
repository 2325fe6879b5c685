import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { formats } from '../../src/index.js';
import { runCli } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';

test('a registry of each format has a case in which it is recognised', () => {
  const [cases = ''] = readFileSync('fixtures/cases/recognition.txt', 'utf8').split(
    '\n== from a directory among',
  );
  const recognised = new Set(Array.from(cases.matchAll(/^\S+ of .+ in (\S+)$/gm), ([, name]) => name));
  // No directory is searched for plain entries.
  const names = formats.map(({ name }) => name).filter((name) => name !== 'entries');
  expect([...recognised].sort()).toEqual(names.sort());
});

describe('--format forces a format', () => {
  test('for a file whatever its name, and for standard input', async () => {
    const cwd = await createDirectory({ 'draft.txt': '{"chainId":"x-1","rpc":["https://a.example"]}' });
    const forced = await runCli(['draft.txt', '--format', 'pingpub', '--no-network', '--reporter', 'json'], {
      cwd,
    });
    expect(forced.stdout).toContain('"format": "pingpub"');
    const stdin = await runCli(['-', '--format', 'keplr', '--no-network', '--reporter', 'json'], {
      cwd,
      stdin: '{"chainId":"x-1"}',
    });
    expect(stdin.stdout).toContain('"format": "keplr"');
    expect(stdin.stdout).toContain('the file has no \\"rpc\\"');
  });

  test('for several syntaxes, of which the content shows one', async () => {
    const texts = [
      'chain_id = 6\npublic_rpc = "https://a.example"\n',
      '[[superchain]]\nchain_id = 6\n',
      '[{"identifier":"mainnet/a","chainId":6,"rpc":["https://a.example"]}]',
      '[genesis]\nl2_time = 1\n',
    ];
    for (const text of texts) {
      const cwd = await createDirectory({ 'draft.txt': text });
      for (const path of ['draft.txt', '-']) {
        const args = [path, '--format', 'superchain', '--no-network', '--reporter', 'json'];
        const { stdout } = await runCli(args, { cwd, stdin: text });
        expect(stdout).not.toContain('file/invalid-');
      }
    }
  });

  test('for a directory by its layout', async () => {
    const cwd = await createDirectory({
      'chain/kava/param.json': '{"grpc_endpoint":[{"provider":"A","url":"grpc.example.com:443"}]}',
      'chains/mainnet/kava.json': '{"chain_name":"kava","api":"https://api.example.com"}',
    });
    const { stdout } = await runCli(['--format', 'pingpub', '--no-network', '--reporter', 'json'], { cwd });
    expect(stdout).toContain('chains/mainnet/kava.json');
    expect(stdout).not.toContain('param.json');
  });
});
