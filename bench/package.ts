// What a user downloads and waits for: the packed tarball, its files, and an installation from it without the network.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withFiles } from '../scripts/temporary-files.js';
import { measureInTurn, median } from './measure.js';
import { runOrThrow } from './support/process.js';
import { holdLimit, type Options, type Row } from './table.js';

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
