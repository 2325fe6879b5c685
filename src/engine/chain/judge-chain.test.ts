import { describe, expect, test } from 'vitest';
import { type HeadWitness, judgeChain, judgeHeads, type Witness } from './judge-chain.js';

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

/** Endpoints of one chain as `height@age in seconds`, `-` for no head. */
function listHeads(heads: string): HeadWitness[] {
  return heads.split(' ').map((text, at) => {
    const [height = 0, ageS = 0] = text.split('@').map(Number);
    const [timeMs, ageMs] = [-ageS * 1_000, ageS * 1_000];
    return {
      address: String(at),
      family: 'cosmos',
      chainId: 'a-1',
      claim: null,
      unchanged: false,
      head: text === '-' ? null : { height, timeMs, leastAgeMs: ageMs, mostAgeMs: ageMs },
      server: `192.0.43.${at}:443`,
    };
  });
}

function judgeLate(witnesses: readonly HeadWitness[]): string[] {
  return judgeHeads(witnesses).problems.map(({ witness }) => witness.address);
}

describe('an endpoint is behind the best of its chain', () => {
  test.each<[string, string, string[]]>([
    ['by more than 60 s and 20 blocks', '1000@5 979@66', ['1']],
    ['not by 20 blocks', '1000@5 980@600', []],
    ['not by 60 s', '1000@5 500@65', []],
    ['not if it was probed earlier, when the chain was lower', '1000@5 900@5', []],
    ['not if it gave no head', '1000@5 -', []],
    ['not if it is alone', '1@9999', []],
    ['each that is', '1000@5 10@5000 20@4000', ['1', '2']],
    ['none of a halted chain', '1000@90000 1000@90000 990@90050', []],
    ['not for a block of the future', '1000000000000@-7200 1000@5', []],
  ])('%s', (_, heads, behind) => {
    expect(judgeLate(listHeads(heads))).toEqual(behind);
  });

  test('only endpoints of the same chain are compared', () => {
    const [best, late] = listHeads('1000@5 10@5000');
    if (best === undefined || late === undefined) throw new Error('two');
    expect(judgeLate([best, { ...late, chainId: 'b-1' }])).toEqual([]);
    expect(judgeLate([best, { ...late, family: 'evm' }])).toEqual([]);
    expect(judgeLate([best, { ...late, unchanged: true }])).toEqual([]);
  });

  test('without the time of the probe, an endpoint is not blamed', () => {
    const [best, late] = listHeads('1000@5 10@100');
    if (best === undefined || late === undefined) throw new Error('two');
    const unsure = { height: 10, timeMs: -100_000, leastAgeMs: 50_000, mostAgeMs: 100_000 };
    expect(judgeLate([best, late])).toEqual(['1']);
    expect(judgeLate([best, { ...late, head: unsure }])).toEqual([]);
  });
});

describe('an old head is explained by the heads of other endpoints', () => {
  test.each<[string, string, string[]]>([
    ['of a chain that has halted, or makes no empty blocks', '1000@9000 1000@9000', ['0', '1']],
    ['if it is behind', '1000@5 10@9000', ['1']],
    ['not if the rest is behind it', '1000@9000 10@99000', ['1']],
    ['not if it is alone', '1000@9000 -', []],
    ['not if a fresh one is a few blocks ahead', '1000@5 981@3456000', []],
    ['not if two have stopped at different times', '1000@864000 1015@432000', []],
    [
      'not if a dead one is higher than a chain that has restarted',
      '100000@5 5000000@5184000 50000@259200',
      [],
    ],
  ])('%s', (_, heads, explained) => {
    expect([...judgeHeads(listHeads(heads)).explained].map(({ address }) => address)).toEqual(explained);
  });

  test('but not by the same node under another name', () => {
    const both = listHeads('1000@9000 1000@9000').map((witness) => ({
      ...witness,
      server: '192.0.43.8:443',
    }));
    expect(judgeHeads(both).explained.size).toBe(0);
  });
});
