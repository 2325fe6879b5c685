import { describe, expect, test } from 'vitest';
import { createRepository, type Repository } from '../../test/support/repository.js';
import type { WorkflowEvent } from './event.js';
import { readActionExclusions } from './exclusions.js';

const path = 'exclude.json';

function exclude(host: string): Readonly<Record<string, string>> {
  return { [path]: JSON.stringify([{ host, reason: 'r' }]) };
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

async function read({ directory: cwd }: Repository, event: Partial<WorkflowEvent>) {
  const errors: string[] = [];
  const whole = { name: 'pull_request', payload: null, isMerge: false, ...event };
  const { exclusions, notice } = await readActionExclusions(path, { cwd, event: whole, errors });
  return { hosts: exclusions?.exclusions.map(({ host }) => host) ?? null, notice, errors };
}

const notInBase = 'exclude: exclude.json is not in the base of the pull request, so it excludes nothing';

describe('on a pull request the exclusions of its base count', () => {
  test('of its merge, the first parent', async () => {
    const { repository } = await createBranch();
    await repository.git('checkout', '--quiet', 'main');
    await repository.git('merge', '--quiet', '--no-ff', '--message', 'Merge', 'topic');
    const { hosts, notice } = await read(repository, { isMerge: true });
    expect([hosts, notice]).toEqual([['base.example'], null]);
  });

  test.each(['pull_request', 'pull_request_target'])(
    'of its own commit, the base that the event names (%s)',
    async (name) => {
      const { repository, base } = await createBranch();
      const payload = { pull_request: { base: { sha: base } } };
      const { hosts, notice } = await read(repository, { name, payload });
      expect([hosts, notice]).toEqual([['base.example'], null]);
    },
  );

  test.each(['pull_request_review', 'pull_request_review_comment'])(
    'of its review, whose checkout is the same (%s)',
    async (name) => {
      const { repository, base } = await createBranch();
      const payload = { pull_request: { base: { sha: base } } };
      expect((await read(repository, { name, payload })).hosts).toEqual(['base.example']);
    },
  );

  test.each([
    ['issue_comment', { issue: { pull_request: { url: 'https://example.com/1' } } }],
    ['workflow_run', { workflow_run: { event: 'pull_request' } }],
  ])('none where it is checked out on %s, which names no base', async (name, payload) => {
    const { repository } = await createBranch();
    expect(await read(repository, { name, payload })).toEqual({ hosts: null, notice: notInBase, errors: [] });
  });

  test('none where the event names no base', async () => {
    const { repository } = await createBranch();
    expect(await read(repository, {})).toEqual({ hosts: null, notice: notInBase, errors: [] });
  });

  test('none where the base has no such file', async () => {
    const repository = await createRepository({ 'README.md': '' });
    const base = await repository.git('rev-parse', 'HEAD');
    await repository.commit(exclude('first.example'));
    const payload = { pull_request: { base: { sha: base } } };
    expect(await read(repository, { payload })).toEqual({ hosts: null, notice: notInBase, errors: [] });
  });
});

describe('in a merge queue those of the base of the group count', () => {
  test('whatever its commits make of them', async () => {
    const { repository, base } = await createBranch();
    await repository.git('checkout', '--quiet', 'main');
    await repository.git('merge', '--quiet', '--no-ff', '--message', 'Merge', 'topic');
    const { hosts, notice } = await read(repository, {
      name: 'merge_group',
      payload: { merge_group: { base_sha: base } },
    });
    expect([hosts, notice]).toEqual([['base.example'], null]);
  });

  test('none where the base has no such file', async () => {
    const repository = await createRepository({ 'README.md': '' });
    const base = await repository.git('rev-parse', 'HEAD');
    await repository.commit(exclude('first.example'));
    const payload = { merge_group: { base_sha: base } };
    expect(await read(repository, { name: 'merge_group', payload })).toEqual({
      hosts: null,
      notice: 'exclude: exclude.json is not in the base of the merge group, so it excludes nothing',
      errors: [],
    });
  });
});

test.each([
  ['issue_comment', { issue: { pull_request: null } }],
  ['workflow_run', { workflow_run: { event: 'push' } }],
])('those that are checked out count on %s that is of no pull request', async (name, payload) => {
  const { repository } = await createBranch();
  expect(await read(repository, { name, payload })).toMatchObject({
    hosts: ['second.example'],
    notice: null,
  });
});

test('on other events those that are checked out count', async () => {
  const { repository } = await createBranch();
  expect(await read(repository, { name: 'push' })).toEqual({
    hosts: ['second.example'],
    notice: null,
    errors: [],
  });
});
