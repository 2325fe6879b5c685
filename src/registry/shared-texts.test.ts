import { expect, test } from 'vitest';
import { createDirectory } from '../../test/support/directory.js';
import { checkRegistry } from '../index.js';
import { findList } from '../formats/chainlist/lists.js';
import { checks } from '../checks/index.js';
import { loadFile } from './load-file.js';

const long = 'a'.repeat(10_000);
const cut = `${'a'.repeat(300)}…`;

function list(count: number): readonly { address: string }[] {
  return Array.from({ length: count }, (_, at) => ({ address: `https://${at}.example.com` }));
}

test.each([
  [
    '.well-known/cosmos-registry.json',
    {
      manifest_version: '1',
      provider: { name: long },
      chains: [{ chain_id: long, apis: { rpc: list(3) } }],
    },
    [cut, cut, cut],
  ],
  ['a.zone_chains.json', { chains: [{ chain_name: long, rpc: 'https://a.example' }] }, [cut, null, null]],
  ['a/chain.json', { chain_name: 'a', chain_id: long, apis: { rpc: list(1) } }, ['a', null, cut]],
])(
  'a text that all entries of a file share is truncated, since a report repeats it for each: %s',
  async (path, file, texts) => {
    const directory = await createDirectory({ [path]: JSON.stringify(file) });
    const { endpoints } = await checkRegistry([directory], { network: false });
    expect(endpoints.length).toBeGreaterThan(0);
    for (const { chain, provider, claim } of endpoints)
      expect([chain, provider, claim?.chainId ?? null]).toEqual(texts);
  },
);

test('so is the name of a chain that is not checked', async () => {
  const directory = await createDirectory({
    'svm/a.json': JSON.stringify({ rpc: 'https://a.example', chainId: `bip122:${long}` }),
  });
  const { findings } = await checkRegistry([directory], { network: false });
  const [found] = findings.filter(({ rule }) => rule === 'file/unsupported-chain');
  expect(found?.data['reason']).toBe(`chains such as ${`bip122:${long}`.slice(0, 300)}… are not checked`);
});

test('untrusted text is truncated', () => {
  const long = 'x'.repeat(100_000);
  const dashes = '-'.repeat(100_000);
  const item = `{"denom":"${long} ","symbol":"","decimals":"${long}"}`;
  const path = 'chain/example/assets.json';
  const location = { path, format: null, chain: 'example', expected: null, list: findList('assets.json') };
  const text = `[${item},${item},{"decimal${dashes}":1}]`;
  const { problems } = loadFile(location, { text, problem: null }, checks);
  expect(problems.length).toBeGreaterThan(4);
  expect(JSON.stringify(problems).length).toBeLessThan(10_000);
});
