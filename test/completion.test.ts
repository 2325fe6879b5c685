import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { rules } from '../src/index.js';
import { runCli } from './support/command-line.js';

const execute = promisify(execFile);

/** What bash offers for the last of the words. */
async function complete(...words: string[]): Promise<string[]> {
  const { stdout: script } = await runCli(['completion', 'bash']);
  const line = `COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _endpoint_check; printf '%s\n' "\${COMPREPLY[@]}"`;
  const args = ['--norc', '-c', `${script}${line}`, 'bash', 'endpoint-check', ...words];
  const { stdout } = await execute('bash', args);
  return stdout.split('\n').filter((word) => word !== '');
}

describe('bash completes', () => {
  test.each([
    ['commands', ['e'], ['evm', 'explain']],
    ['options of check, which needs no name', ['--no'], ['--no-network', '--no-color']],
    ['options of a command', ['serve', '--max'], ['--max-blocks']],
    ['options behind arguments', ['check', 'a.json', '--q'], ['--quiet']],
    ['options behind others', ['query', 'holders', 'kava', '--all', '--de'], ['--denom']],
    ['kinds', ['--only', ''], ['grpc', 'evm']],
    ['reporters', ['check', '--reporter', 's'], ['sarif']],
    ['levels', ['smoke', '--fail-on', 'in'], ['inconclusive']],
    ['orders', ['query', 'holders', 'kava', '--sort', ''], ['asc', 'desc']],
    ['routes', ['query', 'holder'], ['holders', 'holder-summary']],
    ['rules', ['explain', 'net/ref'], ['net/refused']],
    ['topics', ['explain', 'ex'], ['exit-codes']],
    ['commands of help', ['help', 'sm'], ['smoke']],
    ['shells', ['completion', ''], ['bash', 'zsh', 'fish']],
    ['no options of other commands', ['explain', '--since'], []],
    // Then the shell offers files.
    ['nothing where a file stands', ['check', ''], []],
    ['nothing behind a value of its own', ['serve', '--token-file', ''], []],
  ])('%s', async (_, words, expected) => {
    expect(await complete(...words)).toEqual(expected);
  });

  test('every rule, and every command of the help', async () => {
    const offered = await complete('explain', '');
    for (const { code } of rules) expect(offered).toContain(code);
    const { stdout } = await runCli(['--help']);
    const [, list = ''] = /\nCommands:\n([^]*?)\n\n/.exec(stdout) ?? [];
    const names = [...list.matchAll(/^ {2}([a-z]\S*)/gm)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(10);
    expect(await complete('')).toEqual(names);
  });
});

describe.each(['bash', 'zsh', 'fish'])('%s', (shell) => {
  const isHere = spawnSync(shell, ['--version']).error === undefined;

  test.skipIf(!isHere)('reads its script', async () => {
    const { stdout: script } = await runCli(['completion', shell]);
    expect(script).toContain('net/refused');
    const { status, stderr } = spawnSync(shell, ['-n'], { input: script, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

test('another shell is wrong usage', async () => {
  const { stderr, exitCode } = await runCli(['completion', 'constructor']);
  expect(stderr).toContain('"constructor" is none of bash, zsh, fish');
  expect(exitCode).toBe(2);
});
