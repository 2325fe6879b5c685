import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repository } from '../support/documents.js';
import { copyProject } from '../support/repository.js';

const execute = promisify(execFile);
const [owner = ''] = repository.split('/');
const otherOwner = 'Some-Account';
let copy: string;
let paths: readonly string[];

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'endpoint-check-owner-'));
  paths = await copyProject(copy);
  await symlink(resolve('node_modules'), join(copy, 'node_modules'));
});

afterAll(() => rm(copy, { recursive: true }));

test('with another owner in package.json, nothing names the previous one', async () => {
  const manifest = join(copy, 'package.json');
  const text = await readFile(manifest, 'utf8');
  const url = `git+https://github.com/${repository}.git`;
  expect(text.split(url)).toHaveLength(2);
  await writeFile(manifest, text.replace(url, `git+https://github.com/${otherOwner}/endpoint-check.git`));
  const run = (...args: readonly string[]) => execute(process.execPath, args, { cwd: copy });
  await run('scripts/run.js', 'scripts/generate.ts');
  await run('scripts/build.js', 'action');
  const left = await Promise.all(
    paths.map(async (path) => {
      const now = await readFile(join(copy, path), 'utf8').catch(() => '');
      return new RegExp(`\\b(?:${owner}|OWNER)\\b(?=/endpoint-check|\\.github)`).test(now) ? [path] : [];
    }),
  );
  expect(left.flat()).toEqual([]);
  for (const path of ['README.md', 'SECURITY.md', 'deploy/alerts.yml', 'dist/action.js']) {
    expect([path, await readFile(join(copy, path), 'utf8')]).toEqual([
      path,
      expect.stringContaining(`${otherOwner}/endpoint-check`),
    ]);
  }
  expect(await readFile(join(copy, 'docs/ci.md'), 'utf8')).toContain(
    `ghcr.io/${otherOwner.toLowerCase()}/endpoint-check`,
  );
  for (const path of paths.filter((each) => each.endsWith('.md')))
    expect([path, await readFile(join(copy, path), 'utf8')]).not.toEqual([
      path,
      expect.stringContaining('Nothing is published yet.'),
    ]);
  // Once is enough.
  expect((await run('scripts/run.js', 'scripts/generate.ts', '--check')).stdout).toContain(
    'generated files are fresh',
  );
});
