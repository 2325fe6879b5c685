import type { Entry } from '../../src/model/entry.js';
import type { BankOptions } from '../../src/sandbox/bank.js';
import { type CosmosNodeOptions, startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { withOwnersCall } from './bank-calls.js';
import { listNode } from './chain-handlers.js';
import { use } from './servers.js';

/** A node that answers first pages of owners, and holds back all others until it is released. */
export interface HeldBank {
  readonly entry: Entry;
  /** The denoms that were requested, with the height of each request. */
  readonly walks: readonly string[];
  readonly heights: readonly (string | null)[];
  readonly release: () => void;
}

/** Starts such a node, until the test ends. */
export async function startHeldBank(bank: BankOptions, options: CosmosNodeOptions = {}): Promise<HeldBank> {
  const walks: string[] = [];
  const heights: (string | null)[] = [];
  let release: () => void = () => undefined;
  const released = new Promise<undefined>((resolve) => (release = () => resolve(undefined)));
  const held = withOwnersCall(bank, ({ denom, pagination }, height) => {
    if (pagination.key.length > 0) return released;
    walks.push(denom);
    heights.push(height);
    return Promise.resolve(undefined);
  });
  const { port } = await use(startCosmosNode({ ...options, ...held }));
  return { entry: listNode('grpc', port), walks, heights, release };
}
