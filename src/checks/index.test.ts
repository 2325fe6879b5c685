import { describe, expect, test } from 'vitest';
import { checks, describeUnknownKind, findCheck } from './index.js';

describe('a kind is known by its name', () => {
  test('in the order of the report', () => {
    expect(checks.map(({ kind }) => kind)).toEqual(['grpc', 'evm']);
  });

  test.each(checks.map((check) => [check.kind, check] as const))('%s', (kind, check) => {
    expect(findCheck(kind)).toBe(check);
    expect(check.readUrl(check.example, { allowPlaintext: false }).problems).toEqual([]);
  });

  test('another is not', () => {
    expect(findCheck('rest')).toBeUndefined();
    expect(describeUnknownKind('rest')).toBe('unknown kind "rest": expected grpc or evm');
  });
});

describe('the chain id of a command line is one of the kind', () => {
  test.each([
    ['grpc', 'cosmoshub-4', true],
    ['grpc', '1', true],
    ['grpc', '', false],
    ['grpc', ' ', false],
    ['evm', '0x1', true],
    ['evm', '1', true],
    ['evm', 'cosmoshub-4', false],
    ['evm', '', false],
  ])('%s: %j', (kind, text, expected) => {
    expect(findCheck(kind)?.isChainId(text)).toBe(expected);
  });
});
