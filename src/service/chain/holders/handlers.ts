import { getBalance, getSupply } from '../../../net/grpc/bank-messages.js';
import { isBech32 } from '../../../formats/contract-address.js';
import type { RouteParams } from '../../../query/request-path.js';
import type { Holder, HoldersAnswer, HolderSummaryAnswer, SnapshotTime } from '../../api/answers.js';
import type { Position } from '../../http/cursor.js';
import type { Handler } from '../../http/handler.js';
import { invalidCursor, ServiceProblem } from '../../http/service-problem.js';
import {
  type AnswerOrStatus,
  createBankClient,
  expectAnswer,
  isInvalidArgument,
} from '../nodes/bank-client.js';
import type { Nodes } from '../nodes/failover.js';
import type { DenomKey } from './denom-key.js';
import type { HolderPage } from './holder-pages.js';
import { type Snapshot, SnapshotGone } from './snapshot.js';
import { notListed } from './snapshot-problems.js';
import type { Asker, SnapshotPlace, SnapshotSource } from './snapshot-source.js';
import { findMetadata, findTime } from './walk-owners.js';

/** Route 9: who holds a denom. */
export function createHoldersHandler(nodes: Nodes, snapshots: SnapshotSource): Handler {
  return async (params, context): Promise<HoldersAnswer> => {
    const key = readDenom(params);
    const keyword = typeof params['keyword'] === 'string' ? params['keyword'] : null;
    const offset = typeof params['offset'] === 'number' ? params['offset'] : 0;
    const limit = typeof params['limit'] === 'number' ? params['limit'] : 20;
    const place = context.position === null ? null : readPosition(context.position);
    const needle = keyword?.toLowerCase() ?? null;
    const answer = { ...key, keyword, offset, limit };
    const isAddress = place === null && needle !== null && isBech32(needle);
    if (isAddress && (await snapshots.findLatest(key)) === null) {
      const { holder, asOf } = await findHolder(nodes, key, needle, context);
      return { ...answer, holders: offset === 0 && holder !== null ? [holder] : [], asOf, next: null };
    }
    const find = () =>
      place === null ? snapshots.getLatest(key, context) : snapshots.getAt(key, place, context);
    const { asOf, content, holders, hasMore } = await useWhole(find, snapshots, key, async (snapshot) => ({
      ...snapshot,
      ...(await readPage(snapshots, snapshot, { ...answer, keyword: needle, place }, context)),
    }));
    const last = hasMore ? holders.at(-1) : undefined;
    const next =
      last === undefined
        ? null
        : context.createCursor([
            ...[asOf.height, asOf.time, last.amount, last.address],
            ...(asOf.height === null ? [content] : []),
          ]);
    return { ...answer, holders, asOf, next };
  };
}

/** Route 10: how a denom is held. */
export function createHolderSummaryHandler(nodes: Nodes, snapshots: SnapshotSource): Handler {
  return async (params, asker): Promise<HolderSummaryAnswer> => {
    const key = readDenom(params);
    try {
      const { supply, sum, holderCount, asOf, metadata } = await snapshots.getLatest(key, asker);
      const difference = String(supply - sum);
      return { ...key, supply: String(supply), holderCount, sum: String(sum), difference, asOf, metadata };
    } catch (error) {
      if (!(error instanceof ServiceProblem) || error.extras.type !== notListed) throw error;
      return summarizeSupply(nodes, key, asker);
    }
  };
}

/** What nodes that do not list holders say. */
async function summarizeSupply(
  nodes: Nodes,
  key: DenomKey,
  { owner, signal }: Asker,
): Promise<HolderSummaryAnswer> {
  const { network, denom } = key;
  return nodes.request({ network, kind: 'grpc', owners: () => [owner], signal }, async (node, request) => {
    const client = createBankClient(node, request);
    try {
      const supply = expectAnswer(await client.call(getSupply(denom)), 'SupplyOf');
      const metadata = await findMetadata(client, denom);
      return { ...key, supply, holderCount: null, sum: null, difference: null, asOf: null, metadata };
    } finally {
      client.close();
    }
  });
}

