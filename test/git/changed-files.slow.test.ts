import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkRegistry } from '../../src/index.js';
import { chainFiles, type ChainFormat } from '../support/registry-files.js';
import { createRepository } from '../support/repository.js';

/** What becomes of a changed file. */
type FileClass = 'read' | 'wrong' | 'not read';

/** Where a second chain of each format is read, and where contributors put it by mistake. */
const places: Readonly<
  Record<ChainFormat, { readonly right: string | null; readonly wrong: readonly string[] }>
> = {
  chainlist: {
    right: 'chain/new/param.json',
    wrong: ['new.json', 'chain/new.json', 'chain/kava/params.json'],
  },
  'chain-registry': {
    right: 'new/chain.json',
    wrong: ['new.json', 'new/chain (1).json', 'kava/chain.json.json'],
  },
  keplr: { right: 'cosmos/new.json', wrong: ['new.json', 'cosmos/old/new.json', 'new'] },
  'ethereum-lists': {
    right: '_data/chains/eip155-9.json',
    wrong: ['eip155-9.json', '_data/eip155-9.json', '_data/chains/eip155_9.json'],
  },
  pingpub: {
    right: 'chains/testnet/new.json',
    wrong: ['new.json', 'chains/new.json', 'chains/main/new.json'],
  },
  hyperlane: {
    right: 'chains/new/metadata.yaml',
    wrong: ['new.yaml', 'chains/new.yaml', 'chains/new/metadata.yml'],
  },
  superchain: {
    right: 'superchain/configs/mainnet/new.toml',
    wrong: ['new.toml', 'superchain/new.toml', 'superchain/configs/new'],
  },
  defillama: {
    right: 'constants/additionalChainRegistry/chainid-9.js',
    wrong: ['chainid-9.js', 'constants/chainid-9.js', 'constants/additionalChainRegistry/chainid-9.mjs'],
  },
  manifest: { right: null, wrong: ['cosmos-registry.json', '.well-known/cosmos-registry (1).json'] },
};

/** Files that are no part of any registry, whatever is in them. */
const others = [
  'README.md',
  'package.json',
  'package-lock.json',
  'pnpm-lock.yaml',
  'images/logo.png',
  'scripts/build.js',
  'scripts/check.sh',
  'schemas/chain.schema.json',
  '.github/workflows/ci.yml',
  'docs/adding.md',
];

/** A changed file with what must become of it. */
function createChange(format: ChainFormat): fc.Arbitrary<readonly [string, string, FileClass]> {
  const { path, text } = chainFiles[format];
  const { right, wrong } = places[format];
  const broken = `${text.slice(0, -3)} ]`;
  const edited = `${text}\n`;
  const changes: (readonly [string, string, FileClass])[] = [
    [path, edited, 'read'],
    [path, broken, 'wrong'],
    ...wrong.map((place) => [place, text, 'wrong'] as const),
    [`${path}.disabled`, text, 'not read'],
    ...others.map((place) => [place, 'a: 1\n', 'not read'] as const),
  ];
  if (right !== null) changes.push([right, text, 'read'], [right, broken, 'wrong']);
  return fc.constantFrom(...changes);
}

describe('every changed file is read, or has an error, or is counted as no part of the registry', () => {
  test.each(Object.keys(chainFiles) as ChainFormat[])('%s', async (format) => {
    const { path, text } = chainFiles[format];
    const changes = fc.uniqueArray(createChange(format), {
      minLength: 1,
      maxLength: 8,
      selector: ([place]) => place,
    });
    const verify = async (changed: readonly (readonly [string, string, FileClass])[]) => {
      const repository = await createRepository({ [path]: text, 'README.md': 'A registry.' });
      const before = (await repository.git('rev-parse', 'HEAD')).slice(0, 40);
      await repository.commit(Object.fromEntries(changed.map(([place, content]) => [place, content])));
      const report = await checkRegistry([], { network: false, since: before, cwd: repository.directory });
      const errors = new Set(
        report.findings.flatMap(({ severity, file }) => (severity === 'error' ? [file] : [])),
      );
      const listed = new Set(report.endpoints.map(({ file }) => file));
      const classify = (place: string): FileClass =>
        errors.has(place) ? 'wrong' : listed.has(place) ? 'read' : 'not read';
      expect(changed.map(([place]) => [place, classify(place)])).toEqual(
        changed.map(([place, , expected]) => [place, expected]),
      );
      expect(report.changes?.filesNotRead).toBe(
        changed.filter(([, , expected]) => expected === 'not read').length,
      );
      const { added = 0, changed: edited = 0, moved = 0, unchanged = 0 } = report.changes ?? {};
      expect(added + edited + moved + unchanged).toBe(report.endpoints.length);
    };
    await fc.assert(fc.asyncProperty(changes, verify), { numRuns: 15 });
  });
});
