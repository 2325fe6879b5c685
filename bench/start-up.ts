// What a command costs before it does anything: the start of a whole process, beside an empty Node program; the packed tarball, and an installation from
// it without the network.
import { holdLimit, holdRounds, measureInTurn, median, type Options, type Row } from './table.js';
import { runEmpty, runOrThrow, runProgram } from './support/process.js';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withFiles } from '../scripts/temporary-files.js';

const reason = 'formats are not the cause (measured without them)';

export async function measureStartUp({ quick }: Options) {
  const { empty, ...measures } = await measureInTurn(
    {
      empty: runEmpty,
      '--version': () => runProgram(['--version']),
      '--help': () => runProgram(['--help']),
    },
    quick ? 3 : 21,
  );
  return Object.entries(measures).map(([work, ours]) =>
    holdRounds(work, 'wallMs', ours, ['node -e 0', empty], 1.3, reason),
  );
}

export function measurePackage({ quick }: Options): Promise<Row[]> {
  return withFiles([], async (directory) => {
    const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', directory];
    const [{ filename, size, entryCount }] = JSON.parse((await runOrThrow('npm', args)).stdout);
    const { dependencies = {} } = JSON.parse(readFileSync('package.json', 'utf8'));
    const needed = Object.keys(dependencies).length;
    let users = 0;
    const install = async () => {
      const cwd = join(directory, `user-${users++}`);
      mkdirSync(cwd);
      writeFileSync(join(cwd, 'package.json'), '{}');
      return (await runOrThrow('npm', ['install', join(directory, filename), '--offline'], { cwd })).wallMs;
    };
    const installMs = median((await measureInTurn({ install }, quick ? 1 : 5)).install);
    return [
      {
        work: 'packed tarball',
        ours: `${(size / 1_000).toFixed(0)} kB, ${entryCount} files, ${needed} dependencies`,
        reach: '<= 600 kB, no dependency',
        reached: size <= 600_000 && needed === 0,
      },
      holdLimit('npm install of the tarball, offline', installMs, 1_000),
    ];
  });
}
