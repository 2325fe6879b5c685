// What a user downloads and waits for: the packed tarball, its files, and an installation from it without the network.
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureInTurn, median } from './pairs.js';
import { inDirectory, runOrThrow } from './support/process.js';
import { formatMs, skip } from './table.js';

const others = ['@arethetypeswrong/cli', 'publint'];
const kB = 1_000;

/**
 * @param {boolean} withPeers
 * @returns {Promise<import('./table.js').Row[]>}
 */
export function measurePackage(withPeers) {
  return inDirectory(async (directory) => {
    const packed = await pack('.', directory);
    const { dependencies = {} } = JSON.parse(readFileSync('package.json', 'utf8'));
    const needed = Object.keys(dependencies).length;
    const ours = `${formatSize(packed.size)}, ${String(packed.entryCount)} files, ${String(needed)} dependencies`;
    const { ours: times = [] } = await measureInTurn({ ours: () => install(packed.path, directory) }, 5);
    const installMs = median(times);
    const tarball = { work: 'packed tarball', ours };
    const own = {
      ...tarball,
      peer: '',
      ratio: null,
      reach: '<= 600 kB, no dependency',
      reached: packed.size <= 600 * kB && needed === 0,
    };
    const installation = {
      work: 'npm install of the tarball, offline',
      ours: formatMs(installMs),
      peer: '',
      ratio: null,
      reach: '<= 1 s',
      reached: installMs <= 1_000,
    };
    const compared = withPeers
      ? await Promise.all(others.map((name) => compareTarball(name, tarball, packed.size, directory)))
      : [];
    return [own, ...compared, installation];
  });
}

/**
 * The size compared with another tool's, which is without its dependencies.
 * @param {string} name
 * @param {{ work: string, ours: string }} own
 * @param {number} size
 * @param {string} directory
 * @returns {Promise<import('./table.js').Row>}
 */
async function compareTarball(name, own, size, directory) {
  try {
    const theirs = await pack(name, directory);
    const { dependencies = {} } = await readManifest(theirs.path);
    const needs = `${String(Object.keys(dependencies).length)} dependencies`;
    const peer = `${name}: ${formatSize(theirs.size)}, ${String(theirs.entryCount)} files, ${needs}`;
    return { ...own, peer, ratio: size / theirs.size, reach: 'to compare', reached: true };
  } catch {
    return skip(own.work, 'to compare', `${name} could not be fetched`);
  }
}

/**
 * @param {string} name A package of the registry, or `.` for this one.
 * @param {string} directory
 */
async function pack(name, directory) {
  const args = ['pack', name, '--json', '--ignore-scripts', '--pack-destination', directory];
  const [{ filename, entryCount }] = JSON.parse((await runOrThrow('npm', args)).stdout);
  const path = join(directory, String(filename).replace('@', '').replace('/', '-'));
  return { path, size: statSync(path).size, entryCount: Number(entryCount) };
}

/** @param {string} tarball */
async function readManifest(tarball) {
  const { stdout } = await runOrThrow('tar', ['-xzOf', tarball, 'package/package.json']);
  return JSON.parse(stdout);
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
