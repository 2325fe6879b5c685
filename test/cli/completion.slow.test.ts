import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { rules } from '../../src/index.js';
import { runCli } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';
import { shells } from '../support/shells.js';

const files = ['zone.json'];

const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['commands', ['e'], ['evm', 'evm-ws', 'explain', 'exporter']],
  ['options of check, which needs no name', ['--no'], ['--no-color', '--no-network']],
  ['its options after a file', ['a.json', '--q'], ['--quiet']],
  ['options of a command', ['serve', '--conf'], ['--confirmations']],
  ['options after arguments', ['check', 'a.json', '--q'], ['--quiet']],
  ['options after other options', ['query', 'holders', 'kava', '--all', '--de'], ['--denom']],
  ['kinds', ['--only', 'r'], ['rest', 'rpc']],
  ['kinds to remove', ['remove', '--kind', 'r'], ['rest', 'rpc']],
  ['options of add', ['add', 'kava', '--f'], ['--fail-on', '--force']],
  ['kinds to add, after the chain', ['add', 'kava', 'r'], ['rest', 'rpc']],
  ['no kinds after the kind', ['add', 'kava', 'rpc', 'r'], []],
  ['options of history', ['history', '--d'], ['--dead']],
  ['options that fix', ['check', '--fix'], ['--fix', '--fix-all', '--fix-dry-run']],
  ['formats', ['--format', 'k'], ['keplr']],
  ['files after an option that takes one', ['--exclude', ''], files],
  ['reporters', ['check', '--reporter', 's'], ['sarif']],
  ['levels', ['smoke', '--fail-on', 'in'], ['inconclusive']],
  ['orders', ['query', 'holders', 'kava', '--sort', ''], ['asc', 'desc']],
  ['routes', ['query', 'holder'], ['holder-summary', 'holders']],
  ['rules', ['explain', 'net/ref'], ['net/refused']],
  ['topics', ['explain', 'exi'], ['exit-codes']],
  ['commands of help', ['help', 'sm'], ['smoke']],
  ['shells', ['completion', ''], ['bash', 'fish', 'zsh']],
  ['no options of other commands', ['explain', '--since'], []],
  ['files', ['check', ''], files],
  ['files after an option that takes one', ['serve', '--token-file', ''], files],
  ['chains to add to', ['add', ''], ['kava', 'osmosis']],
  ['networks of a route', ['query', 'holders', 'ka'], ['kava']],
  ['networks to test', ['smoke', 'kava', 'o'], ['osmosis']],
  ['files after an option of smoke', ['smoke', 'kava', '--sample', ''], files],
  ['no routes after a route', ['query', 'holders', 'h'], []],
];

describe.each(shells)('$name completes', ({ name, isHere, complete }) => {
  test.runIf(isHere).each(cases)('%s', async (_, words, expected) => {
    expect(await complete(...words)).toEqual(expected);
  });

  test.runIf(isHere)('every rule, and every command of the help', async () => {
    const offered = await complete('explain', '');
    for (const { code } of rules) expect(offered).toContain(code);
    const { stdout } = await runCli(['--help']);
    const [, list = ''] = /\nCommands:\n([^]*?)\n\n/.exec(stdout) ?? [];
    const names = [...list.matchAll(/^ {2}([a-z]\S*)/gm)].map(([, command]) => command);
    expect(names.length).toBeGreaterThan(10);
    // A file is possible there too; fish offers both.
    const commands = (await complete('')).filter((word) => !files.includes(word));
    expect(commands).toEqual(names.sort());
  });

  test.runIf(isHere)('by a script that it loads without output', async () => {
    const { stdout: script } = await runCli(['completion', name]);
    expect(script).toContain('net/refused');
    const directory = await createDirectory({ script });
    const { status, stderr } = spawnSync(name, ['-n', `${directory}/script`], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

test.runIf(shells.some(({ name, isHere }) => name === 'zsh' && isHere))(
  'in zsh, completions of other commands stay',
  async () => {
    const { stdout: script } = await runCli(['completion', 'zsh']);
    const directory = await createDirectory({ script });
    const lines = [
      'autoload -U compinit && compinit && compdef _files other',
      'source script',
      'print $_comps[other] $_comps[endpoint-check]',
    ];
    const { stdout } = spawnSync('zsh', ['-f', '-c', lines.join('\n')], {
      cwd: directory,
      env: { ...process.env, HOME: directory, ZDOTDIR: directory },
      encoding: 'utf8',
    });
    expect(stdout).toMatch(/^_files _bash_complete/);
  },
);

test.each([
  ['constructor', 'unknown shell "constructor": expected bash, zsh or fish'],
  ['bahs', 'unknown shell "bahs": expected bash, zsh or fish (did you mean bash?)'],
])('the shell %s is a usage error', async (shell, error) => {
  const { stderr, exitCode } = await runCli(['completion', shell]);
  expect(stderr).toContain(`  ${error}\n`);
  expect(exitCode).toBe(2);
});
