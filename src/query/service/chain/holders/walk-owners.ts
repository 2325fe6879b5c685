import { sleep } from '../../../../net/abort.js';
import {
  type DenomOwner,
  getDenomMetadata,
  getSupply,
  listDenomOwners,
  type OwnersPage,
} from '../../../../net/grpc/bank-messages.js';
import { classifyHeightRefusal } from '../../../../net/words.js';
import { type CallDefinition, getBlockByHeight } from '../../../../net/grpc/messages.js';
import type { DenomMetadata } from '../../../client/answers.generated.js';
import { type BankClient, expectAnswer, isInvalidArgument, isNotImplemented } from '../nodes/bank-client.js';
import { NodeError } from '../nodes/node-error.js';
import type { Snapshot } from './snapshots.js';

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

export interface OwnersSink {
  readonly holders: number;
  /** May reject to end the walk. `countAll` resolves to null if the node does not count its owners, or not in time: it reads all of them for that. */
  readonly add: (owners: readonly DenomOwner[], countAll: () => Promise<number | null>) => Promise<void>;
}

/** What a walk finds out, beside the owners. */
export type WalkFacts = Pick<Snapshot, 'asOf' | 'supply' | 'metadata'>;

/** Why a node that works has no owners to give. */
const refusals = {
  'not-implemented': 'DenomOwners is not implemented',
  'invalid-denom': 'the denom is not valid on this chain',
  gone: 'the state of the height is gone',
  'not-yet': 'the height is not reached',
  'too-large': 'there are more owners than fit',
  'other-holders': 'the holders at the height are others',
} as const;
export type WalkRefusal = keyof typeof refusals;

/** Thrown if another node may list owners; this one is not to blame. */
export class WalkError extends NodeError {
  readonly why: WalkRefusal;

  constructor(why: WalkRefusal) {
    super(refusals[why], { isFault: false });
    this.why = why;
  }
}

const pageSize = 1_000;
/** Pages in which a node must have sent an owner, and pages after which it must have sent some a page: else it would keep a walk going for days. */
const emptyPages = 20;
const ownersPerPage = 10;
/** How long to wait before a call is repeated: one that failed, and one to a node that has not reached the height, of several behind an address. */
const retryMs = { failed: [100, 500], notYet: [500, 1_000, 2_000] };
/** How long a node that names its pauses may keep one walk waiting, in all, and the shortest pause, so that it is not asked without end. */
const pauseMs = { all: 30_000, shortest: 100 };
/** The code of NOT_FOUND, https://grpc.io/docs/guides/status-codes/ */
const notFound = 5;

/**
 * Walks through all owners of a denom on one node: at one height, that of the first page, where the node answers for a height as long as
 * the walk takes. Throws a NodeError if the answers contradict each other; a WalkError if the node has none, for no fault of its own.
 */
