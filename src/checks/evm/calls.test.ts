import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../model/json.js';
import { readBlock, parseQuantity } from './calls.js';

// The fields of `Block` in ethereum/execution-apis (src/schemas/block.yaml) that matter here, and two that do not.
const block = {
  hash: '0x7136c30fb0c4b33b8a0f1f1a3a0fb7bf95f0c5e4ef2e5a8f8c2cd5dd0d16f3c5',
  parentHash: '0x0000000000000000000000000000000000000000000000000000000000000000',
  number: '0x1b4',
  timestamp: '0x55ba467c',
  transactions: [],
};

describe('a block is read by its hash, number and timestamp', () => {
  test('hex quantities become numbers', () => {
    expect(readBlock(block)).toEqual({ number: 436n, timestamp: 1438271100n, deviations: [] });
  });

  test.each([
    [{ number: '0x0' }, { number: 0n }],
    [{ number: '0x1B4' }, { number: 436n }],
    [{ timestamp: '0x0' }, { timestamp: 0n }],
    // Beyond 2^53, where a number would be rounded.
    [{ number: '0x20000000000001' }, { number: 9007199254740993n }],
    [{ number: `0x${'f'.repeat(64)}` }, { number: 2n ** 256n - 1n }],
    [{ hash: block.hash.toUpperCase().replace('0X', '0x') }, { number: 436n }],
  ])('%j', (fields, expected) => {
    expect(readBlock({ ...block, ...fields })).toMatchObject(expected);
  });

  test('no other field is needed', () => {
    const { hash, number, timestamp } = block;
    expect(readBlock({ hash, number, timestamp })).toEqual({
      number: 436n,
      timestamp: 1438271100n,
      deviations: [],
    });
  });
});

describe('what browser clients accept may depart from the specification', () => {
  test.each<[keyof typeof block, JsonValue, string]>([
    ['number', 436, 'is a JSON number'],
    ['number', '0x01b4', 'has leading zeros'],
    ['timestamp', 1438271100, 'is a JSON number'],
    ['timestamp', '0x055ba467c', 'has leading zeros'],
  ])('%s: %j', (field, value, deviation) => {
    const read = {
      number: 436n,
      timestamp: 1438271100n,
      deviations: [`"${field}" of the block ${deviation}`],
    };
    expect(readBlock({ ...block, [field]: value })).toEqual(read);
  });

  test('zero is no leading zero', () => {
    expect(readBlock({ ...block, number: '0x0' })).toMatchObject({ number: 0n, deviations: [] });
    expect(readBlock({ ...block, number: '0x00' })).toMatchObject({
      deviations: ['"number" of the block has leading zeros'],
    });
  });
});

describe('a value that is not an object is not a block', () => {
  test.each<[JsonValue]>([[null], ['0x1b4'], [436], [true], [[]], [[block]]])('%j', (value) => {
    expect(readBlock(value)).toEqual({ reason: 'expected an object' });
  });
});

describe('a field that violates execution-apis is named', () => {
  const tooLong = `0x1${'0'.repeat(64)}`;

  test.each<[keyof typeof block, JsonValue]>([
    ['number', null],
    ['number', -1],
    ['number', 1.5],
    ['number', 2 ** 60],
    ['number', '436'],
    ['number', '1b4'],
    ['number', '0x'],
    ['number', '0xg'],
    ['number', '-0x1'],
    ['number', ' 0x1'],
    ['number', '0x1\n'],
    ['number', 'latest'],
    ['number', tooLong],
    ['timestamp', null],
    ['timestamp', '2015-07-30T15:45:00Z'],
    ['timestamp', tooLong],
    ['hash', null],
    ['hash', '0x7136'],
    ['hash', block.hash.slice(2)],
    ['hash', `${block.hash}00`],
    ['hash', ` ${block.hash}`],
    ['hash', block.hash.replace(/.$/, 'g')],
    ['hash', `${block.hash}\n`],
  ])('%s: %j', (field, value) => {
    expect(readBlock({ ...block, [field]: value })).toMatchObject({
      reason: expect.stringContaining(`"${field}"`) as string,
    });
  });

  test.each(['hash', 'number', 'timestamp'])('%s is missing', (field) => {
    const rest = Object.fromEntries(Object.entries(block).filter(([name]) => name !== field));
    expect(readBlock(rest)).toMatchObject({ reason: expect.stringContaining(`"${field}"`) as string });
  });
});

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
