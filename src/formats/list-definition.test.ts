import { bech32 } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { evmAddress, wasmAddress } from './list-definition.js';

const copy = 'copy the address from an explorer of the chain';

describe('an EVM contract is 0x and 40 hexadecimal digits', () => {
  test.each([
    '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    '0xdac17f958d2ee523a2206206994597c13d831ec7',
    '0x0000000088827d2d103ee2d9a6b781773ae03ffb',
    '0xDAC17F958D2EE523A2206206994597C13D831EC7',
  ])('%s is fine', (value) => {
    expect(evmAddress.findFault(value)).toBeNull();
  });

  const expected = 'must be 0x and 40 hexadecimal digits';
  test.each([
    ['0xdAC17F958D2ee523a2206206994597C13D831ec', 'has 39 hexadecimal digits, expected 40', copy],
    ['0xdAC17F958D2ee523a2206206994597C13D831ec70', 'has 41 hexadecimal digits, expected 40', copy],
    [
      'dAC17F958D2ee523a2206206994597C13D831ec7',
      'must begin with 0x',
      'write 0xdAC17F958D2ee523a2206206994597C13D831ec7',
    ],
    [
      '0XdAC17F958D2ee523a2206206994597C13D831ec7',
      'must begin with 0x',
      'write 0xdAC17F958D2ee523a2206206994597C13D831ec7',
    ],
    ['0xdAC17F958D2ee523a2206206994597C13D831ecg', expected, copy],
    ['0x', expected, copy],
    ['usdt', expected, copy],
    ['https://etherscan.io/token/0xdac17f958d2ee523a2206206994597c13d831ec7', expected, copy],
    [
      'juno168ctmpyppk90d34p3jjy658zf5a5l3w8wk35wht6ccqj4mr0yv8s4j5awr',
      `is the address of a CosmWasm contract, ${expected}`,
      'move the token to the cw20 list',
    ],
  ])('%s', (value, reason, fix) => {
    expect(evmAddress.findFault(value)).toEqual({ reason, fix });
  });

  test('the case of its letters does not matter', () => {
    expect(evmAddress.fold('0xdAC1')).toBe(evmAddress.fold('0xDac1'));
    expect(wasmAddress.fold('juno1A')).not.toBe(wasmAddress.fold('juno1a'));
  });
});

describe('a CosmWasm contract is a bech32 address of 32 or 20 bytes', () => {
  test.each([
    'juno168ctmpyppk90d34p3jjy658zf5a5l3w8wk35wht6ccqj4mr0yv8s4j5awr',
    'inj12pwnhtv7yat2s30xuf4gdk9qm85v4j3e60dgvu',
    'secret1d6qvapy96q94etwlnc7j33dlzmenz4j70w3ew7',
    'archway1ecjefhcf8r60wtfnhwefrxhj9caeqa90fj58cqsaafqveawn6cjs5znd2n',
    bech32.encodeFromBytes('a1b2', new Uint8Array(32)),
  ])('%s is fine', (value) => {
    expect(wasmAddress.findFault(value)).toBeNull();
  });

  const checksum = 'has a wrong checksum, so a character is wrong or missing';
  const form = 'must be a bech32 address such as juno1…';
  test.each([
    ['juno168ctmpyppk90d34p3jjy658zf5a5l3w8wk35wht6ccqj4mr0yv8s4j5awq', checksum, copy],
    ['juno168ctmpyppk90d34p3jjy658zf5a5l3w8wk35wht6ccqj4mr0yv8s4j5aw', checksum, copy],
    ['osmo168ctmpyppk90d34p3jjy658zf5a5l3w8wk35wht6ccqj4mr0yv8s4j5awr', checksum, copy],
    [
      'INJ12PWNHTV7YAT2S30XUF4GDK9QM85V4J3E60DGVU',
      'must be in lower case',
      'write inj12pwnhtv7yat2s30xuf4gdk9qm85v4j3e60dgvu',
    ],
    ['inj12pwnhtv7yat2s30xuf4gdk9qm85v4j3e60dgvb', form, copy],
    ['neta', form, copy],
    ['1qqqqqqqq', form, copy],
    [
      '0xdAC17F958D2ee523a2206206994597C13D831ec7',
      'is the address of an EVM contract',
      'move the token to the erc20 list',
    ],
    [bech32.encodeFromBytes('juno', new Uint8Array(31)), 'must be 32 or 20 bytes long, got 31', copy],
    [bech32.encode('juno', [1]), 'must be 32 or 20 bytes long', copy],
    [`juno1${'q'.repeat(1_000_000)}`, form, copy],
  ])('%.80s', (value, reason, fix) => {
    expect(wasmAddress.findFault(value)).toEqual({ reason, fix });
  });
});
