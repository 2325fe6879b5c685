import { expect, test } from 'vitest';
import { checks } from '../checks/index.js';
import { chainRegistry } from '../formats/chain-registry/index.js';
import { loadFile } from './load-file.js';
import { findSameAddresses } from './same-address.js';

test('ten thousand entries of one address are judged in one pass: each but the first is reported once', () => {
  const text = '{"chain_name":"a","chain_id":"a-1","apis":{"rpc":[{"address":"https://a.example"}]}}';
  const location = { path: 'a/chain.json', format: chainRegistry, chain: 'a', expected: null, list: null };
  const { entries } = loadFile(location, { text, problem: null }, checks);
  const repeated = Array.from({ length: 10_000 }, (_, index) =>
    entries.map((entry) => ({
      ...entry,
      chain: `chain${index}`,
      claim: { chainId: `chain-${index}`, field: 'chain_id', derived: false },
    })),
  );
  expect(findSameAddresses(repeated.flat(), checks)).toHaveLength(9_999);
});
