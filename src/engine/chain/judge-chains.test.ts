import { describe, expect, test } from 'vitest';
import { type ChainMember, judgeChains } from './judge-chains.js';

type Endpoint = ChainMember['endpoint'];

function list(at: number, facts: Endpoint['facts'], otherwise: Partial<Endpoint> = {}): ChainMember {
  return {
    endpoint: { file: 'chain/a/param.json', chain: 'a', kind: 'evm', claim: null, facts, ...otherwise },
    address: String(at),
    probedMs: { earliest: 0, latest: 0 },
    unchanged: false,
  };
}

function judge(members: readonly ChainMember[]) {
  return judgeChains(members).problems.map(({ member, problem }) => `${member.address} ${problem.code}`);
}

describe('what hostile endpoints report', () => {
  test('a thousand ids of a thousand endpoints are named in part', () => {
    const members = Array.from({ length: 1_000 }, (_, at) => list(at, { chainId: at + 1 }));
    const { problems } = judgeChains(members);
    expect(problems).toHaveLength(1_000);
    for (const { problem } of problems) {
      expect(problem).toMatchObject({ code: 'chain/disagreement', data: { count: 1_000 } });
      expect(JSON.stringify(problem.data).length).toBeLessThan(200);
    }
  });

  test.each(['grpc', 'evm'] as const)(
    'ids of 10,000 characters are truncated in the findings of %s',
    (kind) => {
      const long = (end: string) => ({ chainId: 'x'.repeat(10_000) + end });
      const members = ['1', '1', '2'].map((end, at) => list(at, long(end), { kind }));
      const { problems } = judgeChains(members);
      expect(problems).toHaveLength(1);
      for (const { problem } of problems) expect(JSON.stringify(problem.data).length).toBeLessThan(1_000);
    },
  );

  test.each([[{}], [[]], [true], [''], [null]])('%j is no id', (chainId) => {
    expect(judge([list(0, { chainId }), list(1, { chainId: 1 }), list(2, { chainId: 1 })])).toEqual([]);
  });

  test('an endpoint that reports another id in one protocol is distinguished', () => {
    const members = [list(0, { chainId: 'kava_2222-10' }, { kind: 'grpc' }), list(1, { chainId: 1 })];
    expect(judge(members)).toEqual(['1 chain/kinds-disagree']);
  });
});

test('an RPC and the websocket of its node are one witness', () => {
  const claim = { chainId: 'a-1', field: 'chain_id', derived: false };
  const listed = (kind: Endpoint['kind'], address: string, chainId: string): ChainMember => ({
    ...list(0, { chainId }, { kind, claim }),
    address,
  });
  const node = [listed('rpc', 'rpc.example', 'b-2'), listed('ws', 'rpc.example/websocket', 'b-2')];
  expect(judgeChains(node).outvoted.size).toBe(0);
  expect(judgeChains([...node, listed('rest', 'rest.example', 'b-2')]).outvoted.size).toBe(3);
});

describe('an endpoint that answers with two ids', () => {
  const unsteady = list(0, { chainId: 5, otherChainId: 1 });

  test('is reported, and counts for neither', () => {
    expect(judge([unsteady, list(1, { chainId: 1 }), list(2, { chainId: 5 })])).toEqual([
      '0 chain/unsteady',
      '1 chain/disagreement',
      '2 chain/disagreement',
    ]);
    expect(judge([unsteady])).toEqual(['0 chain/unsteady']);
  });

  test('belongs to another chain if both ids do', () => {
    const steady = [1, 2].map((at) => list(at, { chainId: 9 }));
    expect(judge([...steady, unsteady]).sort()).toEqual(['0 chain/odd-one-out', '0 chain/unsteady']);
  });

  test('is not compared with other such endpoints', () => {
    const all = [5, 5, 1].map((chainId, at) => list(at, { chainId, otherChainId: 6 - chainId }));
    expect(judge(all)).toEqual(['0 chain/unsteady', '1 chain/unsteady', '2 chain/unsteady']);
  });

  test('is reported without a file too, but not if it is unchanged', () => {
    expect(judge([list(0, unsteady.endpoint.facts, { file: null, chain: null })])).toEqual([
      '0 chain/unsteady',
    ]);
    expect(judge([{ ...unsteady, unchanged: true }])).toEqual([]);
  });
});

describe('an endpoint that answers as two nodes of one chain', () => {
  const at = (blockHeight: number | null, syncing: boolean) => ({ blockHeight, blockTime: null, syncing });

  test.each<[string, Endpoint['facts'], object]>([
    ['far apart', { otherHead: at(4_000_000, false) }, { heights: ['5000000', '4000000'], isSyncing: false }],
    ['one of them catching up', { otherHead: at(null, true) }, { heights: null, isSyncing: true }],
    [
      'both at once',
      { otherHead: at(4_000_000, true) },
      { heights: ['5000000', '4000000'], isSyncing: true },
    ],
  ])('is reported: %s', (_, facts, data) => {
    const members = [list(0, { chainId: 1, blockHeight: 5_000_000, ...facts })];
    expect(judgeChains(members).problems.map(({ problem }) => problem)).toEqual([
      { code: 'chain/unsteady', data: { ids: null, ...data } },
    ]);
  });

  test('is only told to serve two chains if it does', () => {
    const facts = { chainId: 1, otherChainId: 5, blockHeight: 9, otherHead: at(4, true) };
    expect(judgeChains([list(0, facts)]).problems.map(({ problem }) => problem.data)).toEqual([
      { ids: ['1', '5'], heights: null, isSyncing: false },
    ]);
  });
});

describe('registered chains that are the same chain', () => {
  test('a hundred of them are named in part, none together with itself', () => {
    const members = Array.from({ length: 100 }, (_, at) =>
      list(at, { chainId: 1 }, { chain: `c${at}`, file: `chain/c${at}/param.json` }),
    );
    for (const { member, problem } of judgeChains(members).problems) {
      expect(problem.code).toBe('chain/listed-twice');
      expect(problem.data).toMatchObject({ chains: { length: 5 } });
      expect(JSON.stringify(problem.data)).not.toContain(`"${member.endpoint.chain ?? ''}"`);
    }
  });
});
