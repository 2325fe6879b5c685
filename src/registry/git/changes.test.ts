import { expect, test } from 'vitest';
import { checks } from '../../checks/index.js';
import { chainlist } from '../../formats/chainlist/index.js';
import { loadFile } from '../load-file.js';
import { compareRevisions } from './changes.js';

test('all entries of a very long array are compared', () => {
  const load = (last: string) => {
    const urls = [...Array.from({ length: 2_000 }, (_, at) => `https://a${at}.example`), last];
    const evm_rpc_endpoint = urls.map((url) => ({ provider: 'A', url }));
    return loadFile(
      { path: 'chain/kava/param.json', format: chainlist, chain: 'kava', expected: null, list: null },
      { text: JSON.stringify({ chain_id_evm: '0x1', evm_rpc_endpoint }), problem: null },
      checks,
    );
  };
  const findNew = (last: string) => {
    const now = load(last);
    const { baseline } = compareRevisions([now], [load('https://old.example')]);
    return now.problems.filter((problem) => !baseline.has(problem)).map(({ problem }) => problem.code);
  };
  expect(findNew('https://old.example')).toEqual([]);
  expect(findNew('http://10.0.0.1')).toEqual(['entry/url-scheme']);
});
