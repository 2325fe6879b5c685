import { describe, expect, test } from 'vitest';
import { type AskRoute, listNode, serveEntries } from '../support/chain-handlers.js';
import { batchTopic, transferTopic, word } from '../support/sandbox-logs.js';
import { type EvmChain, startChain } from '../support/evm-chain.js';
import { movingTokens } from '../support/token-moves.js';
import { compileTokens } from '../support/tokens.js';

const tokens = compileTokens();
const topicOf = (address: string) => `0x${word(address)}`;

/** Three tokens on a chain, and the account whose transfers are asked for. */
async function startTokens(): Promise<{
  readonly chain: EvmChain;
  readonly ask: AskRoute;
  readonly fungible: string;
  readonly collectible: string;
  readonly multi: string;
  readonly account: string;
  readonly others: readonly string[];
}> {
  const chain = await startChain();
  const [, account = '', ...others] = chain.accounts;
  return {
    chain,
    ask: serveEntries([listNode('evm', chain.port)]),
    fungible: await chain.deploy(tokens.Fungible.bytecode),
    collectible: await chain.deploy(tokens.Collectible.bytecode),
    multi: await chain.deploy(tokens.Multi.bytecode),
    account,
    others,
  };
}

interface Page {
  readonly range: { readonly startBlock: number; readonly endBlock: number };
  readonly hasMore: boolean;
  readonly transactions: readonly {
    readonly transactionHash: string;
    readonly transfers: readonly {
      readonly from: string;
      readonly to: string;
      readonly operator: string | null;
      readonly items: readonly object[];
    }[];
  }[];
}

/** Reads all pages and gives back the range of the first; `between` comes in front of each further page. */
async function readPages(
  ask: AskRoute,
  given: Readonly<Record<string, unknown>>,
  between: () => Promise<unknown>,
): Promise<Page['transactions']> {
  const found: Page['transactions'][number][] = [];
  let range = {};
  for (let page = 1; page < 200; page++) {
    const answer = (await ask('accountTransferEvents', { ...given, ...range, page })) as unknown as Page;
    found.push(...answer.transactions);
    expect(answer.transactions.length).toBeLessThanOrEqual(Number(given['offset']));
    if (!answer.hasMore) return found;
    expect(answer.transactions).toHaveLength(Number(given['offset']));
    range = answer.range;
    await between();
  }
  throw new Error('there is no end of pages');
}

describe('transfers on a real chain', () => {
  test.each(movingTokens.map((token) => [token.tokenType, token] as const))(
    'of an %s token are found exactly, for any size of a page, in both orders, while blocks come',
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

      const ask = serveEntries([listNode('evm', chain.port)]);
      const endBlock = Number(await chain.call('eth_blockNumber'));
      const asked = { address: account, contractAddress: to, tokenType, endBlock };
      for (let offset = 1; offset <= 11; offset++) {
        for (const sort of ['asc', 'desc'] as const) {
          const pages = await readPages(ask, { ...asked, offset, sort }, () => mine(99));
          const found = pages.map(({ transactionHash, transfers }) => ({
            transactionHash,
            transfers: transfers.map(({ from, to, operator, items }) => ({ from, to, operator, items })),
          }));
          expect(found).toEqual(sort === 'asc' ? sent : sent.toReversed());
        }
      }
    },
  );

  test('keep their pages without an end block too, the first page as it is fixed then', async () => {
    const { chain, ask, fungible, account, others } = await startTokens();
    const send = (value: number) =>
      chain.mineTogether([
        { to: fungible, data: tokens.Fungible.encode('send', account, others[0] ?? '', value) },
      ]);
    const asked = { address: account, contractAddress: fungible, tokenType: 'ERC20' };
    const sent: string[] = [];
    for (let value = 0; value < 12; value++) sent.push(...(await send(value)));
    for (let offset = 1; offset <= 11; offset++) {
      const before = [...sent];
      const more = async () => sent.push(...(await send(offset)));
      const pages = await readPages(ask, { ...asked, offset }, more);
      expect(pages.map(({ transactionHash }) => transactionHash)).toEqual(before.reverse());
    }
  });

  test('of ERC-721 and ERC-1155 tokens are found with their tokens and amounts', async () => {
    const { chain, ask, collectible, multi, account, others } = await startTokens();
    const [a = ''] = others;
    const most = 2n ** 256n - 1n;
    await chain.mineTogether([
      { to: collectible, data: tokens.Collectible.encode('send', account, a, most) },
      { to: collectible, data: tokens.Collectible.encode('send', a, a, 5) },
      { to: multi, data: tokens.Multi.encode('send', a, account, 21) },
      { to: multi, data: tokens.Multi.encode('sendBatch', account, a, 3) },
      { to: multi, data: tokens.Multi.encode('sendBatch', account, a, 0) },
    ]);
    const transfersOf = async (contractAddress: string, tokenType: string) => {
      const asked = { address: account, contractAddress, tokenType, sort: 'asc' };
      const { transactions } = (await ask('accountTransferEvents', asked)) as unknown as Page;
      return transactions.flatMap(({ transfers }) => transfers);
    };
    expect(await transfersOf(collectible, 'ERC721')).toMatchObject([
      { from: account, to: a, operator: null, items: [{ tokenId: String(most), amount: '1' }] },
    ]);
    const [operator] = chain.accounts;
    expect(await transfersOf(multi, 'ERC1155')).toMatchObject([
      { from: a, to: account, operator, items: [{ tokenId: '21', amount: '42' }] },
      {
        ...{ from: account, to: a, operator },
        items: [0n, 1n, 2n].map((id) => ({ tokenId: String(id), amount: String(most - id) })),
      },
      { from: account, to: a, operator, items: [] },
    ]);
    expect(await transfersOf(collectible, 'ERC20')).toEqual([]);
    expect(await transfersOf(multi, 'ERC721')).toEqual([]);
  });
});

test('transactions of a real chain are found by contract, by topics, and by both', async () => {
  const { chain, ask, fungible, multi, account, others } = await startTokens();
  const [a = ''] = others;
  const [first, second] = await chain.mineTogether([
    { to: fungible, data: tokens.Fungible.encode('sendTwice', account, a, 1) },
    { to: multi, data: tokens.Multi.encode('sendBatch', account, a, 2) },
  ]);
  const hashesOf = async (given: object) => {
    const { transactions } = (await ask('transactionsByEvent', { sort: 'asc', ...given })) as unknown as Page;
    return transactions.map(({ transactionHash }) => transactionHash);
  };
  expect(await hashesOf({ address: fungible })).toEqual([first]);
  expect(await hashesOf({ topics: `${transferTopic},${batchTopic}` })).toEqual([first, second]);
  expect(await hashesOf({ topics: [batchTopic] })).toEqual([second]);
  expect(await hashesOf({ topics: [batchTopic], address: fungible })).toEqual([]);
  expect(await ask('transactionsByEvent', { address: fungible })).toMatchObject({
    complete: true,
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
