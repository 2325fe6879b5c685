import { cp, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checks } from '../../src/checks/index.js';
import { type FixedFile, type FixPlan, planFixes } from '../../src/engine/edit/plan-fixes.js';
import { planRemoval } from '../../src/engine/edit/plan-removal.js';
import type { Entry } from '../../src/model/entry.js';
import { findRegistryFixes } from '../../src/registry/edit/fixes.js';
import { loadRegistry, type Registry } from '../../src/registry/load.js';
import { nameInRegistry, realFormats } from '../formats/naive-readers.js';
import { listOther } from '../support/command-line.js';

const copies: string[] = [];
afterAll(() => Promise.all(copies.map((directory) => rm(directory, { recursive: true }))));

/** A copy of a registry of the fixtures, with the names of its files as they are there. */
async function copyRegistry(path: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'endpoint-check-real-'));
  copies.push(directory);
  await cp(path, directory, { recursive: true });
  for (const { name, parentPath } of await readdir(directory, { recursive: true, withFileTypes: true }))
    if (name.includes('%3A')) await rename(join(parentPath, name), join(parentPath, nameInRegistry(name)));
  return directory;
}

function load(cwd: string): Promise<Registry> {
  return loadRegistry([], { cwd, kinds: checks, readStdin: () => Promise.reject(new Error('no input')) });
}

function plan(registry: Registry): FixPlan {
  const planned = planFixes(registry, { level: 'fix-all', changes: null });
  if (typeof planned === 'string') throw new Error(planned);
  return planned;
}

const describeEntry = ({ place, kind, url, provider }: Entry) =>
  JSON.stringify([place.file, kind, url, provider]);

/** The entries without a problem. */
function listSound({ entries, problems }: Registry): string[] {
  const broken = new Set(problems.map(({ entry }) => entry));
  return entries.filter((entry) => !broken.has(entry)).map(describeEntry);
}

const registries = [...realFormats.map((format) => `fixtures/real/${format}`), 'fixtures/registries/real'];

describe.each(registries)('the fixes of %s', (path) => {
  let before: Registry;
  let after: Registry;
  let planned: readonly FixedFile[];

  beforeAll(async () => {
    const directory = await copyRegistry(path);
    before = await load(directory);
    planned = plan(before).files;
    for (const file of planned) await writeFile(file.absolute, file.after);
    after = await load(directory);
  });

  test('leave nothing that can be fixed, except entries from manifests', () => {
    expect(plan(after).files).toEqual([]);
    const withheld = [...plan(after).withheld.values()].flat();
    const left = [...findRegistryFixes(after, after.problems, checks).keys()];
    expect(left.map(({ problem }) => problem.code).sort()).toEqual(
      withheld.map(({ problem }) => problem.code).sort(),
    );
  });

  test('leave every file readable', () => {
    const unread = ({ loaded }: Registry) =>
      loaded.filter(({ complete }) => !complete).map((file) => file.path);
    expect(unread(after).filter((file) => !unread(before).includes(file))).toEqual([]);
    for (const { afterText } of planned) expect(() => JSON.parse(afterText) as unknown).not.toThrow();
  });

  test('leave every entry without such a problem unchanged', () => {
    const now = after.entries.map(describeEntry);
    expect(listOther(listSound(before).join('\n'), now.join('\n'))).toEqual([]);
  });

  test('lead to no new problem, except notices of missing parts', () => {
    const notices = ['file/no-endpoints', 'file/chain-id-missing'];
    const describeProblems = ({ problems }: Registry) =>
      problems
        .filter(({ problem }) => !notices.includes(problem.code))
        .map(({ problem, place }) => `${place.file ?? ''} ${problem.code}`)
        .join('\n');
    const files = new Set(
      planned.filter(({ fixed }) => fixed.every(({ entry }) => entry !== null)).map((file) => file.path),
    );
    const fresh = listOther(describeProblems(after), describeProblems(before));
    expect(fresh.filter((line) => files.has(line.split(' ')[0] ?? ''))).toEqual([]);
  });

  test('each address can be removed, and nothing else', () => {
    const entries = before.entries.filter(({ target }) => target !== null);
    for (const entry of entries.filter((_, at) => at % 499 === 0)) {
      const removal = planRemoval(before, [entry.url ?? ''], null);
      if (typeof removal === 'string') throw new Error(removal);
      expect(removal.missing).toEqual([]);
      const gone = [
        ...removal.files.flatMap((file) => file.entries),
        ...removal.kept.map((kept) => kept.entry),
      ];
      expect(gone).toContain(entry);
      for (const { afterText } of removal.files) expect(() => JSON.parse(afterText) as unknown).not.toThrow();
    }
  });
});
