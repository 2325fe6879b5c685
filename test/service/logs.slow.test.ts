import { describe, expect, test } from 'vitest';
import type { TransferEventsPage } from '../../src/query/client/index.js';
import type { TokenType } from '../../src/query/service/chain/logs/event-filter.js';
import { type EvmChain, startChain } from '../support/anvil.js';
import { type AskRoute, listNode, serveEntries } from '../support/chain-handlers.js';
import { batchTopic, transferTopic, word } from '../support/sandbox-logs.js';
import { compileTokens } from './tokens.js';

/** The accounts: the one that is searched for, two others, and the sender of the transactions. */
interface Movers {
  readonly account: string;
  readonly a: string;
  readonly b: string;
  readonly operator: string;
}

interface Moved {
  readonly from: string;
  readonly to: string;
  readonly operator: string | null;
  readonly items: readonly { readonly tokenId: string | null; readonly amount: string }[];
}

/** A call of a token's contract, and the transfers from or to the account that it logs. */
interface Move {
  readonly call: readonly [method: string, from: string, to: string, value: number];
  readonly moved: readonly Moved[];
}

/** A token of a standard, with its transfers in each of several rounds. */
interface MovingToken {
  readonly tokenType: TokenType;
  readonly contract: keyof ReturnType<typeof compileTokens>;
  readonly listMoves: (movers: Movers, round: number) => readonly Move[];
}

const most = 2n ** 256n - 1n;

/** One token of each standard; in every round the account sends, receives, and is left out. */
const movingTokens: readonly MovingToken[] = [
  {
    tokenType: 'ERC20',
    contract: 'Fungible',
    listMoves: ({ account, a, b }, round) => {
      const move = (from: string, to: string, amount: number): Moved => ({
        ...{ from, to, operator: null },
        items: [{ tokenId: null, amount: String(amount) }],
      });
      return [
        { call: ['send', account, a, round], moved: [move(account, a, round)] },
        { call: ['send', a, b, round], moved: [] },
        { call: ['send', b, account, round], moved: [move(b, account, round)] },
        {
          call: ['sendTwice', account, b, round],
          moved: [move(account, b, round), move(b, account, round + 1)],
        },
      ];
    },
  },
  {
    tokenType: 'ERC721',
    contract: 'Collectible',
    listMoves: ({ account, a, b }, round) => {
      const move = (from: string, to: string, id: number): Move => ({
        call: ['send', from, to, id],
        moved: [{ from, to, operator: null, items: [{ tokenId: String(id), amount: '1' }] }],
      });
      return [
        move(account, a, round),
        { call: ['send', a, b, round], moved: [] },
        move(b, account, round + 100),
        move(account, account, round + 200),
      ];
    },
  },
  {
    tokenType: 'ERC1155',
    contract: 'Multi',
    listMoves: ({ account, a, b, operator }, round) => {
      const single = (from: string, to: string, id: number): Move => ({
        call: ['send', from, to, id],
        moved: [{ from, to, operator, items: [{ tokenId: String(id), amount: String(2 * id) }] }],
      });
      const batch = (from: string, to: string, count: number): Move => ({
        call: ['sendBatch', from, to, count],
        moved: [
          {
            ...{ from, to, operator },
            items: Array.from({ length: count }, (_, id) => ({
              tokenId: String(id),
              amount: String(most - BigInt(id)),
            })),
          },
        ],
      });
      return [
        single(account, a, round),
        { call: ['sendBatch', a, b, round], moved: [] },
        batch(b, account, round),
        single(a, account, round + 100),
        { call: ['send', b, a, round], moved: [] },
        batch(account, b, round + 1),
      ];
    },
  },
];

const tokens = compileTokens();
const topicOf = (address: string) => `0x${word(address)}`;

/** Three tokens on a chain, and the account whose transfers are searched. */
async function startTokens(): Promise<{
  readonly chain: EvmChain;
  readonly ask: AskRoute;
  readonly fungible: string;
  readonly collectible: string;
  readonly multi: string;
  readonly account: string;
  readonly otherAccounts: readonly string[];
}> {
  const chain = await startChain();
  const [, account = '', ...otherAccounts] = chain.accounts;
  return {
    chain,
    ask: serveEntries([listNode('evm', chain.port)], { confirmations: 0 }),
    fungible: await chain.deploy(tokens.Fungible.bytecode),
    collectible: await chain.deploy(tokens.Collectible.bytecode),
    multi: await chain.deploy(tokens.Multi.bytecode),
    account,
    otherAccounts,
  };
}

/** Follows all pages by their cursors, which have to be of one range; `between` runs before each further page. */
async function readPages(
  ask: AskRoute,
  params: Readonly<Record<string, unknown>>,
  between: () => Promise<unknown>,
): Promise<TransferEventsPage['transactions']> {
  const found: TransferEventsPage['transactions'][number][] = [];
  let range: TransferEventsPage['range'] = null;
  let cursor: string | undefined;
  for (let page = 1; page < 1_000; page++) {
    const sent = cursor === undefined ? params : { ...params, cursor };
    const answer = await ask('accountTransferEvents', sent);
    found.push(...answer.transactions);
    range ??= answer.range;
    expect(answer.range).toEqual(range);
    expect(answer.transactions.length).toBeLessThanOrEqual(Number(params['offset']));
    if (answer.next === null) return found;
    cursor = answer.next;
    await between();
  }
  throw new Error('the pages have no end');
}

