import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { formats } from '../../src/formats/index.js';
import { discoverFiles } from '../../src/registry/discover.js';
import { findMisplaced } from '../../src/registry/misplaced.js';
import { nameInRegistry } from '../formats/naive-readers.js';

/** The tested fields of a hook of the manifest. */
interface Hook {
  readonly id: string;
  readonly files: string;
}

const hooks = parse(readFileSync('.pre-commit-hooks.yaml', 'utf8')) as readonly Hook[];
const [check, fix] = hooks;
// The parts of Python's syntax that are used here mean the same in JavaScript: `i` is a flag, `x` ignores blanks.
const pattern = new RegExp((check?.files ?? '').replace('(?ix)', '').replace(/\s+/g, ''), 'i');

/** The registries of the fixtures. */
const registries = ['fixtures/real', 'fixtures/registries'].flatMap((directory) =>
  readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${directory}/${name}`),
);

describe('the hooks get the files that a run over the registry finds, and no others', () => {
  test('both have one pattern', () => {
    expect(hooks.map(({ id }) => id)).toEqual(['endpoint-check', 'endpoint-check-fix']);
    expect(fix?.files).toBe(check?.files);
  });

  test.each(registries)('%s', async (registry) => {
    const { files, candidates } = discoverFiles([registry], { cwd: process.cwd() });
    const found = [...files, ...(await findMisplaced(candidates))].map(({ path }) => path);
    const entries = readdirSync(registry, { recursive: true, withFileTypes: true });
    const all = entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(registry.length + 1)
          .split(sep)
          .join('/'),
      );
    expect(all.filter((path) => pattern.test(path)).sort()).toEqual([...found].sort());
    // With the registry as a part of a repository, and as the whole; with the names that a checkout on Windows cannot have.
    expect(
      found.map((path) => `lists/of/${nameInRegistry(path)}`).filter((path) => !pattern.test(path)),
    ).toEqual([]);
    expect(found.length).toBeGreaterThan(0);
  });

  // The output of a script is in no commit.
  const committed = formats.filter(({ unchangeable }) => unchangeable === undefined);

  test.each(committed.map(({ name, layout }): [string, string] => [name, layout.examplePath]))(
    '%s: %s',
    (_name, examplePath) => {
      expect(examplePath.replace('<id>', '5').replace(/<\w+>/g, 'kava')).toMatch(pattern);
    },
  );

  test.each([
    'chain/kava/param_2.json',
    'chain/kava/params.json',
    'chain/kava/assets_2.json',
    'chain/kava/cw20.json',
    'kava/param.json',
    'kava/Chain.json',
    'testnets/kava/chains.json',
    'kava/assetlist.json',
    'evm/eip155:1.json',
  ])('%s is checked', (path) => {
    expect(path).toMatch(pattern);
  });

  test.each([
    'package.json',
    'kava/versions.json',
    '_template/chain.json',
    'templates/param.json',
    'docs/kava/param.json',
    '.github/chain.json',
    'chain.schema.json',
    'assets.json',
    'kava/assets.json',
    'chain/kava/images/logo.json',
    'chains/kava.json',
    'chains/mainnet/kava.json.disabled',
    '_data/chains/solana-1.json',
    'osmosis.zone_assets.json',
    'cosmos/README.md',
    // An option, and no path, for the command line that gets it.
    '--reporter=json=x/chain.json',
    '--exclude=x/cosmos/kava.json',
  ])('%s is not', (path) => {
    expect(path).not.toMatch(pattern);
  });
});
