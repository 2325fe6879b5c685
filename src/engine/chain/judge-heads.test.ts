import { describe, expect, test } from 'vitest';
import { judgeHeads, type HeadWitness } from './judge-heads.js';

/** Endpoints of one chain by height and age in seconds; null for no head. */
function list(heads: readonly (readonly [height: number, ageS: number] | null)[]): HeadWitness[] {
  return heads.map((head, at) => ({
    address: String(at),
    family: 'cosmos',
    chainId: 'a-1',
    claim: null,
    unchanged: false,
    head:
      head === null
        ? null
        : {
            height: head[0],
            timeMs: -head[1] * 1_000,
            leastAgeMs: head[1] * 1_000,
            mostAgeMs: head[1] * 1_000,
          },
    server: `192.0.43.${at}:443`,
  }));
}

function judge(witnesses: readonly HeadWitness[]): string[] {
  return judgeHeads(witnesses).problems.map(({ witness }) => witness.address);
}

describe('an endpoint is behind the best of its chain', () => {
  test.each<[string, Parameters<typeof list>[0], string[]]>([
    [
      'by more than 60 s and 20 blocks',
      [
        [1_000, 5],
        [979, 66],
      ],
      ['1'],
    ],
    [
      'not by 20 blocks',
      [
        [1_000, 5],
        [980, 600],
      ],
      [],
    ],
    [
      'not by 60 s',
      [
        [1_000, 5],
        [500, 65],
      ],
      [],
    ],
    [
      'not if it was probed earlier, when the chain was lower',
      [
        [1_000, 5],
        [900, 5],
      ],
      [],
    ],
    ['not if it gave no head', [[1_000, 5], null], []],
    ['not if it is alone', [[1, 9_999]], []],
    [
      'each that is',
      [
        [1_000, 5],
        [10, 5_000],
        [20, 4_000],
      ],
      ['1', '2'],
    ],
    [
      'none of a halted chain',
      [
        [1_000, 90_000],
        [1_000, 90_000],
        [990, 90_050],
      ],
      [],
    ],
    [
      'not for a block of the future',
      [
        [10 ** 12, -7_200],
        [1_000, 5],
      ],
      [],
    ],
  ])('%s', (_, heads, behind) => {
    expect(judge(list(heads))).toEqual(behind);
  });

  test('only endpoints of the same chain are compared', () => {
    const [best, late] = list([
      [1_000, 5],
      [10, 5_000],
    ]);
    if (best === undefined || late === undefined) throw new Error('two');
    expect(judge([best, { ...late, chainId: 'b-1' }])).toEqual([]);
    expect(judge([best, { ...late, family: 'evm' }])).toEqual([]);
    expect(judge([best, { ...late, unchanged: true }])).toEqual([]);
  });

  test('without the time of the probe, an endpoint is not blamed', () => {
    const [best, late] = list([
      [1_000, 5],
      [10, 100],
    ]);
    if (best === undefined || late === undefined) throw new Error('two');
    const unsure = { height: 10, timeMs: -100_000, leastAgeMs: 50_000, mostAgeMs: 100_000 };
    expect(judge([best, late])).toEqual(['1']);
    expect(judge([best, { ...late, head: unsure }])).toEqual([]);
  });
});

describe('an old head is explained by the heads of other endpoints', () => {
  test.each<[string, Parameters<typeof list>[0], string[]]>([
    [
      'of a chain that has halted, or makes no empty blocks',
      [
        [1_000, 9_000],
        [1_000, 9_000],
      ],
      ['0', '1'],
    ],
    [
      'if it is behind',
      [
        [1_000, 5],
        [10, 9_000],
      ],
      ['1'],
    ],
    [
      'not if the rest is behind it',
      [
        [1_000, 9_000],
        [10, 99_000],
      ],
      ['1'],
    ],
    ['not if it is alone', [[1_000, 9_000], null], []],
    [
      'not if a fresh one is a few blocks ahead',
      [
        [1_000, 5],
        [981, 3_456_000],
      ],
      [],
    ],
    [
      'not if two have stopped at different times',
      [
        [1_000, 864_000],
        [1_015, 432_000],
      ],
      [],
    ],
    [
      'not if a dead one is higher than a chain that has restarted',
      [
        [100_000, 5],
        [5_000_000, 5_184_000],
        [50_000, 259_200],
      ],
      [],
    ],
  ])('%s', (_, heads, explained) => {
    expect([...judgeHeads(list(heads)).explained].map(({ address }) => address)).toEqual(explained);
  });

  test('but not by the same node under another name', () => {
    const both = list([
      [1_000, 9_000],
      [1_000, 9_000],
    ]).map((witness) => ({ ...witness, server: '192.0.43.8:443' }));
    expect(judgeHeads(both).explained.size).toBe(0);
  });
});
