import { getDenomMetadata, getSupply, type OwnersPage } from '../../../net/grpc/bank-messages.js';
import { getBlockByHeight } from '../../../net/grpc/messages.js';
import type { DenomMetadata, SnapshotTime } from '../../api/answers.js';
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
  const pages = new OwnerPages(client, { ...walk, pauses });
  const first = await pages.readFirst(walk.height);
  if (first.height === null) return collectLatest(client, walk, { pages, first, startedAt });
  try {
    return await collectAt(client, walk, { pages, first, height: first.height, startedAt });
  } catch (error) {
    // Pruned meanwhile, or one of several nodes behind an address: from the beginning, of whatever block is the latest.
    const isGone = error instanceof WalkError && error.why !== 'too-large';
    if (!isGone || walk.height !== null) throw error;
    const again = new OwnerPages(client, { ...walk, pauses });
    return collectLatest(client, walk, { pages: again, first: await again.readFirst(null), startedAt });
  }
}

/** A walk that has begun. */
interface BegunWalk {
  readonly pages: OwnerPages;
  readonly first: OwnersPage;
  readonly startedAt: string;
}

async function collectAt(
  client: BankClient,
  walk: OwnersWalk,
  { pages, first, startedAt, height }: BegunWalk & { readonly height: number },
): Promise<WalkFacts> {
  const supply = await pages.askAgain(getSupply(walk.denom, height));
  const time = (await findTime(client, height)) ?? startedAt;
  const metadata = await findMetadata(client, walk.denom);
  const sink = await collect(walk, { pages, first }, { supply: BigInt(supply), height });
  // Nodes before SDK 0.46 answer as if nothing was ever held where they have pruned the height, GetImmutable in store/iavl/store.go.
  const isAsBefore = (await pages.askAgain(getSupply(walk.denom, height))) === supply;
  const isEmpty = walk.height !== null && sink.holders === 0;
  if (!isAsBefore || isEmpty) throw new WalkError('gone');
  return { asOf: { height, time }, supply: BigInt(supply), metadata };
}

async function collectLatest(
  client: BankClient,
  walk: OwnersWalk,
  { pages, first, startedAt }: BegunWalk,
): Promise<WalkFacts> {
  const supply = await pages.askAgain(getSupply(walk.denom));
  const metadata = await findMetadata(client, walk.denom);
  const asOf: SnapshotTime = { height: null, time: startedAt };
  await collect(walk, { pages, first }, { supply: BigInt(supply), height: null });
  return { asOf, supply: BigInt(supply), metadata };
}

async function collect(
  { begin }: OwnersWalk,
  { pages, first }: Pick<BegunWalk, 'pages' | 'first'>,
  supply: SupplyAt,
): Promise<OwnersSink> {
  const { height } = supply;
  const sink = await begin(supply);
  const countAll = () => pages.countAll(height);
  await sink.add(first.owners, countAll);
  for await (const owners of pages.readAfter(first, height)) await sink.add(owners, countAll);
  return sink;
}

/** What the chain says of a denom; null if it says nothing. */
export async function findMetadata(client: BankClient, denom: string): Promise<DenomMetadata | null> {
  const result = await client.call(getDenomMetadata(denom));
  return result.kind === 'status' && result.status.code === notFound
    ? null
    : expectAnswer(result, 'DenomMetadata');
}

/** When a block was made; null if the node does not have it, or does not say. */
export async function findTime(client: BankClient, height: number): Promise<string | null> {
  try {
    const block = expectAnswer(await client.call(getBlockByHeight(height)), 'GetBlockByHeight');
    const time = new Date(block.timeMs);
    return block.height === height && !Number.isNaN(time.getTime()) ? time.toISOString() : null;
  } catch (error) {
    if (error instanceof NodeError) return null;
    throw error;
  }
}