/** One holder, by its address, without a walk: null if it has nothing, or the chain has no such addresses. */
async function findHolder(
  nodes: Nodes,
  { network, denom }: DenomKey,
  address: string,
  { owner, signal }: Asker,
): Promise<{ readonly holder: Holder | null; readonly asOf: SnapshotTime }> {
  return nodes.request({ network, kind: 'grpc', owners: () => [owner], signal }, async (node, request) => {
    const client = createBankClient(node, request);
    try {
      const askedAt = new Date().toISOString();
      const result = await client.call(getBalance(address, denom));
      // The node cannot decode it: the address of another chain.
      if (isInvalidArgument(result) || isForeignAddress(result))
        return { holder: null, asOf: { height: null, time: askedAt } };
      const { amount, height } = expectAnswer(result, 'Balance');
      const time = height === null ? null : await findTime(client, height);
      return { holder: amount === '0' ? null : { address, amount }, asOf: { height, time: time ?? askedAt } };
    } finally {
      client.close();
    }
  });
}

/** Nodes before Cosmos SDK 0.50 may answer UNKNOWN, with the message of the decoder: `AccAddressFromBech32` in types/address.go. */
function isForeignAddress(result: AnswerOrStatus<unknown>): boolean {
  return result.kind === 'status' && result.status.code === 2 && /bech32/i.test(result.status.details);
}

/** How often a snapshot is looked up again that was deleted while it was read. */
const attempts = 3;

/** Reads from a snapshot that is whole until the end of that. */
async function useWhole<Value>(
  find: () => Promise<Snapshot>,
  snapshots: SnapshotSource,
  key: DenomKey,
  read: (snapshot: Snapshot) => Promise<Value>,
): Promise<Value> {
  for (let attempt = 1; ; attempt++) {
    const snapshot = await find();
    try {
      return await read(snapshot);
    } catch (error) {
      if (!(error instanceof SnapshotGone) || attempt === attempts) throw error;
      snapshots.forget(key);
    }
  }
}

interface PageRequest {
  /** In lower case; null for all holders. */
  readonly keyword: string | null;
  readonly offset: number;
  readonly limit: number;
  readonly place: { readonly holder: Holder } | null;
}

async function readPage(
  { pages }: SnapshotSource,
  snapshot: Snapshot,
  { keyword, offset, limit, place }: PageRequest,
  asker: Asker,
): Promise<HolderPage> {
  const from = place === null ? 0 : await pages.findAfter(snapshot, place.holder);
  const skip = place === null ? offset : 0;
  if (keyword === null) return pages.list(snapshot, from + skip, limit);
  const { owner, signal } = asker;
  return pages.search(snapshot, keyword, { from, skip, limit, owner, signal });
}

function readPosition([height, time, amount, address, content = null, ...others]: Position): SnapshotPlace & {
  readonly holder: Holder;
} {
  const isHeight = height === null || (Number.isSafeInteger(height) && Number(height) > 0);
  const isPlace =
    typeof time === 'string' &&
    isIsoTime(time) &&
    typeof amount === 'string' &&
    /^[1-9]\d{0,77}$/.test(amount) &&
    typeof address === 'string' &&
    /^[\da-z]{1,128}$/.test(address) &&
    (content === null || typeof content === 'string') &&
    others.length === 0;
  if (!isHeight || !isPlace) throw invalidCursor();
  return {
    asOf: { height: height === null ? null : Number(height), time },
    content,
    holder: { address, amount },
  };
}

/** Only as `toISOString` writes it: the database is asked for this very string. */
function isIsoTime(time: string): boolean {
  const date = new Date(time);
  return !Number.isNaN(date.getTime()) && date.toISOString() === time;
}

function readDenom(params: RouteParams): DenomKey {
  return { network: String(params['network']), denom: String(params['denom']) };
}
