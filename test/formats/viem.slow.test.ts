import { existsSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { locateClients } from '../opinions/install-clients.js';
import { runForReport } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';
import { getRecipe } from '../support/documents.js';
import { listTypeScriptChains } from './typescript-chains.js';

const viem = join(locateClients('npm'), 'node_modules/viem');

// `npm run test:all` has viem after `npm run opinions`.
test.skipIf(!existsSync(viem))('the recipe of docs/adopting.md lists all chains of viem itself', async () => {
  const cwd = await createDirectory({
    'package.json': '{"type":"module"}',
    'entries.js': getRecipe('js', 'definitions'),
  });
  // The package has the sources at its top.
  await symlink(viem, join(cwd, 'src'));
  const stdin = await listTypeScriptChains(cwd);
  const { report } = await runForReport(['-', '--no-network'], { cwd, stdin });
  expect(report.summary.endpoints).toBeGreaterThan(800);
  expect(report.summary.invalid).toBe(0);
  // Each finding of an entry is in the file of its chain, not at its top.
  const placed = report.findings.filter(
    ({ rule, line }) => rule !== 'file/chain-id-missing' && (line ?? 1) > 1,
  );
  expect(placed.length).toBeGreaterThan(0);
  for (const { file } of placed) expect(file).toMatch(/^src\/chains\/definitions\/\w+\.ts$/);
});
