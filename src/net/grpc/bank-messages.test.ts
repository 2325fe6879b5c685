import { describe, expect, test } from 'vitest';
import { getDenomMetadata, getSupply, listDenomOwners } from './bank-messages.js';
import { bankService, getMethod } from '../../sandbox/descriptors.js';

const encode = (name: string, message: object): Buffer =>
  getMethod(bankService, name).responseSerialize(message);
const owners = (limit: number) =>
  listDenomOwners({ denom: 'ukava', key: Buffer.from('k'), limit, height: null });
const owner = (address: string, amount = '1') => ({ address, balance: { denom: 'ukava', amount } });

describe('the owners of a denom', () => {
  test('are requested by key and read with their amounts, of any size', () => {
    const call = owners(2);
    expect(getMethod(bankService, 'DenomOwners').requestDeserialize(call.request)).toMatchObject({
      denom: 'ukava',
      pagination: { key: Buffer.from('k'), limit: 2, offset: 0, count_total: false },
    });
    const amount = String(2n ** 256n - 1n);
    const answer = encode('DenomOwners', {
      denom_owners: [owner('kava1a', amount), owner('kava1b', '0')],
      pagination: { next_key: Buffer.from('next'), total: '7' },
    });
    expect(call.decode(answer)).toEqual({
      owners: [
        { address: 'kava1a', amount },
        { address: 'kava1b', amount: '0' },
      ],
      nextKey: Buffer.from('next'),
      height: null,
      total: 7,
    });
  });

  test('are none in an empty message', () => {
    expect(owners(2).decode(Buffer.alloc(0))).toEqual({
      owners: [],
      nextKey: Buffer.alloc(0),
      height: null,
      total: 0,
    });
  });

  test.each<[string, Buffer, RegExp]>([
    [
      'more than were requested',
      encode('DenomOwners', { denom_owners: ['a', 'b', 'c'].map((a) => owner(a)) }),
      /more than the 2/,
    ],
    ['half a million empty ones', Buffer.alloc(1 << 20, Buffer.from([0x0a, 0x00])), /more than \d+ bytes/],
    ['an address with markup', encode('DenomOwners', { denom_owners: [owner('<b>')] }), /without an address/],
    [
      'an address without end',
      encode('DenomOwners', { denom_owners: [owner('a'.repeat(129))] }),
      /without an address/,
    ],
    [
      'an amount with a sign',
      encode('DenomOwners', { denom_owners: [owner('a', '-1')] }),
      /not a whole number/,
    ],
    [
      'an amount without end',
      encode('DenomOwners', { denom_owners: [owner('a', '1'.repeat(79))] }),
      /not a whole number/,
    ],
    [
      'a key without end',
      encode('DenomOwners', { pagination: { next_key: Buffer.alloc(513, 1) } }),
      /a key of more/,
    ],
    ['a field beyond the message', Buffer.from([0x0a, 0x7f, 0x0a, 0x7f]), /premature EOF/],
  ])('are refused: %s', (_name, bytes, reason) => {
    expect(() => owners(2).decode(bytes)).toThrow(reason);
  });
});

describe('a height', () => {
  test.each([
    ['17', 17],
    ['9007199254740991', 9_007_199_254_740_991],
    ['9007199254740992', null],
    ['0', null],
    ['-1', null],
    ['1e3', null],
    [null, null],
  ])('of the header %s is %s', (field, height) => {
    const readHeader = (name: string) => (name === 'x-cosmos-block-height' ? field : 'other');
    expect(owners(2).decode(Buffer.alloc(0), readHeader).height).toBe(height);
  });

  test('is requested by a field of the metadata', () => {
    const fields = { 'x-cosmos-block-height': '17' };
    expect(getSupply('ukava', 17).metadata).toEqual(fields);
    expect(listDenomOwners({ denom: 'ukava', key: Buffer.alloc(0), limit: 2, height: 17 }).metadata).toEqual(
      fields,
    );
    expect(owners(2).metadata).toEqual({});
  });
});

test('a supply is a whole number, 0 if the message is empty', () => {
  expect(getSupply('ukava').decode(encode('SupplyOf', { amount: { denom: 'ukava', amount: '12' } }))).toBe(
    '12',
  );
  expect(getSupply('ukava').decode(Buffer.alloc(0))).toBe('0');
  expect(() => getSupply('ukava').decode(encode('SupplyOf', { amount: { amount: '1e9' } }))).toThrow(
    /whole number/,
  );
});

test('metadata is truncated, and refused beyond 64 KiB', () => {
  const { decode } = getDenomMetadata('ukava');
  expect(decode(Buffer.alloc(0))).toBeNull();
  const read = decode(encode('DenomMetadata', { metadata: { name: 'K'.repeat(1_000), base: 'ukava' } }));
  expect(read?.name).toHaveLength(301);
  expect(() => decode(Buffer.alloc(70_000))).toThrow(/more than 65536 bytes/);
});
