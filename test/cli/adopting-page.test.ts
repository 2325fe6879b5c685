import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runCli } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';
import { readMarkdown } from '../support/documents.js';

const { blocks } = readMarkdown(readFileSync('docs/adopting.md', 'utf8'));

test('docs/adopting.md shows what a contributor to cosmos/chain-registry sees', async () => {
  const [entry] = blocks.filter(({ language }) => language === 'json');
  const [shown] = blocks.filter(({ language }) => language === '');
  const cwd = await createDirectory({
    'kava/chain.json': `{"chain_name":"kava","chain_id":"kava_2222-10","apis":{"grpc":[\n${entry?.code ?? ''}]}}`,
  });
  const { stdout, exitCode } = await runCli(['--no-network'], { cwd });
  expect(exitCode).toBe(1);
  expect(stdout).toContain('kava/chain.json:2:');
  const lines = (shown?.code ?? '').trim().split('\n');
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(stdout).toContain(line);
});

test('its User-Agent is one that the program accepts', async () => {
  const [, agent] = blocks.filter(({ language }) => language === '');
  const cwd = await createDirectory({
    'kava/chain.json': '{"chain_name":"kava","chain_id":"kava_2222-10","apis":{"rpc":[]}}',
  });
  const args = ['--no-network', '--user-agent', agent?.code.trim() ?? ''];
  expect(await runCli(args, { cwd })).toMatchObject({ exitCode: 0 });
});
