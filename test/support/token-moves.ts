import type { TokenType } from '../../src/service/chain/logs/decode-transfer.js';
import type { compileTokens } from './tokens.js';

/** The accounts: the one that is searched for, two others, and the sender of the transactions. */
export interface Movers {
  readonly account: string;
  readonly a: string;
  readonly b: string;
  readonly operator: string;
}

/** A transfer as the service returns it, but without its place. */
export interface Moved {
  readonly from: string;
  readonly to: string;
  readonly operator: string | null;
  readonly items: readonly { readonly tokenId: string | null; readonly amount: string }[];
}

/** A call of a token's contract, and the transfers from or to the account that it logs. */
export interface Move {
  readonly call: readonly [method: string, from: string, to: string, value: number];
  readonly moved: readonly Moved[];
}

/** A token of a standard, with its transfers in each of several rounds. */
export interface MovingToken {
  readonly tokenType: TokenType;
  readonly contract: keyof ReturnType<typeof compileTokens>;
  readonly listMoves: (movers: Movers, round: number) => readonly Move[];
}

const most = 2n ** 256n - 1n;

/** One token of each standard; in every round the account sends, receives, and is left out. */
export const movingTokens: readonly MovingToken[] = [
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
