import { describe, expect, test } from 'vitest';
import { live } from '../../test/support/histories.js';
import { endpoint, finding, plain, report } from '../../test/support/report-samples.js';
import { parseRequirement, type Requirement } from '../model/capability.js';
import type { Finding } from '../model/finding.js';
import type { EndpointReport, FileReport } from '../model/report.js';
import { tagKeys } from '../model/tag-keys.js';
import { render as renderList } from './list.js';

const files: readonly FileReport[] = [
  { path: 'chain/kava/param.json', chain: 'kava', format: 'chainlist' },
  { path: 'kava/chain.json', chain: 'kava', format: 'chain-registry' },
  { path: 'chains/mainnet/kava.json', chain: 'kava', format: 'pingpub' },
  { path: 'cosmos/kava_2222.json', chain: 'kava', format: 'keplr' },
  { path: '_data/chains/eip155-2222.json', chain: 'kava', format: 'ethereum-lists' },
  { path: 'cosmos-registry.json', chain: 'kava', format: 'manifest' },
];

const render = (...endpoints: Partial<EndpointReport>[]) =>
  renderList(
    { ...report(endpoints.map((fields) => endpoint({ verdict: 'pass', ...fields }))), files },
    plain,
  );
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
  /** In the order of the list; each has only the given finding, and is the better the later it stands. */
  const rank = (...rules: readonly (Partial<Finding> | null)[]) => {
    const endpoints = rules.map((_, index) =>
      endpoint({ verdict: 'pass', url: String(index), history: history(1, 1000 - index) }),
    );
    const findings = rules.flatMap((fields, index) =>
      fields === null ? [] : [finding({ severity: 'warning', ...fields, endpoint: index })],
    );
    const listed = JSON.parse(renderList({ ...report(endpoints, findings), files }, plain)) as {
      kava: { evm: { url: string }[] };
    };
    return listed.kava.evm.map(({ url }) => Number(url));
  };

  test('without warnings before those with', () => {
    const plaintext = { rule: 'http/plaintext' };
    expect(rank(null, plaintext)).toEqual([0, 1]);
    expect(rank(null, { ...plaintext, severity: 'notice' })).toEqual([1, 0]);
  });

  test.each(['grpc/syncing', 'chain/behind', 'evm/stale'])('and those with %s last', (rule) => {
    expect(rank({ rule: 'http/plaintext' }, null, { rule })).toEqual([1, 0, 2]);
  });

  test('then by uptime', () => {
    const often = { url: 'often', history: history(0.99, 900) };
    const seldom = { url: 'seldom', history: history(0.5, 10) };
    expect(urls(seldom, often)).toEqual(['often', 'seldom']);
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

describe('only what is required is listed', () => {
  const evm = { logs: { maxRange: 5_000 }, batch: 4, archive: true, finalized: false };
  const endpoints = [
    { url: 'wide', facts: { ...evm, logs: { maxRange: 10_000 } } },
    { url: 'narrow', facts: { ...evm, blockHeight: 60_000 } },
    { url: 'young', facts: { ...evm, archive: false, logs: { maxRange: 491 }, blockHeight: 500 } },
    { url: 'young and narrow', facts: { ...evm, archive: false, logs: { maxRange: 100 }, blockHeight: 500 } },
    { url: 'unknown', facts: { logs: { maxRange: null }, batch: null, archive: null, finalized: null } },
    { url: 'rpc', kind: 'rpc', facts: { txIndex: true, archive: false } },
    { url: 'peer', kind: 'peer', facts: {} },
  ] as const;
  const listFor = (text: string) => {
    const require = text.split(',').map((each) => parseRequirement(each) as Requirement);
    const passed = endpoints.map((fields) => endpoint({ verdict: 'pass', ...fields }));
    const listed = JSON.parse(renderList({ ...report(passed), files }, { require })) as {
      kava?: Readonly<Record<string, { url: string }[]>>;
    };
    return Object.values(listed.kava ?? {}).flatMap((of) => of.map(({ url }) => url));
  };
  test.each([
    ['logs:5000', ['wide', 'narrow', 'young']],
    // All blocks of a young chain are enough.
    ['logs:10000', ['wide', 'young']],
    ['logs:100', ['wide', 'narrow', 'young', 'young and narrow']],
    ['archive', ['wide', 'narrow']],
    ['batch', ['wide', 'narrow', 'young', 'young and narrow']],
    ['finalized', []],
    ['tx-index', ['rpc']],
    // Of each kind what it can have.
    ['logs:10000,tx-index', ['wide', 'young', 'rpc']],
    ['logs:10000,archive,tx-index', ['wide']],
  ])('%s', (text, urls) => {
    expect(listFor(text)).toEqual(urls);
  });
});

test.each([
  [
    'log:10',
    'unknown capability "log": expected logs, batch, archive, finalized, debug, trace or tx-index (did you mean logs?)',
  ],
  ...['logs', 'logs:0', 'logs:10001', 'logs:10:20'].map((text) => [
    text,
    `expected a number of blocks up to 10000, such as logs:1000, got "${text}"`,
  ]),
  ['archive:5', 'expected archive alone, got "archive:5"'],
])('%s cannot be required', (text, error) => {
  expect(parseRequirement(text)).toEqual({ error });
});
