import { sleep } from '../../../net/abort.js';
import { type DenomOwner, listDenomOwners, type OwnersPage } from '../../../net/grpc/bank-messages.js';
import { classifyHeightRefusal } from '../../../net/grpc/height.js';
import type { CallDefinition } from '../../../net/grpc/messages.js';
import { type BankClient, expectAnswer, isInvalidArgument, isNotImplemented } from '../nodes/bank-client.js';
import { NodeError } from '../nodes/node-error.js';
import type { PauseBudget } from './pause-budget.js';
import { WalkError } from './walk-error.js';

const pageSize = 1_000;
/** Pages in which a node must have sent an owner, and pages after which it must have sent some a page: else it would keep a walk going for days. */
const emptyPages = 20;
const ownersPerPage = 10;
/** How long to wait before a call is repeated: one that failed, and one to a node that has not reached the height, of several behind an address. */
const retryMs = { failed: [100, 500], notYet: [500, 1_000, 2_000] };

/** The pages of the owners of a denom on one node, and what else is asked of it beside them. */
export class OwnerPages {
  readonly #client: BankClient;
  readonly #denom: string;
  readonly #pauses: PauseBudget;
  readonly #signal: AbortSignal;
  #pages = 0;
  /** Those who have something. */
  #owners = 0;
  #emptyInARow = 0;
  /** The key of the page whose number was the last power of two: pages that repeat come to it again. */
  #landmark: Buffer = Buffer.alloc(0);

  constructor(
    client: BankClient,
    { denom, pauses, signal }: { denom: string; pauses: PauseBudget; signal: AbortSignal },
  ) {
    this.#client = client;
    this.#denom = denom;
    this.#pauses = pauses;
    this.#signal = signal;
  }

  /** The first page, of a height or of the latest block. Throws a WalkError if the node cannot give it. */
  async readFirst(height: number | null): Promise<OwnersPage> {
    const page = await this.#ask(this.#request(Buffer.alloc(0), height));
    if (height !== null && page.height !== height) throw new WalkError('gone');
    this.#count(page);
    return page;
  }

  /** The owners after a page, of a height or of whatever block is the latest, page by page. */
  async *readAfter(first: OwnersPage, height: number | null): AsyncGenerator<readonly DenomOwner[]> {
    for (let pending = this.#askAfter(first, height); pending !== null;) {
      const page = await pending;
      // A node that ignores the height, or one of several behind an address.
      if (height !== null && page.height !== height) throw new WalkError('gone');
      this.#count(page);
      // Before this page is read: that takes a tenth of the time in which a node answers.
      pending = this.#askAfter(page, height);
      yield page.owners;
    }
  }

  /** How many owners there are in all; null if the node does not count them, or not in time. It reads all of them for that. */
  async countAll(height: number | null): Promise<number | null> {
    try {
      const request = { denom: this.#denom, key: Buffer.alloc(0), limit: 1, height, countTotal: true };
      const { total } = await this.#ask(listDenomOwners(request));
      return total > 0 ? total : null;
    } catch (error) {
      if (error instanceof NodeError) return null;
      throw error;
    }
  }

  /** Asks for the page after one; null after the last. */
  #askAfter({ nextKey }: OwnersPage, height: number | null): Promise<OwnersPage> | null {
    if (nextKey.length === 0) return null;
    if (nextKey.equals(this.#landmark)) throw new NodeError('the pages of DenomOwners repeat');
    if (Number.isInteger(Math.log2(this.#pages))) this.#landmark = nextKey;
    const page = this.askAgain(this.#request(nextKey, height));
    // If the walk ends before that, nobody meets the failure.
    page.catch(() => undefined);
    return page;
  }

  /**
   * The answer of a call to a node that has answered before: what fails is repeated, over another connection. A node that asks to be left in peace
   * is, which costs no attempt, and no turn of the lane.
   */
  async askAgain<Answer>(definition: CallDefinition<Answer>): Promise<Answer> {
    for (let attempt = 0; ;) {
      try {
        return await this.#ask(definition);
      } catch (error) {
        const ms = this.#pauses.take(error) ?? listRetries(error)[attempt++];
        if (ms === undefined) throw error;
        await sleep(ms, this.#signal);
      }
    }
  }

  #request(key: Buffer, height: number | null): CallDefinition<OwnersPage> {
    return listDenomOwners({ denom: this.#denom, key, limit: pageSize, height });
  }

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

function listRetries(error: unknown): readonly number[] {
  if (error instanceof WalkError) return error.why === 'not-yet' ? retryMs.notYet : [];
  return error instanceof NodeError ? retryMs.failed : [];
}
