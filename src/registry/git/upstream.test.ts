import { describe, expect, test } from 'vitest';
import { createDirectory } from '../../../test/support/directory.js';
import { createRepository } from '../../../test/support/repository.js';
import { findUpstream } from './upstream.js';

/** The main branch of a clone with these remote branches; a target makes a symbolic ref. */
async function find(refs: Readonly<Record<string, string | null>>) {
  const { directory, git } = await createRepository();
  for (const [name, target] of Object.entries(refs)) {
    if (target === null) await git('update-ref', `refs/remotes/${name}`, 'HEAD');
    else await git('symbolic-ref', `refs/remotes/${name}`, `refs/remotes/${target}`);
  }
  return findUpstream(directory);
}

describe('the main branch is found among the remote branches that are here', () => {
  test.each<[string, Readonly<Record<string, string | null>>, string, string]>([
    [
      'what the remote says',
      { 'origin/HEAD': 'origin/dev', 'origin/dev': null, 'origin/main': null },
      'origin/HEAD',
      'origin/dev',
    ],
    ['main', { 'origin/main': null, 'origin/master': null }, 'origin/main', 'origin/main'],
    ['master', { 'origin/master': null, 'origin/x': null }, 'origin/master', 'origin/master'],
    [
      'that of upstream before that of origin',
      { 'upstream/master': null, 'origin/HEAD': 'origin/main', 'origin/main': null },
      'upstream/master',
      'upstream/master',
    ],
    [
      'a branch that was renamed',
      { 'origin/HEAD': 'origin/master', 'origin/main': null },
      'origin/main',
      'origin/main',
    ],
    [
      'no branch below one of the name',
      { 'upstream/main/x': null, 'origin/main': null },
      'origin/main',
      'origin/main',
    ],
  ])('%s', async (_, refs, ref, name) => {
    expect(await find(refs)).toEqual({ ref: `refs/remotes/${ref}`, name });
  });

  test('none among others', async () => {
    expect(await find({ 'fork/main': null, 'origin/topic': null })).toBeNull();
    expect(await findUpstream(await createDirectory())).toBeNull();
  });

  test('a local branch of the same name is another one', async () => {
    const { directory, git } = await createRepository();
    await git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    await git('branch', 'origin/main');
    expect(await findUpstream(directory)).toEqual({
      ref: 'refs/remotes/origin/main',
      name: 'remotes/origin/main',
    });
  });
});

test.each(['$(touch${IFS}ran)', '\u202eniam', "a'b", '-x'])(
  'a name that cannot be typed as it is, such as %j, is not repeated',
  async (branch) => {
    const hostile = branch === '-x' ? '-x/main' : `origin/${branch}`;
    expect(await find({ [hostile]: null, 'origin/HEAD': hostile })).toEqual({
      ref: 'refs/remotes/origin/HEAD',
      name: 'origin/HEAD',
    });
  },
);
