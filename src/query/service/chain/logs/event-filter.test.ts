import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  account,
  batchTopic,
  log,
  other,
  singleTopic,
  topics,
  transferTopic,
  word,
} from '../../../../../test/support/sandbox-logs.js';
import type { Log } from './get-logs.js';
import { decodeTransfer, type TokenType } from './event-filter.js';

function toLog(signature: string, indexed: (number | bigint | string)[], data: string): Log {
  return {
    ...log(1, 0, 4),
    blockHash: `0x${word(1)}`,
    blockTime: null,
    topics: topics(signature, ...indexed),
    data,
  };
}

const words = (...values: (number | bigint)[]) => `0x${values.map(word).join('')}`;
const operator = `0x${'0b'.repeat(20)}`;

describe('an event of the standard is decoded', () => {
  const number = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });

  test('ERC-20: any amount', () => {
    fc.assert(
      fc.property(number, (amount) => {
        const read = decodeTransfer('ERC20', toLog(transferTopic, [account, other], `0x${word(amount)}`));
        expect(read).toEqual({
          ...{ logIndex: 4, from: account, to: other, operator: null },
          items: [{ tokenId: null, amount: String(amount) }],
        });
      }),
    );
  });

  test('ERC-721: any token', () => {
    fc.assert(
      fc.property(number, (id) => {
        const read = decodeTransfer('ERC721', toLog(transferTopic, [account, other, id], '0x'));
        expect(read?.items).toEqual([{ tokenId: String(id), amount: '1' }]);
      }),
    );
  });

  test('ERC-1155: one token, or many', () => {
    const single = toLog(singleTopic, [operator, account, other], words(7, 9));
    expect(decodeTransfer('ERC1155', single)).toEqual({
      ...{ logIndex: 4, from: account, to: other, operator },
      items: [{ tokenId: '7', amount: '9' }],
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(number, number), { maxLength: 20 }), (pairs) => {
        const [ids, amounts] = [pairs.map(([id]) => id), pairs.map(([, amount]) => amount)];
        const data = words(64, 96 + 32 * ids.length, ids.length, ...ids, amounts.length, ...amounts);
        const read = decodeTransfer('ERC1155', toLog(batchTopic, [operator, account, other], data));
        expect(read?.items).toEqual(
          pairs.map(([id, amount]) => ({ tokenId: String(id), amount: String(amount) })),
        );
      }),
    );
  });
});

describe('an event that only resembles one is left out', () => {
  const parties = [account, other];
  const all = [operator, account, other];

  test.each<[string, TokenType, string, (string | number | bigint)[], string]>([
    ['no amount', 'ERC20', transferTopic, parties, '0x'],
    ['two amounts', 'ERC20', transferTopic, parties, words(1, 2)],
    ['half a word', 'ERC20', transferTopic, parties, '0x01'],
    ['a token in place of an amount', 'ERC20', transferTopic, [...parties, 1], '0x'],
    ['an amount in place of a token', 'ERC721', transferTopic, parties, words(1)],
    ['a topic that is not an address', 'ERC20', transferTopic, [2n ** 200n, other], words(1)],
    ['an operator that is not an address', 'ERC1155', singleTopic, [2n ** 200n, ...parties], words(1, 2)],
    ['three numbers', 'ERC1155', singleTopic, all, words(1, 2, 3)],
    ['lists of different lengths', 'ERC1155', batchTopic, all, words(64, 128, 1, 5, 0)],
    ['a list that is longer than the data', 'ERC1155', batchTopic, all, words(64, 64, 2, 5)],
    ['a list of 2^255', 'ERC1155', batchTopic, all, words(64, 64, 2n ** 255n)],
    ['a list after the data', 'ERC1155', batchTopic, all, words(2n ** 255n, 64, 0)],
    ['a list at half a word', 'ERC1155', batchTopic, all, words(63, 64, 0)],
    ['a batch of too many tokens', 'ERC1155', batchTopic, all, `0x${'0'.repeat(64 * 10_005)}`],
  ])('%s', (_, type, signature, indexed, data) => {
    expect(decodeTransfer(type, toLog(signature, indexed, data))).toBeNull();
  });

  test('and nothing makes the decoder throw', () => {
    const bytes = fc.uint8Array({ maxLength: 400 }).map((data) => `0x${Buffer.from(data).toString('hex')}`);
    fc.assert(
      fc.property(fc.constantFrom<TokenType>('ERC20', 'ERC721', 'ERC1155'), bytes, (type, data) => {
        decodeTransfer(type, toLog(batchTopic, all, data));
      }),
    );
  });
});
