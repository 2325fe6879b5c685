import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkRegistry } from '../../src/index.js';
import { discoverFiles } from '../../src/registry/discover.js';
import { createDirectory } from '../support/directory.js';

const directory = mkdtempSync(join(tmpdir(), 'many-files-'));

afterAll(() => rmSync(directory, { recursive: true }));

// As arguments of one call they would overflow the stack, which has room for some 120,000.
const count = 150_000;

test(`a directory of ${count} files is searched`, () => {
  const chains = join(directory, '_data/chains');
  mkdirSync(chains, { recursive: true });
  for (let at = 1; at <= count; at++) writeFileSync(join(chains, `eip155-${at}.json`), '');
  const { files, usageErrors } = discoverFiles([directory], { cwd: directory });
  expect({ files: files.length, usageErrors }).toEqual({ files: count, usageErrors: [] });
}, 120_000);

test('a zone with very many chains', async () => {
  const chains = Array.from({ length: 2_000 }, (_, index) => ({
    chain_name: `c${index}`,
    rpc: `https://a${index}.example`,
  }));
  const cwd = await createDirectory({ 'x.zone_chains.json': JSON.stringify({ chains }) });
  const { endpoints, findings } = await checkRegistry([], { cwd, network: false });
  expect([endpoints.length, findings]).toEqual([2_000, []]);
});
