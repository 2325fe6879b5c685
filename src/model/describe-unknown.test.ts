import { describe, expect, test } from 'vitest';
import { describeUnknown, joinChoices } from './describe-unknown.js';

describe('an unknown name is reported with what was expected', () => {
  test.each([
    ['grcp', 'unknown kind "grcp": expected grpc or evm (did you mean grpc?)'],
    ['RPC', 'unknown kind "RPC": expected grpc or evm (did you mean grpc?)'],
    ['lcd', 'unknown kind "lcd": expected grpc or evm'],
    ['', 'unknown kind "": expected grpc or evm'],
  ])('%j', (name, message) => {
    expect(describeUnknown('kind', name, ['grpc', 'evm'])).toBe(message);
  });
});

describe('choices are joined in a list', () => {
  test.each([
    [[], ''],
    [['a'], 'a'],
    [['a', 'b'], 'a or b'],
    [['a', 'b', 'c'], 'a, b or c'],
  ])('%j', (choices, joined) => {
    expect(joinChoices(choices)).toBe(joined);
  });
});
