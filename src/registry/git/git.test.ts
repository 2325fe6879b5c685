import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDirectory } from '../../../test/support/directory.js';
import { cloneRepository, createRepository } from '../../../test/support/repository.js';
import { listConflicts } from './conflict.js';
import { runGit } from './git.js';
import { readRevision } from './revision.js';

test('git is ended in time, together with its children', async () => {
  const directory = await createDirectory();
  const started = performance.now();
  const answer = await runGit(directory, ['-c', 'alias.wait=!sleep 30 & sleep 30', 'wait'], { limitMs: 300 });
  expect(answer.status).toBe(null);
  expect(performance.now() - started).toBeLessThan(10_000);
});

test('no program that the configuration of a repository names is run', async () => {
  const origin = await createRepository({ 'file.json': '1' });
  await origin.git('branch', 'base');
  await origin.commit({ 'file.json': '2' });
  const clone = await cloneRepository(origin, 1);
  const ran = join(clone.directory, 'ran');
  const program = join(clone.directory, 'hooks/reference-transaction');
  await clone.write({ 'hooks/reference-transaction': `#!/bin/sh\necho "$0" >>'${ran}'\n` });
  await chmod(program, 0o755);
  await clone.git('config', 'core.hooksPath', 'hooks');
  await clone.git('config', 'core.fsmonitor', program);
  expect(await listConflicts(clone.directory)).toEqual(new Set());
  const revision = await readRevision(clone.directory, 'origin/base', () => true);
  expect(typeof revision).toBe('object');
  await expect(readFile(ran, 'utf8')).rejects.toThrow('ENOENT');
});
