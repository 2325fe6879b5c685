import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createDirectory } from '../../test/support/directory.js';
import { cloneRepository, createRepository } from '../../test/support/repository.js';
import { chooseComparison, readEvent, type Scope } from './event.js';

/** What the event is compared with, for a payload of fixtures/events and these commits. */
async function choose(
  name: string,
  payload: string,
  {
    checkout = '.',
    commits = {},
    sha = '',
    scope = 'auto',
  }: {
    readonly checkout?: string;
    readonly commits?: Readonly<Record<string, string>>;
    readonly sha?: string;
    readonly scope?: Scope;
  } = {},
) {
  let text = await readFile(`fixtures/events/${payload}.json`, 'utf8');
  for (const [placeholder, commit] of Object.entries(commits)) text = text.replaceAll(placeholder, commit);
  const directory = await createDirectory({ 'event.json': text });
  const errors: string[] = [];
  const env = { GITHUB_EVENT_NAME: name, GITHUB_EVENT_PATH: join(directory, 'event.json'), GITHUB_SHA: sha };
  const event = await readEvent(checkout, env, errors);
  expect(errors).toEqual([]);
  return chooseComparison(scope, event);
}

describe('on every event, contributors answer only for the entries that they changed', () => {
  test('a pull request is compared with the first parent of its merge, else with the base of the event', async () => {
    const origin = await createRepository();
    await origin.git('checkout', '--quiet', '-b', 'topic');
    const head = await origin.commit({ head: '' });
    await origin.git('checkout', '--quiet', 'main');
    const base = await origin.commit({ base: '' });
    await origin.git('merge', '--quiet', '--no-ff', '--message', 'Merge', 'topic');
    const sha = await origin.git('rev-parse', 'HEAD');
    const commits = { HEAD_SHA: head, BASE_SHA: base, MERGE_SHA: sha };
    const at = (checkout: string, more = {}) =>
      choose('pull_request', 'pull_request-fork', { checkout, commits, sha, ...more });
    const { directory } = await cloneRepository(origin, 1);
    expect(await at(directory)).toEqual({ since: 'HEAD^1' });
    expect(await at(directory, { scope: 'changed' })).toEqual({ since: 'HEAD^1' });
    expect(await at(directory, { scope: 'all' })).toEqual({ since: null });
    // The pull request was pushed to, or merged again, after the event.
    expect(await at(directory, { commits: { ...commits, HEAD_SHA: '5'.repeat(40) } })).toEqual({
      since: 'HEAD^1',
    });
    expect(await at(directory, { sha: '4'.repeat(40) })).toEqual({ since: 'HEAD^1' });
    // On pull_request_target, the base itself has no change, even if its last commit is a merge.
    const ofBase = { HEAD_SHA: '4'.repeat(40), BASE_SHA: sha };
    const target = { checkout: directory, commits: ofBase, sha };
    expect(await choose('pull_request_target', 'pull_request-fork', target)).toEqual({ since: sha });
    // A workflow may check out the commit of the pull request itself.
    await origin.git('checkout', '--quiet', '--detach', head);
    expect(await at(origin.directory)).toEqual({ since: base });
  });

  test('the head of a pull request is compared with its merge base, even if it is a merge of the base', async () => {
    const origin = await createRepository();
    const fork = await origin.git('rev-parse', 'HEAD');
    await origin.git('checkout', '--quiet', '-b', 'topic');
    const older = await origin.commit({ topic: '' });
    await origin.git('checkout', '--quiet', 'main');
    const base = await origin.commit({ base: '' });
    await origin.git('checkout', '--quiet', 'topic');
    await origin.git('merge', '--quiet', '--no-ff', '--message', 'Merge main', 'main');
    const head = await origin.git('rev-parse', 'HEAD');
    const at = (commits: Readonly<Record<string, string>>, checkout = origin.directory, sha = head) =>
      choose('pull_request', 'pull_request-fork', { checkout, commits, sha });
    // Gitea, Forgejo and act check out the head, and GITHUB_SHA is the head.
    expect(await at({ HEAD_SHA: head, BASE_SHA: base })).toEqual({ since: base });
    // A workflow checked out the branch, whose head is newer than the event.
    expect(await at({ HEAD_SHA: older, BASE_SHA: base }, origin.directory, '4'.repeat(40))).toEqual({
      since: base,
    });
    // The event may know an older base than the branch that was fetched.
    const clone = await cloneRepository(origin);
    expect(await at({ HEAD_SHA: head, BASE_SHA: fork }, clone.directory)).toEqual({ since: 'origin/main' });
    expect(await at({ HEAD_SHA: head, BASE_SHA: '5'.repeat(40) }, clone.directory)).toEqual({
      since: '5'.repeat(40),
    });
    // It has been merged since.
    await clone.git('update-ref', 'refs/remotes/origin/main', head);
    expect(await at({ HEAD_SHA: head, BASE_SHA: base }, clone.directory)).toEqual({ since: base });
    // On pull_request_target, the base is newer than the event.
    await origin.git('checkout', '--quiet', 'main');
    const target = { checkout: origin.directory, commits: { HEAD_SHA: head, BASE_SHA: fork }, sha: base };
    expect(await choose('pull_request_target', 'pull_request-fork', target)).toEqual({ since: base });
  });

  test('the commits are those of the repository around a submodule that holds the registry', async () => {
    const origin = await createRepository();
    const inner = await createRepository({ 'chain/kava/param.json': '{}' });
    const base = await origin.git('rev-parse', 'HEAD');
    await origin.git('checkout', '--quiet', '-b', 'topic');
    await origin.git(
      '-c',
      'protocol.file.allow=always',
      'submodule',
      '--quiet',
      'add',
      inner.directory,
      'sub',
    );
    const head = await origin.commit();
    await origin.git('checkout', '--quiet', 'main');
    await origin.git('merge', '--quiet', '--no-ff', '--message', 'Merge', 'topic');
    const checkout = `${origin.directory}/sub`;
    const commits = { HEAD_SHA: head, BASE_SHA: base };
    expect(await choose('pull_request', 'pull_request-fork', { checkout, commits })).toEqual({
      since: 'HEAD^1',
    });
  });

  test('act may know names alone', async () => {
    const directory = await createDirectory({
      'event.json': JSON.stringify({ pull_request: { head: { ref: 'topic' }, base: { ref: 'dev' } } }),
    });
    const env = { GITHUB_EVENT_NAME: 'pull_request', GITHUB_EVENT_PATH: join(directory, 'event.json') };
    expect(chooseComparison('auto', await readEvent('.', env, []))).toEqual({ since: 'origin/dev' });
  });

  test.each([
    ['a merge group', 'merge_group', 'merge_group', 'BASE_SHA'],
    ['a push', 'push', 'push', 'BASE_SHA'],
    ['a force-push, whose older head is gone', 'push', 'push-forced', 'origin/main'],
    ['the first push of a branch', 'push', 'push-new-branch', 'origin/main'],
    ['the first push of all', 'push', 'push-first', null],
    ['a schedule', 'schedule', 'schedule', null],
    ['a run by hand', 'workflow_dispatch', 'workflow_dispatch', null],
  ])('%s', async (_, name, payload, since) => {
    expect(await choose(name, payload)).toEqual({ since });
    expect(await choose(name, payload, { scope: 'all' })).toEqual({ since: null });
  });

  test('an event without a base has no changes to check', async () => {
    expect(await choose('schedule', 'schedule', { scope: 'changed' })).toBe(
      'scope: "changed" needs pull_request, merge_group or push, got schedule',
    );
    expect(await choose('merge_group', 'push')).toBe('the merge_group event has no merge_group.base_sha');
  });
});

test.each(['{', ''])('an event that cannot be read is an error: %j', async (payload) => {
  const directory = await createDirectory({ 'event.json': payload });
  const errors: string[] = [];
  await readEvent(directory, { GITHUB_EVENT_PATH: join(directory, 'event.json') }, errors);
  expect(errors).toEqual([expect.stringMatching(/^cannot read the event at GITHUB_EVENT_PATH: \S/)]);
});
