// What a user downloads and waits for: the packed tarball, its files, and an installation from it without the network.
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureInTurn, median } from './pairs.js';
import { inDirectory, runOrThrow } from './support/process.js';
import { formatMs, describeFigure } from './table.js';

const kB = 1_000;

/** @returns {Promise<import('./table.js').Row[]>} */
export function measurePackage() {
  return inDirectory(async (directory) => {
    const packed = await pack(directory);
    const { dependencies = {} } = JSON.parse(readFileSync('package.json', 'utf8'));
    const needed = Object.keys(dependencies).length;
    const ours = `${formatSize(packed.size)}, ${String(packed.entryCount)} files, ${String(needed)} dependencies`;
    const { ours: times = [] } = await measureInTurn({ ours: () => install(packed.path, directory) }, 5);
    const installMs = median(times);
    const own = describeFigure(
      'packed tarball',
      ours,
      '<= 600 kB, no dependency',
      packed.size <= 600 * kB && needed === 0,
    );
    const installation = describeFigure(
      'npm install of the tarball, offline',
      formatMs(installMs),
      '<= 1 s',
      installMs <= 1_000,
    );
    return [own, installation];
  });
}

/** @param {string} directory */
async function pack(directory) {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', directory];
  const [{ filename, entryCount }] = JSON.parse((await runOrThrow('npm', args)).stdout);
  const path = join(directory, filename);
  return { path, size: statSync(path).size, entryCount: Number(entryCount) };
}

let installations = 0;

/**
 * @param {string} tarball
 * @param {string} directory
 */
async function install(tarball, directory) {
  const cwd = join(directory, `user-${String(installations++)}`);
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'package.json'), '{}');
  return (await runOrThrow('npm', ['install', tarball, '--offline'], { cwd })).wallMs;
}

/** @param {number} bytes */
const formatSize = (bytes) => `${(bytes / kB).toFixed(0)} kB`;
