import { describe, expect, test } from 'vitest';
import { AddressOrder } from './address-order.js';

// Of 20, 20 and 32 bytes, the first bytes of which are 0x00, 0xff and 0x7f.
const low = 'cosmos1qqqsyqcyq5rqwzqfpg9scrgwpugpzysn7hzdtn';
const high = 'cosmos1llllllllllllllllllllllllllllllllzzzzzz';
const long = 'cosmos10lllllllllllllllllllllllllllllllllllllllllllllllllllqqqqqq';

const isKept = (addresses: readonly string[]) => {
  const order = new AddressOrder();
  for (const address of addresses) order.add(address);
  return order.isKept;
};

describe('the order in which nodes list addresses', () => {
  test.each<[string, readonly string[]]>([
    ['nobody', []],
    ['by their bytes, whatever their length', [low, long, high]],
    ['shorter ones first', [low, high, long]],
  ])('is kept: %s', (_, addresses) => {
    expect(isKept(addresses)).toBe(true);
  });

  test.each<[string, readonly string[]]>([
    ['an address comes twice', [low, low]],
    ['an address comes twice, with others between', [low, high, low]],
    ['an address comes twice, after a longer one', [low, long, high, long]],
    ['by letters, which is not by bytes', ['cosmos18qqqqqqqqqq', 'cosmos1pqqqqqqqqqq']],
    ['of two chains', [low, high.replace('cosmos', 'kava')]],
    ['none of bech32', ['kava1bbbbbbbbbbb', 'kava1llllllllllll']],
  ])('is not kept: %s', (_, addresses) => {
    expect(isKept(addresses)).toBe(false);
  });
});
