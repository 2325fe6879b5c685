import { getDenomMetadata, getSupply, type OwnersPage } from '../../../net/grpc/bank-messages.js';
import { getBlockByHeight } from '../../../net/grpc/messages.js';
import type { DenomMetadata } from '../../api/answers.js';
import { type BankClient, expectAnswer } from '../nodes/bank-client.js';
import { NodeError } from '../nodes/node-error.js';
import { OwnerPages } from './owner-pages.js';
import { PauseBudget } from './pause-budget.js';
import type { SnapshotFacts } from './snapshot.js';
import { WalkError } from './walk-error.js';

/** The code of NOT_FOUND, https://grpc.io/docs/guides/status-codes/ */
const notFound = 5;

/** Which owners to walk through. */
export interface OwnersWalk {
  readonly denom: string;
  /** The block; null for the latest. */
  readonly height: number | null;
  /** Ends the pauses between calls. */
  readonly signal: AbortSignal;
  /** Where the owners go. Called anew where the walk begins again; the owners before that are of no use. */
  readonly begin: (supply: SupplyAt) => Promise<OwnersSink>;
}

/** The supply before a walk, at a height unless that is null. */
export interface SupplyAt {
  readonly supply: bigint;
  readonly height: number | null;
}

/** Takes the owners of a walk. */
export interface OwnersSink {
  readonly holders: number;
  /** May reject to end the walk. */
  readonly add: (owners: OwnersPage['owners'], countAll: () => Promise<number | null>) => Promise<void>;
}

/** What a walk finds out, beside the owners. */
export type WalkFacts = Pick<SnapshotFacts, 'asOf' | 'supply' | 'metadata'>;

/**
 * Walks through all owners of a denom on one node: at one height, that of the first page, where the node answers for a height as long as
 * the walk takes. Throws a NodeError if the answers contradict each other; a WalkError if the node has none, for no fault of its own.
 */
export async function walkOwners(client: BankClient, walk: OwnersWalk): Promise<WalkFacts> {
  const startedAt = new Date().toISOString();
  const pauses = new PauseBudget();
  const start = async (isAtHeight: boolean): Promise<WalkFacts> => {
    const pages = new OwnerPages(client, { ...walk, pauses });
    const first = await pages.readFirst(walk.height);
    return collect(client, walk, { pages, first, height: isAtHeight ? first.height : null, startedAt });
  };
  try {
    return await start(true);
  } catch (error) {
    // Pruned meanwhile, or one of several nodes behind an address: from the beginning, of whatever block is the latest.
    const isGone = error instanceof WalkError && (error.why === 'gone' || error.why === 'not-yet');
    if (!isGone || walk.height !== null) throw error;
    return start(false);
  }
}

/** A walk that has begun. */
interface BegunWalk {
  readonly pages: OwnerPages;
  readonly first: OwnersPage;
  /** Null if the pages are of whatever block is the latest. */
  readonly height: number | null;
  readonly startedAt: string;
}

async function collect(
  client: BankClient,
  { denom, height: required, begin }: OwnersWalk,
  { pages, first, height, startedAt }: BegunWalk,
): Promise<WalkFacts> {
  const askSupply = async () => BigInt(await pages.askAgain(getSupply(denom, height)));
  const supply = await askSupply();
  const time = height === null ? null : await findTime(client, height);
  const metadata = await findMetadata(client, denom);
  const sink = await begin({ supply, height });
  const countAll = () => pages.countAll(height);
  await sink.add(first.owners, countAll);
  for await (const owners of pages.readAfter(first, height)) await sink.add(owners, countAll);
  // Nodes before SDK 0.46 answer as if nothing was ever held where they have pruned the height, GetImmutable in store/iavl/store.go.
  const isEmpty = required !== null && sink.holders === 0;
  if (isEmpty || (height !== null && (await askSupply()) !== supply)) throw new WalkError('gone');
  return { asOf: { height, time: time ?? startedAt }, supply, metadata };
}

/** What the chain says of a denom; null if it says nothing. */
export async function findMetadata(client: BankClient, denom: string): Promise<DenomMetadata | null> {
  const result = await client.call(getDenomMetadata(denom));
  return result.kind === 'status' && result.status.code === notFound
    ? null
    : expectAnswer(result, 'DenomMetadata');
}

/** When a block was made; null if the node does not have it, or does not say. */
async function findTime(client: BankClient, height: number): Promise<string | null> {
  try {
    const block = expectAnswer(await client.call(getBlockByHeight(height)), 'GetBlockByHeight');
    const time = new Date(block.timeMs);
    return block.height === height && !Number.isNaN(time.getTime()) ? time.toISOString() : null;
  } catch (error) {
    if (error instanceof NodeError) return null;
    throw error;
  }
}
