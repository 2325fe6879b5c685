import { execFile, spawnSync } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { delimiter, resolve } from 'node:path';
import { promisify } from 'node:util';
import { runCli } from './command-line.js';
import { createDirectory } from './directory.js';

/** A shell that completes the program's command line. */
export interface Shell {
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
      ['-f', resolve('test/support/complete.zsh'), script, `endpoint-check ${words.join(' ')}`],
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
export const shells: readonly Shell[] = Object.entries(programs).map(([name, complete]) => {
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
