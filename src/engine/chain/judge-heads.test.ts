import { describe, expect, test } from 'vitest';
import { judgeHeads, type HeadWitness } from './judge-heads.js';

/** Endpoints of one chain as `height@age in seconds`, `-` for no head. */
function list(heads: string): HeadWitness[] {
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

function judge(witnesses: readonly HeadWitness[]): string[] {
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
    expect(judge(list(heads))).toEqual(behind);
  });

  test('only endpoints of the same chain are compared', () => {
    const [best, late] = list('1000@5 10@5000');
    if (best === undefined || late === undefined) throw new Error('two');
    expect(judge([best, { ...late, chainId: 'b-1' }])).toEqual([]);
    expect(judge([best, { ...late, family: 'evm' }])).toEqual([]);
    expect(judge([best, { ...late, unchanged: true }])).toEqual([]);
  });

  test('without the time of the probe, an endpoint is not blamed', () => {
    const [best, late] = list('1000@5 10@100');
    if (best === undefined || late === undefined) throw new Error('two');
    const unsure = { height: 10, timeMs: -100_000, leastAgeMs: 50_000, mostAgeMs: 100_000 };
    expect(judge([best, late])).toEqual(['1']);
    expect(judge([best, { ...late, head: unsure }])).toEqual([]);
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
    expect([...judgeHeads(list(heads)).explained].map(({ address }) => address)).toEqual(explained);
  });

  test('but not by the same node under another name', () => {
    const both = list('1000@9000 1000@9000').map((witness) => ({ ...witness, server: '192.0.43.8:443' }));
    expect(judgeHeads(both).explained.size).toBe(0);
  });
});
