import { describe, expect, test } from 'vitest';
import { parseQuantity } from './chain-id.js';

describe('a chain id is read as a number whatever its spelling', () => {
  test.each([
    ['0x1', 1n],
    ['0x6F0', 1776n],
    ['0x6f0', 1776n],
    ['0X6F0', 1776n],
    ['0x0006f0', 1776n],
    ['1776', 1776n],
    ['001776', 1776n],
    ['0', 0n],
    ['0x0', 0n],
    // Beyond 2^53, where a number would be rounded.
    ['9007199254740993', 9007199254740993n],
    [`0x${'f'.repeat(64)}`, 2n ** 256n - 1n],
    ['9'.repeat(80), 10n ** 80n - 1n],
  ])('%s', (text, expected) => {
    expect(parseQuantity(text)).toBe(expected);
  });
});

describe('anything but a number is null', () => {
  test.each([
    '',
    '0x',
    'x1',
    '0xg',
    '-1',
    '+1',
    '1.0',
    '1e3',
    ' 1',
    '1 ',
    '1\n',
    '0b1',
    '1_000',
    '１',
    '9'.repeat(81),
  ])('%j', (text) => {
    expect(parseQuantity(text)).toBeNull();
  });
});
