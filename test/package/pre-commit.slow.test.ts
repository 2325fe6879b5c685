import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { formatParam } from '../support/directory.js';
import { homepage, version } from '../support/documents.js';
import { installPythonProgram } from '../support/packages.js';
import { copyProject, createRepository, openRepository, type Repository } from '../support/repository.js';

// https://pre-commit.com
const preCommit = await installPythonProgram('pre-commit', '4.7.0');
const file = 'chain/kava/param.json';
const good = formatParam({ grpc: ['grpc.kava.example.com:443'] }, { chain_id_cosmos: 'kava_2222-10' });
const withScheme = good.replace('grpc.kava.example.com:443', 'https://grpc.kava.example.com');
const withSpaces = good.replace('grpc.kava', '  grpc.kava');

/** The example of the page, and its output for a refused commit. */
const [, example = '', shown = ''] =
  /<!-- pre-commit -->\n\n```yaml\n([^]*?)```[^]*?\n```\n([^]*?)```/.exec(
    readFileSync('docs/ci.md', 'utf8'),
  ) ?? [];

/** The hooks' repository and the cache of pre-commit. */
let work: string;
let revision: string;

/** The example of the page with another hook. */
function configure(hook: string): string {
  const config = example
    .replace(homepage, join(work, 'hooks'))
    .replace(`v${version}`, revision)
    .replace('id: endpoint-check', hook);
  return `default_language_version: { node: system }\n${config}`;
}

/** A repository with a hook that runs before each commit; its first commit was made without it. */
async function createHooked(hook: string, files: Readonly<Record<string, string>>): Promise<Repository> {
  const repository = await createRepository({ '.pre-commit-config.yaml': configure(hook), ...files });
  await preCommit.run(repository.directory, 'install');
  return repository;
}

describe.skipIf(preCommit.skipped !== '')(`the hooks work in pre-commit${preCommit.skipped}`, () => {
  beforeAll(async () => {
    work = await mkdtemp(join(tmpdir(), 'endpoint-check-hooks-'));
    vi.stubEnv('PRE_COMMIT_HOME', join(work, 'home'));
    // The user's own configuration must not decide here.
    vi.stubEnv('GIT_CONFIG_GLOBAL', devNull);
    const hooks = join(work, 'hooks');
    await copyProject(hooks);
    const repository = openRepository(hooks);
    await repository.git('init', '--quiet');
    revision = await repository.commit();
    // npm installs the package, with the dependencies of its build: once for all tests, since it takes longer than a test may.
    const first = openRepository(join(work, 'first'));
    await mkdir(first.directory);
    await first.git('init', '--quiet');
    await first.write({ '.pre-commit-config.yaml': configure('id: endpoint-check') });
    await preCommit.run(first.directory, 'install-hooks');
  }, 900_000);

  afterAll(async () => {
    vi.unstubAllEnvs();
    await rm(work, { recursive: true });
  });

  test('pre-commit accepts the manifest', async () => {
    await preCommit.run('.', 'validate-manifest', resolve('.pre-commit-hooks.yaml'));
  });

  test('a broken registry file is refused, and accepted once it is right', async () => {
    const { git, commit } = await createHooked('id: endpoint-check', { [file]: good });
    const first = await git('rev-parse', 'HEAD');
    // As in a clone.
    await git('update-ref', 'refs/remotes/origin/main', first);
    const refusal = await commit({ [file]: withScheme }).catch(String);
    const withoutTimes = (text: string) => text.replaceAll(/\d+\.\d s\b/g, '… s');
    const expected = withoutTimes(shown.trim()).replace('Example Validator', 'Provider 0');
    for (const line of expected.split('\n')) expect(withoutTimes(refusal)).toContain(line);
    expect(refusal).toContain('[entry/url-scheme]');
    expect(await git('rev-parse', 'HEAD')).toBe(first);
    await commit({ [file]: good.replace('443', '9090') });
    expect(await git('rev-parse', 'HEAD^')).toBe(first);
  });

  test('a symbolic link in the place of a file is refused', async () => {
    const { commit } = await createHooked('id: endpoint-check', { 'elsewhere.json': good });
    await expect(commit({ [file]: ['../../elsewhere.json'] })).rejects.toThrow('[file/symlink]');
  });

  test('other files are committed without a check', async () => {
    const { git, commit } = await createHooked('id: endpoint-check', { [file]: withScheme });
    await commit({ 'package.json': '{', 'kava/versions.json': '{' });
    expect(await git('show', '--name-only', '--format=', 'HEAD')).toBe('kava/versions.json\npackage.json');
  });

  test('with --since HEAD only additions of the commit are refused', async () => {
    const { commit } = await createHooked('{ id: endpoint-check, args: [--since, HEAD] }', {
      [file]: withScheme,
    });
    await commit({ [file]: withScheme.replace('{', '{\n  "symbol": "KAVA",') });
    const two = formatParam({ grpc: ['https://grpc.kava.example.com', 'http://new.example.com'] });
    await expect(commit({ [file]: two })).rejects.toThrow('got http://');
  });

  test('a file that can be fixed is fixed, and committed the second time', async () => {
    const { directory, git, commit } = await createHooked('id: endpoint-check-fix', { [file]: good });
    await expect(commit({ [file]: withSpaces })).rejects.toThrow('files were modified by this hook');
    expect(await readFile(join(directory, file), 'utf8')).toBe(good);
    await git('add', '--all');
    await commit();
  });
});
