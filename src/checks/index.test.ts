import { describe, expect, test } from 'vitest';
import { noPhases } from './facts.js';
import { checks, describeUnknownKind, findCheck } from './index.js';

describe('a kind is known by its name', () => {
  test('in the order of the report', () => {
    expect(checks.map(({ kind }) => kind)).toEqual([
      'grpc',
      'evm',
      'rpc',
      'rest',
      'grpc-web',
      'ws',
      'evm-ws',
    ]);
  });

  test.each(checks.map((check) => [check.kind, check] as const))('%s', (kind, check) => {
    expect(findCheck(kind)).toBe(check);
    expect(check.readUrl(check.example, { allowPlaintext: false }).problems).toEqual([]);
  });

  test('another is not', () => {
    expect(findCheck('lcd')).toBeUndefined();
    expect(describeUnknownKind('lcd')).toMatch(/^unknown kind "lcd": expected grpc, evm, rpc, rest,? /);
  });
});

describe('the chain id of a command line is one of the kind', () => {
  test.each([
    ['grpc', 'cosmoshub-4', true],
    ['grpc', '1', true],
    ['grpc', '', false],
    ['grpc', ' ', false],
    ['rpc', 'cosmoshub-4', true],
    ['rpc', ' ', false],
    ['rest', 'cosmoshub-4', true],
    ['rest', '', false],
    ['ws', 'cosmoshub-4', true],
    ['ws', '', false],
    ['evm-ws', '0x1', true],
    ['evm-ws', 'cosmoshub-4', false],
    ['evm', '0x1', true],
    ['evm', '1', true],
    ['evm', 'cosmoshub-4', false],
    ['evm', '', false],
  ])('%s: %j', (kind, text, expected) => {
    expect(findCheck(kind)?.isChainId(text)).toBe(expected);
  });
});

test('the facts of an endpoint that was not probed are null, whatever its kind', () => {
  for (const { kind, noFacts } of checks) {
    const { phasesMs, ...facts } = noFacts;
    expect(phasesMs, kind).toEqual(noPhases);
    expect(new Set(Object.values(facts)), kind).toEqual(new Set([null]));
  }
});
