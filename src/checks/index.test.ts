import { describe, expect, test } from 'vitest';
import { noPhases } from './node/facts.js';
import { checks, describeUnknownKind, findCheck } from './index.js';

describe('a kind is known by its name', () => {
  test.each(checks.map((check) => [check.kind, check] as const))('%s', (kind, check) => {
    expect(findCheck(kind)).toBe(check);
    expect(check.readUrl(check.example, { allowPlaintext: false }).problems).toEqual([]);
  });

  test('another is not', () => {
    expect(findCheck('lcd')).toBeUndefined();
    expect(describeUnknownKind('lcd')).toMatch(
      /^unknown kind "lcd": expected grpc, evm, rpc, rest,? .* \(did you mean rest\?\)$/,
    );
  });
});

describe('the chain id of a command line is one of the kind', () => {
  const cases: Readonly<Record<string, readonly (readonly [text: string, expected: boolean])[]>> = {
    cosmos: [
      ['cosmoshub-4', true],
      ['1', true],
      ['', false],
      [' ', false],
      ['cosmoshub-4 ', false],
      ['cosmoshub\u200b-4', false],
    ],
    evm: [
      ['0x1', true],
      ['1', true],
      ['cosmoshub-4', false],
      ['', false],
    ],
  };

  test.each(checks.map((check) => [check.kind, check] as const))('%s', (_, { idFamily, isChainId }) => {
    for (const [text, expected] of cases[idFamily] ?? []) expect(isChainId(text), text).toBe(expected);
  });
});

test('the facts of an endpoint that was not probed are null, whatever its kind', () => {
  for (const { kind, noFacts } of checks) {
    const { phasesMs, ...facts } = noFacts;
    expect(phasesMs, kind).toEqual(noPhases);
    expect(new Set(Object.values(facts)), kind).toEqual(new Set([null]));
  }
});
