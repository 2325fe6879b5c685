import { describe, expect, test } from 'vitest';
import { checks } from '../checks/index.js';
import { wordProblem } from '../engine/rule-catalogue.js';
import type { Entry } from '../model/entry.js';
import { findSameAddresses, reportPairsAtChanges } from './same-address.js';

interface Listed {
  readonly url: string;
  readonly kind?: Entry['kind'];
  readonly chain?: string;
  readonly chainId?: string | null;
  readonly derived?: boolean;
  readonly killed?: boolean;
}

/** Entries in one file for each chain, a line each. */
function list(listed: readonly Listed[]): Entry[] {
  return listed.map(
    ({ url, kind = 'rpc', chain = 'kava', chainId = 'kava-1', derived = false, killed = false }, index) => {
      const range = { line: index + 1, column: 1, endLine: index + 1, endColumn: 2 };
      const place = { file: `${chain}/chain.json`, pointer: `/${index}`, range };
      const check = checks.find((candidate) => candidate.kind === kind);
      const reading = check?.readUrl(url, { allowPlaintext: true, allowScheme: true });
      return {
        chain,
        kind,
        place,
        urlPlace: place,
        provider: 'A',
        url,
        target: reading?.target ?? null,
        claim: chainId === null ? null : { chainId, field: 'chain_id', derived },
        claimPlace: null,
        chainStatus: killed ? 'killed' : 'live',
        skipReason: null,
      };
    },
  );
}

/** The lines of the reported entries, each with the line of the other entry of its pair. */
function find(...listed: readonly Listed[]): string[] {
  return findSameAddresses(list(listed), checks).map(
    ({ place, problem }) => `${place.range?.line ?? 0}: ${JSON.stringify(problem.data['line'])}`,
  );
}

describe('an address that is listed as two kinds is reported once, at the later', () => {
  test.each<[string, Listed, Listed]>([
    ['rpc and rest', { url: 'https://a.example' }, { url: 'https://a.example/', kind: 'rest' }],
    ['rest and gRPC', { url: 'https://a.example:443', kind: 'rest' }, { url: 'a.example:443', kind: 'grpc' }],
    [
      'evm and rest',
      { url: 'https://a.example/x', kind: 'evm' },
      { url: 'http://a.example/x', kind: 'rest' },
    ],
    [
      'of two chains',
      { url: 'https://a.example' },
      { url: 'https://a.example', kind: 'rest', chain: 'akash', chainId: 'akash-1' },
    ],
  ])('%s', (_, first, second) => {
    expect(find(first, second)).toEqual(['2: 1']);
  });

  test.each<[string, Listed, Listed]>([
    ['rpc and its websocket', { url: 'https://a.example' }, { url: 'wss://a.example', kind: 'ws' }],
    [
      'EVM and its websocket',
      { url: 'https://a.example', kind: 'evm' },
      { url: 'wss://a.example', kind: 'evm-ws' },
    ],
    [
      'REST and gRPC-web',
      { url: 'https://a.example', kind: 'rest' },
      { url: 'https://a.example', kind: 'grpc-web' },
    ],
    [
      'gRPC and gRPC-web',
      { url: 'https://a.example', kind: 'grpc' },
      { url: 'https://a.example', kind: 'grpc-web' },
    ],
    ['another path', { url: 'https://a.example/rpc' }, { url: 'https://a.example/api', kind: 'rest' }],
    ['another port', { url: 'https://a.example' }, { url: 'https://a.example:1317', kind: 'rest' }],
    [
      'a chain that has ended',
      { url: 'https://a.example', killed: true },
      { url: 'https://a.example', kind: 'rest' },
    ],
    ['a malformed address', { url: 'https://' }, { url: 'https://', kind: 'rest' }],
  ])('but not %s', (_, first, second) => {
    expect(find(first, second)).toEqual([]);
  });
});

