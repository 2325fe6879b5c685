import { describe, expect, test } from 'vitest';
import { live } from '../../test/support/history-samples.js';
import { endpoint, report } from '../../test/support/report-samples.js';
import type { EndpointReport, FileReport } from '../model/report.js';
import { tagKeys } from '../model/tag-keys.js';
import { renderList } from './list.js';

const files: readonly FileReport[] = [
  { path: 'chain/kava/param.json', chain: 'kava', format: 'chainlist' },
  { path: 'kava/chain.json', chain: 'kava', format: 'chain-registry' },
  { path: 'chains/mainnet/kava.json', chain: 'kava', format: 'pingpub' },
  { path: 'cosmos/kava_2222.json', chain: 'kava', format: 'keplr' },
  { path: '_data/chains/eip155-2222.json', chain: 'kava', format: 'ethereum-lists' },
  { path: 'cosmos-registry.json', chain: 'kava', format: 'manifest' },
];

const render = (...endpoints: Partial<EndpointReport>[]) =>
  renderList({ ...report(endpoints.map((fields) => endpoint({ verdict: 'pass', ...fields }))), files });
const list = (...endpoints: Partial<EndpointReport>[]): unknown => JSON.parse(render(...endpoints));

const history = (uptime30d: number, latencyMs: number) => ({ ...live('P'), uptime30d, latencyMs });

const urls = (...endpoints: Partial<EndpointReport>[]) =>
  (list(...endpoints) as { kava: { evm: { url: string }[] } }).kava.evm.map(({ url }) => url);

describe('an entry has the shape of its format', () => {
  const [url, provider] = ['https://node.example', 'Kava'];
  test.each([
    ['chain/kava/param.json', 'evm', { provider, url }],
    ['kava/chain.json', 'rpc', { address: url, provider }],
    ['chains/mainnet/kava.json', 'rpc', { address: url, provider }],
    ['cosmos/kava_2222.json', 'rpc', url],
    ['_data/chains/eip155-2222.json', 'evm-ws', url],
    ['cosmos-registry.json', 'rpc', { address: url }],
    [null, 'rpc', { provider, url }],
  ] as const)('%s', (file, kind, entry) => {
    expect(render({ file, kind, url, provider })).toBe(
      `${JSON.stringify({ kava: { [kind]: [entry] } }, null, 2)}\n`,
    );
  });

  test('without a provider', () => {
    const bare = { file: 'chains/mainnet/kava.json', kind: 'rpc' as const, provider: null, url };
    expect(list(bare)).toEqual({ kava: { rpc: [url] } });
    expect(list({ provider: null, url })).toEqual({ kava: { evm: [{ url }] } });
  });
});

test('a url is listed with its key, unless a report has masked that', () => {
  const url = 'https://a.example/v3/0123456789abcdef';
  expect(urls({ url }, { url: tagKeys(url) })).toEqual([url]);
});

test('only endpoints that passed are listed, by chain and kind', () => {
  const [first, second, third] = ['https://a.example', 'https://b.example', 'https://c.example'];
  const listed = list(
    { chain: 'osmosis', url: first },
    { chain: 'kava', kind: 'rpc', url: second },
    { chain: 'kava', url: third },
    { chain: 'kava', verdict: 'fail' },
    { chain: 'kava', verdict: 'inconclusive' },
    { chain: 'akash', verdict: 'skipped' },
    { chain: 'kava', kind: 'query', verdict: 'ok' },
    { chain: null, file: null, url: first, facts: { chainId: '2222' } },
  );
  const entry = (url: string) => [{ provider: 'Kava', url }];
  expect(listed).toEqual({
    '2222': { evm: entry(first) },
    kava: { rpc: entry(second), evm: entry(third) },
    osmosis: { evm: entry(first) },
  });
  expect(render()).toBe('{}\n');
});

test('control characters are escaped, and read back unchanged', () => {
  const provider = 'a\u202eb\u009bc\x7f';
  expect(render({ provider, url: 'x' })).not.toMatch(/[\u202e\u009b\x7f]/);
  expect(list({ provider, url: 'x' })).toEqual({ kava: { evm: [{ provider, url: 'x' }] } });
});

describe('the best comes first', () => {
  const at = (blockTime: string | null) => ({ facts: { blockTime } });

  test('by uptime first', () => {
    const often = { url: 'often', history: history(0.99, 900) };
    const seldom = { url: 'seldom', history: history(0.5, 10) };
    expect(urls(seldom, often)).toEqual(['often', 'seldom']);
  });

  test('then by whole minutes behind the newest of the chain', () => {
    const newest = { url: 'newest', durationMs: 900, ...at('2025-12-31T00:10:00Z') };
    const alike = { url: 'alike', durationMs: 100, ...at('2025-12-31T00:09:05Z') };
    const behind = { url: 'behind', durationMs: 10, ...at('2025-12-31T00:08:59Z') };
    const unknown = { url: 'unknown', durationMs: 1, ...at(null) };
    const [otherChain, otherKind] = [at('2025-12-31T12:00:00Z'), at('2025-12-31T00:10:01Z')];
    const all = [
      unknown,
      behind,
      newest,
      alike,
      { chain: 'other', ...otherChain },
      { kind: 'rpc' as const, ...otherKind },
    ];
    expect(urls(...all)).toEqual(['alike', 'newest', 'behind', 'unknown']);
  });

  test('a head of the future counts as one of the moment', () => {
    const now = { url: 'now', durationMs: 10, ...at('2026-01-01T00:00:00Z') };
    const ahead = { url: 'ahead', durationMs: 100, ...at('2026-01-02T00:00:00Z') };
    expect(urls(ahead, now)).toEqual(['now', 'ahead']);
  });

  test('then by latency: of the history, else of this run', () => {
    const slow = { url: 'slow', durationMs: 5, history: history(1, 300) };
    const fast = { url: 'fast', durationMs: 100 };
    expect(urls(slow, fast)).toEqual(['fast', 'slow']);
  });

  test('else in the order of the registry', () => {
    expect(urls({ url: 'b' }, { url: 'a' })).toEqual(['b', 'a']);
  });
});
