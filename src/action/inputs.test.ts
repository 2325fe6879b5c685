import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createDirectory } from '../../test/support/directory.js';
import { report } from '../../test/support/report-samples.js';
import { readActionExclusions, readActionHistory, readInputs } from './inputs.js';
import { recordReport } from './outputs.js';
import { createRepository, type Repository } from '../../test/support/repository.js';
import type { WorkflowEvent } from './event.js';

const historyPath = 'history.jsonl';

function openHistory(cwd: string, name = 'schedule') {
  const errors: string[] = [];
  return {
    ...readActionHistory(historyPath, {
      cwd,
      event: { name, payload: null, isMerge: false, newerBase: null },
      errors,
    }),
    errors,
  };
}

describe('the history that an input names', () => {
  test('is ignored on each event of what contributors propose', async () => {
    const cwd = await createDirectory({ [historyPath]: 'made by a contributor\n' });
    for (const name of ['pull_request', 'pull_request_target', 'merge_group'])
      expect(openHistory(cwd, name)).toEqual({
        file: null,
        notice: `history: history.jsonl is ignored on ${name}, where contributors may have changed it`,
        errors: [],
      });
    expect(openHistory(cwd)).toEqual({
      file: null,
      notice: null,
      errors: [
        'history: history.jsonl cannot be read at line 1: it is not a JSON object; a history has one for each endpoint, as check --history writes it',
      ],
    });
  });

  test('is one file, and no link', async () => {
    const cwd = await createDirectory();
    symlinkSync('/dev/null', join(cwd, 'link.jsonl'));
    const listErrors = (history: string) => {
      const errors: string[] = [];
      readInputs((name) => (name === 'history' ? history : ''), cwd, errors);
      return errors;
    };
    expect(listErrors('link.jsonl')).toEqual([
      'history: link.jsonl is, or is behind, a symbolic link of the checkout',
    ]);
    expect(listErrors('a.jsonl\nb.jsonl')).toEqual([
      'history: expected one file, since a run is recorded in one',
    ]);
  });

  test('says why a run is not recorded', async () => {
    const { file } = openHistory(await createDirectory());
    expect(recordReport(file, report([]))).toMatchObject({
      notice: 'history: this run is not recorded in history.jsonl: nothing was probed',
      failed: false,
    });
  });
});

const excludePath = 'exclude.json';

function exclude(host: string): Readonly<Record<string, string>> {
  return { [excludePath]: JSON.stringify([{ host, reason: 'r' }]) };
}

/** A repository whose base excludes one host, and a branch on which two commits exclude others. */
async function createBranch(): Promise<{ readonly repository: Repository; readonly base: string }> {
  const repository = await createRepository(exclude('base.example'));
  const base = await repository.git('rev-parse', 'HEAD');
  await repository.git('checkout', '--quiet', '-b', 'topic');
  await repository.commit(exclude('first.example'));
  await repository.commit(exclude('second.example'));
  return { repository, base };
}

async function readHosts({ directory: cwd }: Repository, event: Partial<WorkflowEvent>) {
  const errors: string[] = [];
  const whole = { name: 'pull_request', payload: null, isMerge: false, newerBase: null, ...event };
  const { exclusions, notice } = await readActionExclusions(excludePath, { cwd, event: whole, errors });
  return { hosts: exclusions?.exclusions.map(({ host }) => host) ?? null, notice, errors };
}

const inBase = { hosts: ['base.example'], notice: null, errors: [] };
/** No exclusions, and why. */
const noneIn = (proposal: string) => ({
  hosts: null,
  notice: `exclude: exclude.json is not in the base of the ${proposal}, so it excludes nothing`,
  errors: [],
});

test('on a pull request and in a merge queue the exclusions of the base count', async () => {
  const { repository, base } = await createBranch();
  const pull = { pull_request: { base: { sha: base } } };
  const named: readonly [string, WorkflowEvent['payload']][] = [
    ['pull_request', pull],
    ['pull_request_target', pull],
    // A review has the same checkout.
    ['pull_request_review', pull],
    ['pull_request_review_comment', pull],
    ['merge_group', { merge_group: { base_sha: base } }],
  ];
  for (const [name, payload] of named)
    expect(await readHosts(repository, { name, payload }), name).toEqual(inBase);
  // None if the event names no base.
  const unnamed: readonly [string, WorkflowEvent['payload']][] = [
    ['pull_request', null],
    ['issue_comment', { issue: { pull_request: { url: 'https://example.com/1' } } }],
    ['workflow_run', { workflow_run: { event: 'pull_request' } }],
  ];
  for (const [name, payload] of unnamed)
    expect(await readHosts(repository, { name, payload }), name).toEqual(noneIn('pull request'));
  // Any other event uses those of the checkout.
  const checkedOut: readonly [string, WorkflowEvent['payload']][] = [
    ['issue_comment', { issue: { pull_request: null } }],
    ['workflow_run', { workflow_run: { event: 'push' } }],
    ['push', null],
  ];
  for (const [name, payload] of checkedOut)
    expect(await readHosts(repository, { name, payload }), name).toEqual({
      ...inBase,
      hosts: ['second.example'],
    });
  // The base of a merge is its first parent, and of a merge group what it is merged into.
  await repository.git('checkout', '--quiet', 'main');
  await repository.git('merge', '--quiet', '--no-ff', '--message', 'Merge', 'topic');
  expect(await readHosts(repository, { isMerge: true })).toEqual(inBase);
  const group = { merge_group: { base_sha: base } };
  expect(await readHosts(repository, { name: 'merge_group', payload: group })).toEqual(inBase);
});

test('none count if the base has no such file', async () => {
  const repository = await createRepository({ 'README.md': '' });
  const base = await repository.git('rev-parse', 'HEAD');
  await repository.commit(exclude('first.example'));
  const pull = { pull_request: { base: { sha: base } } };
  expect(await readHosts(repository, { payload: pull })).toEqual(noneIn('pull request'));
  const group = { merge_group: { base_sha: base } };
  expect(await readHosts(repository, { name: 'merge_group', payload: group })).toEqual(noneIn('merge group'));
});
