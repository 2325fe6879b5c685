import { execFile, spawnSync } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { delimiter, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { rules } from '../../src/index.js';
import { runCli } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';

/** A shell that completes the program's command line. */
interface Shell {
  readonly name: string;
  readonly isHere: boolean;
  /** Its sorted suggestions for the last of the words after the program's name, in a directory with one file, `zone.json`, in a registry of two chains. */
  readonly complete: (...words: string[]) => Promise<string[]>;
}

type Complete = (script: string, words: readonly string[], options: Surroundings) => Promise<string>;

/** The options of the shell's process. */
interface Surroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeout: number;
}

const execute = promisify(execFile);
const run = async (program: string, args: readonly string[], options: Surroundings) =>
  (await execute(program, args, options)).stdout;

const programs: Readonly<Record<string, Complete>> = {
  // Its completion needs a terminal, so its function is called as bash calls it; without a suggestion, bash offers files.
  bash: (script, words, options) => {
    const lines = [
      `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _endpoint_check`,
      `((\${#COMPREPLY[@]})) || COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"))`,
      `printf '%s\n' "\${COMPREPLY[@]}"`,
    ];
    return run(
      'bash',
      ['--norc', '-c', lines.join('\n'), 'bash', script, 'endpoint-check', ...words],
      options,
    );
  },
  zsh: (script, words, options) =>
    run(
      'zsh',
      ['-f', resolve('test/cli/complete.zsh'), script, `endpoint-check ${words.join(' ')}`],
      options,
    ),
  fish: (script, words, options) =>
    run(
      'fish',
      [
        '--no-config',
        '-c',
        'source $argv[1]; complete -C $argv[2]',
        script,
        `endpoint-check ${words.join(' ')}`,
      ],
      options,
    ),
};

/** Every shell with a completion. */
const shells: readonly Shell[] = Object.entries(programs).map(([name, complete]) => {
  const isHere = spawnSync(name, ['--version']).error === undefined;
  if (!isHere) process.stderr.write(`${name} is not installed: its completion is NOT tested\n`);
  return {
    name,
    isHere,
    complete: async (...words) => {
      const { stdout: script } = await runCli(['completion', name]);
      const home = await createDirectory({ script });
      const registry = await createDirectory({
        'chain/kava/param.json': '{}',
        'chain/osmosis/param.json': '{}',
        // No shell may run it.
        'chain/$(touch ran)/param.json': '{}',
        'desk/zone.json': '',
      });
      await mkdir(`${home}/bin`);
      await symlink(resolve('bin/endpoint-check.js'), `${home}/bin/endpoint-check`);
      const stdout = await complete(`${home}/script`, words, {
        cwd: `${registry}/desk`,
        // The shells' own files belong to the test.
        env: {
          ...process.env,
          PATH: `${home}/bin${delimiter}${process.env['PATH'] ?? ''}`,
          HOME: home,
          ZDOTDIR: home,
          XDG_CONFIG_HOME: home,
          XDG_DATA_HOME: home,
          OFFERED: `${home}/offered`,
        },
        timeout: 60_000,
      });
      // fish adds each word's description after a tab.
      const offered = stdout.split('\n').map((line) => line.replace(/\t.*/, ''));
      return offered.filter((word) => word !== '').sort();
    },
  };
});

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
