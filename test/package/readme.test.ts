import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { runCli } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';

const readme = readFileSync('README.md', 'utf8');

function findBlocks(language: string): string[] {
  return [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(
    ([, block = '']) => block,
  );
}

describe('what the README shows is what the program prints', () => {
  const [file = '', fixed = ''] = findBlocks('json');
  const sessions = findBlocks('console').map((block) => {
    const [, command = '', output = ''] = /^\$ endpoint-check (.*)\n([^]*)$/.exec(block) ?? [];
    return { command, output };
  });

  test('there is a broken entry and two commands', () => {
    expect(JSON.parse(file)).toHaveProperty('grpc_endpoint');
    expect(sessions).toHaveLength(2);
  });

  test('the fixed entries are valid', async () => {
    const cwd = await createDirectory({ 'chain/kava/param.json': fixed });
    const { stdout } = await runCli(['--no-network', '--verbose', 'chain/kava/param.json'], { cwd });
    expect(stdout).toContain('2 skipped (2 endpoints in 1 file');
    expect(stdout).toContain('0 errors, 0 warnings, 0 notices');
  });

  test.each(sessions)('$command', async ({ command, output }) => {
    const cwd = await createDirectory({ 'chain/kava/param.json': file });
    const { stdout } = await runCli(command.split(' '), { cwd });
    // The time that it took is the one thing that differs from run to run.
    const withoutTime = (text: string) => text.replace(/\d+\.\d s\)/g, '… s)');
    expect(withoutTime(stdout)).toBe(withoutTime(output));
  });
});
