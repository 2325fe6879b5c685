import { describe, expect, test } from 'vitest';
import { judgeChain, type Witness } from './judge-chain.js';

interface Listed extends Witness {
  readonly at: number;
}

/** A chain whose EVM endpoints report these ids, `-` for none; those before `|` are unchanged. */
function list(ids: string, claim: string | null = null): Listed[] {
  const [before = '', after] = ids.split('|');
  const unchanged = after === undefined ? 0 : before.length;
  return Array.from(ids.replace('|', '')).map((id, at) => ({
    at,
    address: `https://${at}.example.com`,
    family: 'evm',
    chainId: id === '-' ? null : id,
    claim,
    unchanged: at < unchanged,
  }));
}

function judge(witnesses: readonly Listed[]) {
  const { problems, outvoted } = judgeChain(witnesses);
  return {
    problems: problems.map(({ witness, problem }) => `${witness.at} ${problem.code.slice('chain/'.length)}`),
    outvoted: outvoted.map(({ claim, actual, count }) => `${claim}: ${count} x ${actual}`),
  };
}

/** Every way in which so many endpoints may report a, b, c or nothing. */
function listSplits(endpoints: number): string[] {
  return endpoints === 0
    ? ['']
    : listSplits(endpoints - 1).flatMap((rest) => ['a', 'b', 'c', '-'].map((id) => rest + id));
}

/** If a single endpoint differs from at least two that agree: its index. */
function findOddPlace(ids: string): number | null {
  const places = Array.from(ids).flatMap((id, at) =>
    id !== '-' && new Set(Array.from(ids).filter((item, index) => index !== at && item !== '-')).size === 1
      ? [at]
      : [],
  );
  const oddPlaces = places.filter((at) => {
    const otherIds = Array.from(ids).filter((id, index) => index !== at && id !== '-');
    return otherIds.length >= 2 && otherIds[0] !== ids[at];
  });
  return oddPlaces[0] ?? null;
}

describe('endpoints of one chain confirm each other', () => {
  test.each([1, 2, 3, 4, 5, 6])('every split of %i endpoints without a claim', (endpoints) => {
    for (const ids of listSplits(endpoints)) {
      const distinct = new Set(ids.replaceAll('-', ''));
      const oddPlace = findOddPlace(ids);
      const expected =
        distinct.size < 2
          ? []
          : oddPlace !== null
            ? [`${oddPlace} odd-one-out`]
            : Array.from(ids).flatMap((id, at) => (id === '-' ? [] : [`${at} disagreement`]));
      expect([ids, judge(list(ids)).problems]).toEqual([ids, expected]);
    }
  });

  test.each([1, 2, 3, 4, 5, 6])(
    'every split of %i endpoints with a claim that one of them confirms',
    (endpoints) => {
      for (const ids of listSplits(endpoints).filter((split) => split.includes('a'))) {
        expect([ids, judge(list(ids, 'a'))]).toEqual([ids, { problems: [], outvoted: [] }]);
      }
    },
  );

  test.each([
    ['bb', [], ['a: 2 x b']],
    ['bbc', ['2 odd-one-out'], ['a: 2 x b']],
    ['bbcc', ['0 disagreement', '1 disagreement', '2 disagreement', '3 disagreement'], ['a: 2 x b']],
    ['b', [], []],
    ['bc', [], []],
    ['b---', [], []],
  ])('%s against the claim a', (ids, problems, outvoted) => {
    expect(judge(list(ids, 'a'))).toEqual({ problems, outvoted });
  });

  test('an endpoint that is listed three times is one witness', () => {
    const [first, second] = list('aab');
    const same = [first, second].flatMap((witness) =>
      witness === undefined ? [] : [{ ...witness, address: 'x' }],
    );
    const all = [...same, ...list('aab').slice(2)];
    expect(judge(all).problems).toEqual(['0 disagreement', '1 disagreement', '2 disagreement']);
  });
});

describe('unchanged endpoints decide about new ones', () => {
  test.each([
    ['aa|b', ['2 odd-one-out']],
    ['aa|bb', ['2 odd-one-out', '3 odd-one-out']],
    ['aa|bc', ['2 odd-one-out', '3 odd-one-out']],
    ['aa|a', []],
    ['a|b', ['1 disagreement']],
    ['ab|a', []],
    ['ab|c', ['2 disagreement']],
    ['aab|a', []],
    ['a-|bb', ['2 disagreement', '3 disagreement']],
    ['a|bbb', ['1 disagreement', '2 disagreement', '3 disagreement']],
    ['ab|bb', []],
  ])('%s', (ids, problems) => {
    expect(judge(list(ids)).problems).toEqual(problems);
  });
});

describe('EVM endpoints are compared with the id that a Cosmos chain id holds', () => {
  function listBoth(
    cosmos: readonly string[],
    evm: readonly string[],
    claim: string | null = null,
  ): Listed[] {
    const witness = { claim, unchanged: false };
    return [...cosmos, ...evm].map((chainId, at) => {
      const family = at < cosmos.length ? 'cosmos' : 'evm';
      return { ...witness, at, address: String(at), family, chainId };
    });
  }

  test.each([
    [['kava_2222-10'], ['2222'], []],
    [['kava_2222-10'], ['1'], ['1 kinds-disagree']],
    [
      ['kava_2222-10', 'kava_2222-10'],
      ['1', '1'],
      ['2 kinds-disagree', '3 kinds-disagree'],
    ],
    [['kava_2221-16000', 'kava_2222-10'], ['1'], ['0 disagreement', '1 disagreement']],
    [['cosmoshub-4'], ['1'], []],
    [['kava_2222'], ['1'], []],
    [[], ['1'], []],
  ])('%j, %j', (cosmos, evm, problems) => {
    expect(judge(listBoth(cosmos, evm)).problems).toEqual(problems);
  });

  test('if an id is claimed, only wrong-chain is reported', () => {
    expect(judge(listBoth(['kava_2222-10'], ['1'], '1')).problems).toEqual([]);
  });
});

test('a thousand endpoints of a thousand long ids are reported in a bounded amount of text', () => {
  const witnesses = list('-'.repeat(1_000)).map((witness, at) => ({
    ...witness,
    chainId: `${at}-${'x'.repeat(10_000)}`,
  }));
  const { problems } = judgeChain(witnesses);
  expect(problems).toHaveLength(1_000);
  expect(JSON.stringify(problems.map(({ problem }) => problem)).length).toBeLessThan(3_000_000);
});