describe('transfers on a real chain', () => {
  test.each(movingTokens.map((token) => [token.tokenType, token] as const))(
    'of an %s token are found exactly, for any size of a page, in both orders, while blocks arrive',
    async (tokenType, { contract, listMoves }) => {
      const chain = await startChain();
      const [operator = '', account = '', a = '', b = ''] = chain.accounts;
      const { bytecode, encode } = tokens[contract];
      const to = await chain.deploy(bytecode);
      const mine = async (round: number) => {
        const moves = listMoves({ account, a, b, operator }, round);
        const hashes = await chain.mineTogether(moves.map(({ call }) => ({ to, data: encode(...call) })));
        return moves.map(({ moved }, at) => ({ transactionHash: hashes[at], transfers: moved }));
      };
      const sent: Awaited<ReturnType<typeof mine>> = [];
      for (let round = 0; round < 8; round++) {
        sent.push(...(await mine(round)).filter(({ transfers }) => transfers.length > 0));
        await chain.call('anvil_mine', '0x10');
      }

      const ask = serveEntries([listNode('evm', chain.port)], { confirmations: 0 });
      const endBlock = Number(await chain.call('eth_blockNumber'));
      const search = { address: account, contractAddress: to, tokenType, endBlock };
      for (let offset = 1; offset <= 11; offset++) {
        for (const sort of ['asc', 'desc'] as const) {
          const pages = await readPages(ask, { ...search, offset, sort }, () => mine(99));
          const found = pages.map(({ transactionHash, transfers }) => ({
            transactionHash,
            transfers: transfers.map(({ from, to, operator, items }) => ({ from, to, operator, items })),
          }));
          expect(found).toEqual(sort === 'asc' ? sent : sent.toReversed());
        }
      }
    },
  );

  test('have the times of their blocks, and stay the same if the last blocks are replaced', async () => {
    const { chain, fungible, account, otherAccounts } = await startTokens();
    const [a = ''] = otherAccounts;
    const send = (value: number) =>
      chain.mineTogether([{ to: fungible, data: tokens.Fungible.encode('send', account, a, value) }]);
    const confirmations = 3;
    const ask = serveEntries([listNode('evm', chain.port)], { confirmations });
    const sent: string[] = [];
    for (let value = 0; value < 8; value++) sent.push(...(await send(value)));
    const search = { address: account, contractAddress: fungible, tokenType: 'ERC20', offset: 3 };
    const found = await readPages(ask, search, async () => {
      // The added transfer is lost with the last three blocks, which other blocks replace.
      await send(100);
      const before = await chain.call('eth_getBlockByNumber', 'latest', false);
      await chain.call('anvil_reorg', 3, []);
      expect(await chain.call('eth_getBlockByNumber', 'latest', false)).not.toEqual(before);
    });
    expect(found.map(({ transactionHash }) => transactionHash)).toEqual(
      sent.slice(0, sent.length - confirmations).toReversed(),
    );
    for (const { blockNumber, blockHash, timestamp } of found) {
      const number = `0x${blockNumber.toString(16)}`;
      const block = (await chain.call('eth_getBlockByNumber', number, false)) as {
        hash: string;
        timestamp: string;
      };
      expect([blockHash, Date.parse(timestamp ?? '')]).toEqual([block.hash, Number(block.timestamp) * 1_000]);
    }
  });
});

test('transactions of a real chain are found by contract, by topics, and by both', async () => {
  const { chain, ask, fungible, multi, account, otherAccounts } = await startTokens();
  const [a = ''] = otherAccounts;
  const [first, second] = await chain.mineTogether([
    { to: fungible, data: tokens.Fungible.encode('sendTwice', account, a, 1) },
    { to: multi, data: tokens.Multi.encode('sendBatch', account, a, 2) },
  ]);
  const hashesOf = async (params: object) => {
    const { transactions } = await ask('transactionsByEvent', { sort: 'asc', ...params });
    return transactions.map(({ transactionHash }) => transactionHash);
  };
  expect(await hashesOf({ address: fungible })).toEqual([first]);
  expect(await hashesOf({ topics: `${transferTopic},${batchTopic}` })).toEqual([first, second]);
  expect(await hashesOf({ topics: [batchTopic] })).toEqual([second]);
  expect(await hashesOf({ topics: [batchTopic], address: fungible })).toEqual([]);
  expect(await ask('transactionsByEvent', { address: fungible })).toMatchObject({
    next: null,
    transactions: [
      {
        transactionHash: first,
        logs: [
          { logIndex: 0, address: fungible, topics: [transferTopic, topicOf(account), topicOf(a)] },
          { logIndex: 1, address: fungible, topics: [transferTopic, topicOf(a), topicOf(account)] },
        ],
      },
    ],
  });
});