export async function walkOwners(client: BankClient, walk: OwnersWalk): Promise<WalkFacts> {
  try {
    return await new Walk(client, walk).read(true);
  } catch (error) {
    // Pruned meanwhile, or one of several nodes behind an address: from the beginning, of whatever block is the latest.
    const isGone = error instanceof WalkError && (error.why === 'gone' || error.why === 'not-yet');
    if (!isGone || walk.height !== null) throw error;
    return new Walk(client, walk).read(false);
  }
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
  const result = await ignoreFailure(client.call(getBlockByHeight(height)));
  if (result?.kind !== 'answer' || result.answer.height !== height) return null;
  const time = new Date(result.answer.timeMs);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

/** The pauses of a walk before failed calls are repeated, in milliseconds: as long as the node asks for; null if it names none, or more than is left. */
export function createPauses(): (error: unknown) => number | null {
  let leftMs = pauseMs.all;
  return (error) => {
    if (!(error instanceof NodeError) || error.retryAfterMs === null) return null;
    const ms = Math.max(error.retryAfterMs, pauseMs.shortest);
    if (ms > leftMs) return null;
    leftMs -= ms;
    return ms;
  };
}

function listRetries(error: unknown): readonly number[] {
  if (error instanceof WalkError) return error.why === 'not-yet' ? retryMs.notYet : [];
  return error instanceof NodeError ? retryMs.failed : [];
}

/** One walk through the pages of a denom's owners, from the first to the last. */
class Walk {
  readonly #client: BankClient;
  readonly #walk: OwnersWalk;
  readonly #takePause = createPauses();
  #pages = 0;
  /** Those who have something. */
  #owners = 0;
  #emptyInARow = 0;

  constructor(client: BankClient, walk: OwnersWalk) {
    this.#client = client;
    this.#walk = walk;
  }

  /** @param isAtHeight whether all pages are of the height of the first, rather than of whatever block is the latest */
  async read(isAtHeight: boolean): Promise<WalkFacts> {
    const { denom, height: required, begin } = this.#walk;
    const startedAt = new Date().toISOString();
    const first = await this.#ask(this.#request(Buffer.alloc(0), required));
    if (required !== null && first.height !== required) throw new WalkError('gone');
    const height = isAtHeight ? first.height : null;
    const askSupply = async () => BigInt(await this.#askAgain(getSupply(denom, height)));
    const supply = await askSupply();
    const time = height === null ? null : await findTime(this.#client, height);
    const metadata = await findMetadata(this.#client, denom);
    const sink = await begin({ supply, height });
    for (let page: OwnersPage | null = first; page !== null;) {
      // A node that ignores the height, or one of several behind an address.
      if (height !== null && page.height !== height) throw new WalkError('gone');
      this.#count(page);
      // Before this page is written: that takes a tenth of the time in which a node answers.
      const next: Promise<OwnersPage> | null = this.#askAfter(page, height);
      await sink.add(page.owners, () => this.#countAll(height));
      page = await next;
    }
    // Nodes before SDK 0.46 answer as if nothing was ever held where they have pruned the height, GetImmutable in store/iavl/store.go.
    const isEmpty = required !== null && sink.holders === 0;
    if (isEmpty || (height !== null && (await askSupply()) !== supply)) throw new WalkError('gone');
    return { asOf: { height, time: time ?? startedAt }, supply, metadata };
  }

  /** Asks for the page after one; null after the last. */
  #askAfter({ nextKey }: OwnersPage, height: number | null): Promise<OwnersPage> | null {
    if (nextKey.length === 0) return null;
    const page = this.#askAgain(this.#request(nextKey, height));
    // If the walk ends before that, nobody meets the failure.
    page.catch(() => undefined);
    return page;
  }

  #request(key: Buffer, height: number | null): CallDefinition<OwnersPage> {
    return listDenomOwners({ denom: this.#walk.denom, key, limit: pageSize, height });
  }

  async #countAll(height: number | null): Promise<number | null> {
    const request = { denom: this.#walk.denom, key: Buffer.alloc(0), limit: 1, height, countTotal: true };
    const page = await ignoreFailure(this.#ask(listDenomOwners(request)));
    return page === null || page.total === 0 ? null : page.total;
  }

  /** The answer; throws a WalkError if the node refuses it. */
  async #ask<Answer>(definition: CallDefinition<Answer>): Promise<Answer> {
    const result = await this.#client.call(definition);
    if (result.kind === 'status') {
      const why = classifyHeightRefusal(result.status);
      if (why !== null) throw new WalkError(why);
      if (isNotImplemented(result)) throw new WalkError('not-implemented');
      if (isInvalidArgument(result)) throw new WalkError('invalid-denom');
    }
    return expectAnswer(result, definition.name);
  }

  /** The answer of a node that has answered before: what fails is repeated. To leave a node in peace that asks for it costs no attempt, and no turn. */
  async #askAgain<Answer>(definition: CallDefinition<Answer>): Promise<Answer> {
    for (let attempt = 0; ;) {
      try {
        return await this.#ask(definition);
      } catch (error) {
        const ms = this.#takePause(error) ?? listRetries(error)[attempt++];
        if (ms === undefined) throw error;
        await sleep(ms, this.#walk.signal);
      }
    }
  }

  #count({ owners }: OwnersPage): void {
    const holders = owners.filter(({ amount }) => !/^0*$/.test(amount)).length;
    this.#pages += 1;
    this.#owners += holders;
    this.#emptyInARow = holders > 0 ? 0 : this.#emptyInARow + 1;
    const areFew = this.#pages >= emptyPages && this.#owners < this.#pages * ownersPerPage;
    if (areFew || this.#emptyInARow >= emptyPages)
      throw new NodeError('the pages of DenomOwners are nearly empty');
  }
}

/** Null in place of a node's failure, where the walk goes on without the answer. */
function ignoreFailure<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  return answer.catch((error: unknown) => {
    if (error instanceof NodeError) return null;
    throw error;
  });
}