describe('an address that is listed for two chains with different ids is reported once', () => {
  const here: Listed = { url: 'https://a.example' };
  const there: Listed = { ...here, chain: 'akash', chainId: 'akash-1' };

  test('two live chains', () => {
    expect(find(here, there)).toEqual(['2: 1']);
    expect(find(here, { ...there, kind: 'ws', url: 'wss://a.example' })).toEqual(['2: 1']);
  });

  test('each further entry is reported with the first one, and a duplicate of a list only once', () => {
    const third = { ...here, chain: 'third', chainId: 'third-1' };
    expect(find(here, here, there, there, third)).toEqual(['3: 1', '5: 1']);
  });

  test.each<[string, Listed]>([
    ['the same id', { ...there, chainId: 'kava-1' }],
    ['no id', { ...there, chainId: null }],
    ['an id that is only concluded', { ...there, derived: true }],
    ['a chain that has ended', { ...there, killed: true }],
  ])('but not if the other entry has %s', (_, partner) => {
    expect(find(here, partner)).toEqual([]);
  });

  test('an EVM id in another spelling is the same', () => {
    const evm = { url: 'https://a.example', kind: 'evm', chainId: '0x1' } as const;
    expect(find(evm, { ...evm, chain: 'other', chainId: '1' })).toEqual([]);
    expect(find(evm, { ...evm, chain: 'other', chainId: '2' })).toEqual(['2: 1']);
  });
});

describe('a gateway is left out', () => {
  const root: Listed = { url: 'https://a.example' };
  const both = (chain: string, path = chain): Listed[] => {
    const listed = { url: `https://a.example/${path}`, chain, chainId: `${chain}-1` };
    return [listed, { ...listed, kind: 'rest' }];
  };

  test('a host of three kinds', () => {
    expect(find(root, { ...root, kind: 'rest' }, { url: 'a.example:443', kind: 'grpc' })).toEqual([]);
    expect(find(root, { ...root, kind: 'rest' }, { url: 'https://a.example/evm', kind: 'evm' })).toEqual([]);
  });

  test('a host of three chains by path', () => {
    expect(find(...both('kava'), ...both('akash'), ...both('juno'))).toEqual([]);
  });

  test('but not a host of two', () => {
    expect(find(...both('kava'), ...both('akash'))).toEqual(['2: 1', '4: 3']);
  });

  test('nor a host whose kinds share a server, whose ports differ, or whose third chain has ended', () => {
    const ws: Listed = { url: 'wss://a.example', kind: 'ws' };
    expect(find(root, { ...root, kind: 'rest' }, ws)).toEqual(['2: 1']);
    expect(find(root, { ...root, kind: 'rest' }, { url: 'a.example:9090', kind: 'grpc' })).toEqual(['2: 1']);
    const ended = both('juno').map((entry) => ({ ...entry, killed: true }));
    expect(find(...both('kava'), ...both('akash'), ...ended)).toEqual(['2: 1', '4: 3']);
  });

  test('nor an address that three chains list', () => {
    const found = find(...both('kava', ''), ...both('akash', ''), ...both('juno', ''));
    expect(found).toEqual(['2: 1', '3: 1', '4: 1', '5: 1', '6: 1']);
  });
});

describe('a pair with one new entry is reported at that entry', () => {
  test.each<[string, number[], string]>([
    ['the first', [1], '1: 2'],
    ['the second', [0], '2: 1'],
    ['both', [], '2: 1'],
    ['none', [0, 1], '2: 1'],
  ])('%s', (_, old, expected) => {
    const entries = list([{ url: 'https://a.example' }, { url: 'https://a.example', kind: 'rest' }]);
    const untouched = new Set(entries.filter((__, index) => old.includes(index)));
    const [pair] = reportPairsAtChanges(findSameAddresses(entries, checks), untouched);
    expect(`${pair?.place.range?.line ?? 0}: ${JSON.stringify(pair?.problem.data['line'])}`).toBe(expected);
  });
});

describe('the message names the difference between the two entries', () => {
  const message = (...listed: readonly Listed[]) =>
    findSameAddresses(list(listed), checks).map(({ problem }) => wordProblem(problem).message);
  const rpc: Listed = { url: 'https://a.example' };

  test('the line in the same file', () => {
    expect(message(rpc, { ...rpc, kind: 'rest' })).toEqual([
      'the same address is listed as rest on line 2 and as rpc on line 1',
    ]);
  });

  test('the chain and the path in another one', () => {
    expect(message(rpc, { ...rpc, chain: 'akash', chainId: 'akash-1' })).toEqual([
      'the same address is listed as rpc on line 2 and as rpc of kava in kava/chain.json:1',
    ]);
  });
});

describe('ten thousand entries of one address are judged in one pass', () => {
  test('each but the first is reported once', () => {
    const same = Array.from({ length: 10_000 }, (_, index): Listed => ({
      url: 'https://a.example',
      chain: `chain${index}`,
      chainId: `chain-${index}`,
    }));
    expect(find(...same)).toHaveLength(9_999);
  });
});
