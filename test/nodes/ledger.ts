import { type CosmosNode, heldBy } from './cosmos-node.js';

/** A holder as the service lists it. */
export interface LedgerEntry {
  readonly address: string;
  readonly amount: string;
}

/** The transfers of a node's account, so that a test knows the holders of its token at each height without the node. */
export type Ledger = ReturnType<typeof createLedger>;

const transfersTogether = 100;

/** A ledger of the token that only the account of a node holds at first. Its transactions reach as many accounts. */
export function createLedger(node: CosmosNode, accounts: number) {
  const supply = 1_000_000_000n;
  const denom = 'node0token';
  const sent: { readonly height: number; readonly transfers: readonly (readonly [string, bigint])[] }[] = [];
  let count = 0;
  /** Sends one more transaction, of several transfers; resolves to the height of its block. */
  const send = async () => {
    const transfers = Array.from({ length: transfersTogether }, () => {
      // Some balances are equal, and most change again later.
      const [n, amount] = [count % accounts, BigInt((count % 7) + 1)];
      count++;
      return [heldBy(n).address, amount] as const;
    });
    const height = await node.sendTogether(transfers.map(([to, amount]) => [to, `${amount}${denom}`]));
    sent.push({ height, transfers });
    return height;
  };
  return {
    denom,
    /** The supply since the chain began. */
    supply: String(supply),
    send,
    /** Sends transactions one after another until the returned function is called, which resolves once the last one is in a block. */
    keepSending: () => {
      const over = new AbortController();
      const sending = (async () => {
        while (!over.signal.aborted) await send();
      })();
      return async () => {
        over.abort();
        await sending;
      };
    },
    /** The holders at a height, the largest balance first, equal ones in the order of their addresses. */
    readHolders: (height: number): readonly LedgerEntry[] => {
      const balances = new Map([[node.account, supply]]);
      const move = (address: string, amount: bigint) =>
        balances.set(address, (balances.get(address) ?? 0n) + amount);
      for (const [to, amount] of sent
        .filter((transaction) => transaction.height <= height)
        .flatMap(({ transfers }) => transfers)) {
        move(node.account, -amount);
        move(to, amount);
      }
      return [...balances]
        .sort(([a, x], [b, y]) => (x === y ? (a < b ? -1 : 1) : x > y ? -1 : 1))
        .map(([address, amount]) => ({ address, amount: String(amount) }));
    },
  };
}
