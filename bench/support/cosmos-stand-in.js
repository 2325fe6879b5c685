// A process with a gRPC node of a large chain: the sandbox's, whose bank has denoms of any size (owners.js), keeps so many heights, and takes its
// time for each page.
import { importTypeScript } from '../../scripts/import-typescript.js';
import { findHead, findTimestamp } from './head.js';
import { Owners } from './owners.js';

/**
 * @typedef {object} CosmosOptions
 * @property {import('./head.js').Clock} clock
 * @property {number} [port]
 * @property {number} [pageMs] The delay of a page of owners.
 * @property {number} [pageSize] The most owners of a page, however many are requested.
 * @property {number} [keepHeights] How many heights are not pruned.
 * @property {number} [lag] How many blocks it is behind.
 */
/** @typedef {import('../../src/sandbox/bank.js').OwnersRequest} OwnersRequest */
/** @typedef {import('@grpc/grpc-js').handleUnaryCall<OwnersRequest, object>} OwnersCall */

/** @type {CosmosOptions} */
const {
  clock,
  port = 0,
  pageMs = 50,
  pageSize = 1_000,
  keepHeights = 100,
  lag = 0,
} = JSON.parse(process.argv[2] ?? '{}');
/** @type {typeof import('../../src/sandbox/cosmos-node.js')} */
const { startCosmosNode } = await importTypeScript('src/sandbox/cosmos-node.ts');
/** @type {typeof import('../../src/sandbox/bank.js')} */
const { answerAt, listPage } = await importTypeScript('src/sandbox/bank.ts');
/** @type {typeof import('../../src/sandbox/descriptors.js')} */
const { bankService, getMethod } = await importTypeScript('src/sandbox/descriptors.ts');

/** @type {Map<string, Owners>} */
const denoms = new Map();
/** Pages of balances that do not move, encoded, so that the node is not what is measured. @type {Map<string, Buffer>} */
const pages = new Map();
const height = () => findHead(clock) - lag;
const knownHeights = {
  get first() {
    return height() - keepHeights + 1;
  },
  get last() {
    return height();
  },
};

/** @param {string} denom */
const findOwners = (denom) => {
  const owners = denoms.get(denom) ?? new Owners(denom);
  denoms.set(denom, owners);
  return owners;
};

/** @param {OwnersRequest} request @param {number} at */
function encodePage({ denom, pagination }, at) {
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

const answerPage = /** @type {OwnersCall} */ (answerAt(knownHeights, encodePage));
/** @type {OwnersCall} */
const DenomOwners = (call, callback) => void setTimeout(() => answerPage(call, callback), pageMs);
const node = await startCosmosNode({
  port,
  network: 'bench-1',
  height,
  blockTime: (at) => new Date(findTimestamp(clock, at) * 1_000),
  knownHeights,
  listOwners: (denom, at) => findOwners(denom).at(at),
  bankCalls: { DenomOwners },
});
// The parent may exit without a message.
process.on('disconnect', () => process.exit());
process.send?.({ port: node.port });
