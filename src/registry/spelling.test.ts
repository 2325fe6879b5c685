import { describe, expect, test } from 'vitest';
import { createDirectory } from '../../test/support/directory.js';
import { formatRange } from '../../test/support/registry-files.js';
import { checkRegistry } from '../index.js';

/** Checks a registry with a chain for each provider; resolves to the notices, each with its file. */
async function findNotices(providers: readonly string[]): Promise<string[]> {
  const files = providers.map((provider, index): [string, string] => [
    `chain/c${index}/param.json`,
    JSON.stringify({ chain_id: `a-${index}`, grpc_endpoint: [{ provider, url: `a${index}.example:443` }] }),
  ]);
  const directory = await createDirectory(Object.fromEntries(files));
  const { findings } = await checkRegistry([directory], { network: false });
  return findings.map(({ file, rule, message }) => `${file ?? ''} ${rule} ${message}`);
}

describe('a provider that most other entries spell differently gets a notice', () => {
  test('at its name, with the most common spelling', async () => {
    const entries = ['Polkachu', '🔥 polkachu', 'Polkachu'].map(
      (provider, index) => `{"provider": "${provider}", "url": "a${index}.example:443"}`,
    );
    const directory = await createDirectory({
      'chain/x/param.json': `{"chain_id": "a-1", "grpc_endpoint": [\n${entries.join(',\n')}]}`,
    });
    const { findings } = await checkRegistry([directory], { network: false });
    expect(findings.map((finding) => ({ ...finding, at: formatRange(finding) }))).toMatchObject([
      {
        at: '3:14-3:27',
        rule: 'entry/provider-spelling',
        severity: 'notice',
        pointer: '/grpc_endpoint/1/provider',
        endpoint: 1,
        message: '"🔥 polkachu" is spelled "Polkachu" in 2 other entries',
        hint: 'write "Polkachu" if it is the same operator',
      },
    ]);
  });

  test.each([
    ['capitals', ['Cosmostation', 'cosmostation', 'Cosmostation']],
    ['spaces', ['Cosmos Spaces', 'CosmosSpaces', 'Cosmos Spaces']],
    ['signs', ['Lavender.Five', 'Lavender Five', 'Lavender.Five']],
    ['white space at the end', ['Polkachu', 'Polkachu ', 'Polkachu']],
    ['another script', ['Слава', 'СЛАВА', 'Слава']],
  ])('%s', async (_title, providers) => {
    expect(await findNotices(providers)).toEqual([
      `chain/c1/param.json entry/provider-spelling "${providers[1] ?? ''}" is spelled "${providers[0] ?? ''}" in 2 other entries`,
    ]);
  });

  test.each([
    ['two spellings that are equally common', ['KjNodes', 'kjnodes']],
    ['other letters', ['Polkachu', 'Polkachu', 'polkachu.com']],
    ['other digits', ['Node 1', 'Node 1', 'Node 2']],
    ['names of signs alone', ['🔥', '🔥', '💯']],
    ['the same spelling everywhere', ['A', 'A', 'A']],
  ])('%s: no notice', async (_title, providers) => {
    expect(await findNotices(providers)).toEqual([]);
  });

  test('a registry with many spellings is checked quickly', { timeout: 60_000 }, async () => {
    const spell = (index: number) =>
      Array.from(index.toString(2), (bit) => (bit === '1' ? 'N' : 'n.')).join('');
    const files = Array.from({ length: 20 }, (_, chain): [string, string] => [
      `chain/c${chain}/param.json`,
      JSON.stringify({
        chain_id: `a-${chain}`,
        grpc_endpoint: Array.from({ length: 1_000 }, (_, index) => ({
          provider: spell(2 ** 15 + (chain % 10) * 1_000 + index),
          url: `c${chain}h${index}.example:443`,
        })),
      }),
    ]);
    const directory = await createDirectory(Object.fromEntries(files));
    const { findings } = await checkRegistry([directory], { network: false });
    expect(findings).toEqual([]);
  });
});
