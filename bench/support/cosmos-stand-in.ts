// A process with a gRPC node of a large chain: the sandbox's, whose bank has denoms of any size (owners.ts), keeps so many heights, and takes its
// time for each page.
import type { handleUnaryCall } from '@grpc/grpc-js';
import { answerAt, listPage, type OwnersRequest } from '../../src/sandbox/bank.js';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { bankService, getMethod } from '../../src/sandbox/descriptors.js';
import { findHead, findTimestamp, type Clock } from './events.js';
import { Owners } from './owners.js';
import { readOptions, sendReady } from './process.js';

interface CosmosOptions {
  clock: Clock;
  port?: number;
  /** The delay of a page of owners. */
  pageMs?: number;
  /** The most owners of a page, however many are requested. */
  pageSize?: number;
  /** How many heights are not pruned. */
  keepHeights?: number;
  /** How many blocks it is behind. */
  lag?: number;
}
type OwnersCall = handleUnaryCall<OwnersRequest, object>;

const {
  clock,
  port = 0,
  pageMs = 50,
  pageSize = 1_000,
  keepHeights = 100,
  lag = 0,
} = readOptions<CosmosOptions>();

const denoms = new Map<string, Owners>();
/** Pages of balances that do not move, encoded, so that the node is not what is measured. */
const pages = new Map<string, Buffer>();
const height = () => findHead(clock) - lag;
const knownHeights = {
  get first() {
    return height() - keepHeights + 1;
  },
  get last() {
    return height();
  },
};

const findOwners = (denom: string) => {
  const owners = denoms.get(denom) ?? new Owners(denom);
  denoms.set(denom, owners);
  return owners;
};

function encodePage({ denom, pagination }: OwnersRequest, at: number) {
  const { key = Buffer.alloc(0), offset = 0, limit = 100, count_total = false } = pagination ?? {};
  const page = { key, offset, limit: Math.min(limit, pageSize), count_total };
  const name = JSON.stringify([denom, key.toString(), page.limit, offset, count_total]);
  const known = pages.get(name);
  if (known !== undefined) return known;
  const owners = findOwners(denom);
  const answer = listPage(owners.at(at), { denom, pagination: page });
  const bytes = getMethod(bankService, 'DenomOwners').responseSerialize(answer);
  if (!owners.isMoving) pages.set(name, bytes);
  return bytes;
}

const answerPage = answerAt(knownHeights, encodePage) as OwnersCall;
const DenomOwners: OwnersCall = (call, callback) => void setTimeout(() => answerPage(call, callback), pageMs);
const node = await startCosmosNode({
  port,
  network: 'bench-1',
  height,
  blockTime: (at) => new Date(findTimestamp(clock, at) * 1_000),
  knownHeights,
  listOwners: (denom, at) => findOwners(denom).at(at),
  bankCalls: { DenomOwners },
});
sendReady({ port: node.port });
