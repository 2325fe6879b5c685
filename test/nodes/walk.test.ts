import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { WalkError, walkOwners } from '../../src/query/service/chain/holders/walk-owners.js';
import { type BankClient, createBankClient } from '../../src/query/service/chain/nodes/bank-client.js';
import { success } from '../../src/model/failure.js';
import type { DenomOwner } from '../../src/net/grpc/bank-messages.js';
import { createAbortController } from '../../src/net/abort.js';
import { type SdkLine, sdkLines } from './build.js';
import { type CosmosNode, heldBy, startCosmosNode } from './cosmos-node.js';

/** More than two pages. */
const held = 2_500;
const lines = Object.keys(sdkLines) as SdkLine[];

describe.for(lines)('reading all owners from a real node of SDK %s that keeps few states', (line) => {
  let node: CosmosNode;
  beforeAll(async () => {
    node = await startCosmosNode({ line, holders: held, keepRecent: 2 });
  });
  afterAll(() => node.end('SIGTERM'));

  /** Sends transactions until a block and its state are pruned. */
  const prune = async (height: number) => {
    while ((await node.send(node.account, '1stake')) <= height + 13);
  };

  /** A client that calls a function before a page. */
  function connect(before: (page: number) => Promise<unknown>): BankClient {
    const ending = createAbortController();
    onTestFinished(() => ending.abort());
    const client = createBankClient(
      {
        ...{ id: 'node', facts: { transport: 'plaintext' }, latencyMs: 0, isStale: false },
        target: { host: 'localhost', port: node.port, path: '', secure: true },
        resolve: () => Promise.resolve(success(['127.0.0.1'])),
      },
      { signal: ending.signal, takeTurn: (part) => part() },
      'walk',
    );
    let pages = 0;
    return {
      call: async (definition) => {
        if (definition.name === 'DenomOwners') await before(++pages);
        return client.call(definition);
      },
    };
  }

  const { signal } = createAbortController();
  /** Reads all owners, at a height or at the latest block. */
  const collect = async (client: BankClient, height: number | null = null) => {
    let holders: DenomOwner[] = [];
    const begin = () => {
      const owners: DenomOwner[] = [];
      holders = owners;
      return Promise.resolve({
        get holders() {
          return owners.length;
        },
        add: (page: readonly DenomOwner[]) => Promise.resolve(void owners.push(...page)),
      });
    };
    const facts = await walkOwners(client, { denom: 'held', height, signal, begin });
    const sum = holders.reduce((all, { amount }) => all + BigInt(amount), 0n);
    return { ...facts, holders, sum };
  };
  const expected = new Set(Array.from({ length: held }, (_, n) => heldBy(n).address));

  test('restarts at the latest block if its block is pruned meanwhile', async () => {
    const height = await node.send(node.account, '1stake');
    const client = connect((page) => (page === 3 ? prune(height) : Promise.resolve()));
    const snapshot = await collect(client);
    expect(new Set(snapshot.holders.map(({ address }) => address))).toEqual(expected);
    expect([snapshot.holders.length, snapshot.asOf.height]).toEqual([held, null]);
    expect(snapshot.supply).toBe(snapshot.sum);
  });

  test('of a block that the node has pruned, or has not reached, is left to another node', async () => {
    const height = await node.send(node.account, '1stake');
    const client = connect(() => Promise.resolve());
    const refused = async (at: number) =>
      collect(client, at).catch((error: unknown) => (error instanceof WalkError ? error.why : error));
    expect(await refused(height + 1_000)).toBe('not-yet');
    await prune(height);
    expect(await refused(height)).toBe('gone');
  });
});
