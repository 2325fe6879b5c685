import { describe, expect, test } from 'vitest';
import { createDirectory } from '../../../test/support/directory.js';
import { createRepository } from '../../../test/support/repository.js';
import { findUpstream } from './upstream.js';

/** Finds the main branch of a clone with one set of remote branches after another; a target makes a symbolic ref. */
async function createFinder() {
  const { directory, write, git } = await createRepository();
  const head = await git('rev-parse', 'HEAD');
  return async (refs: Readonly<Record<string, string | null>>) => {
    await write({ '.git/refs/remotes': null });
    const files = Object.entries(refs).map(([name, target]) => [
      `.git/refs/remotes/${name}`,
      target === null ? `${head}\n` : `ref: refs/remotes/${target}\n`,
    ]);
    await write(Object.fromEntries(files) as Readonly<Record<string, string>>);
    return findUpstream(directory);
  };
}

describe('the main branch is found among the remote branches that are here', () => {
  const rows: readonly [string, Readonly<Record<string, string | null>>, string, string][] = [
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
  ];

  test('the best of them', async () => {
    const find = await createFinder();
    for (const [what, refs, ref, name] of rows)
      expect(await find(refs), what).toEqual({ ref: `refs/remotes/${ref}`, name });
  });

  test('none among other branches', async () => {
    const find = await createFinder();
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

test('a name that needs quoting is not repeated', async () => {
  const find = await createFinder();
  for (const hostile of ['origin/$(touch${IFS}ran)', 'origin/\u202eniam', "origin/a'b", '-x/main'])
    expect(await find({ [hostile]: null, 'origin/HEAD': hostile }), hostile).toEqual({
      ref: 'refs/remotes/origin/HEAD',
      name: 'origin/HEAD',
    });
});
