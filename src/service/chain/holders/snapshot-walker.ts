import { createAbortController, withLimit } from '../../../net/abort.js';
import { ServiceProblem } from '../../http/service-problem.js';
import type { DatabaseRoom } from '../database-room.js';
import { createBankClient } from '../nodes/bank-client.js';
import type { Nodes } from '../nodes/failover.js';
import type { DenomKey } from './denom-key.js';
import type { Draft, DraftTable } from './draft-table.js';
import { DraftLost, DraftWriter } from './draft-writer.js';
import type { PendingSnapshot } from './pending-snapshot.js';
import type { SnapshotOptions } from './snapshot-options.js';
import { explainFailure, noRoom, tooLarge, type WalkOutcome } from './snapshot-problems.js';
import type { SnapshotTable } from './snapshot-table.js';
import { WalkError } from './walk-error.js';
import { type OwnersSink, type WalkFacts, walkOwners } from './walk-owners.js';

/** A walk that takes longer is ended. */
const walkMs = 3_600_000;
/** The part of the owners that fit after which a node is asked how many there are: it reads all of them to count them, so few denoms are worth it. */
const countedShare = 0.01;

/** What the walks of a process share. */
export interface WalkerOptions extends SnapshotOptions {
  readonly nodes: Nodes;
  readonly drafts: DraftTable;
  readonly snapshots: SnapshotTable;
  readonly room: DatabaseRoom;
}

/** Walks through the owners of denoms, into the database. */
export class SnapshotWalker {
  /** How many walks have made a snapshot. */
  walked = 0;
  readonly #options: WalkerOptions;
  readonly #signal: AbortSignal;

  /** @param signal ends all walks */
  constructor(options: WalkerOptions, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
  }

  /**
   * Walks, unless another instance does: then notes how far that is. True if there is a new snapshot. Throws a ServiceProblem if no node lists the
   * owners.
   */
  async walk(pending: PendingSnapshot, owner: string): Promise<boolean> {
    const { nodes, drafts } = this.#options;
    const { key, asOf } = pending;
    // Anybody may ask for a network that there is not.
    await nodes.requireListed({ network: key.network, kind: 'grpc' });
    const claimed = await drafts.claim(key, asOf?.height ?? null);
    if ('elsewhere' in claimed) {
      pending.progress = claimed.elsewhere;
      return false;
    }
    const { draft } = claimed;
    try {
      await this.#walk(pending, draft, owner);
    } catch (error) {
      if (error instanceof DraftLost) return false;
      await drafts.drop(draft).catch(() => undefined);
      throw error;
    }
    this.walked += 1;
    // There is a snapshot, whatever becomes of this; the next walk tries again.
    await this.#tidy(key).catch(() => undefined);
    return true;
  }

  async #walk(pending: PendingSnapshot, draft: Draft, owner: string): Promise<void> {
    const { drafts, leaseMs, log } = this.#options;
    const { key, asOf } = pending;
    const lost = createAbortController();
    // A node may take longer over a page than the lease lasts.
    const renew = setInterval(() => {
      drafts.renew(draft).then(
        (isOurs) => {
          if (!isOurs) lost.abort();
        },
        () => undefined,
      );
    }, leaseMs / 3).unref();
    try {
      const { facts, writer } = await this.#walkNodes(pending, draft, owner, lost.signal);
      const whole = { ...facts, ...writer.facts, bytes: writer.snapshotBytes, isLatest: asOf === null };
      if (!(await drafts.publish(draft, key, whole))) throw new DraftLost();
      const { supply, sum } = whole;
      const difference = String(supply - sum);
      if (supply !== sum)
        log('holders-differ', { ...key, height: facts.asOf.height, supply: String(supply), difference });
    } catch (error) {
      throw lost.signal.aborted ? new DraftLost() : error;
    } finally {
      clearInterval(renew);
    }
  }

  async #walkNodes(
    pending: PendingSnapshot,
    draft: Draft,
    owner: string,
    lost: AbortSignal,
  ): Promise<{ readonly facts: WalkFacts; readonly writer: DraftWriter }> {
    const { nodes, drafts } = this.#options;
    const { network, denom } = pending.key;
    const { asOf } = pending;
    const height = asOf?.height ?? null;
    const outcomes: WalkOutcome[] = [];
    const { signal, clear } = withLimit(AbortSignal.any([this.#signal, lost]), walkMs);
    const writers: DraftWriter[] = [];
    const begin = async (): Promise<OwnersSink> => {
      if (!(await drafts.empty(draft))) throw new DraftLost();
      const { sink, writer } = this.#createSink(pending, draft);
      writers.push(writer);
      return sink;
    };
    try {
      const question = { network, kind: 'grpc', lane: 'walk', owners: () => [owner], signal } as const;
      const facts = await nodes.request(question, async (node, request) => {
        const client = createBankClient(node, request, 'walk');
        try {
          return await walkOwners(client, { denom, height, signal: request.signal, begin });
        } catch (error) {
          outcomes.push(error instanceof WalkError ? error.why : 'failed');
          throw error;
        } finally {
          client.close();
        }
      });
      const writer = writers.at(-1);
      if (writer === undefined) throw new TypeError('a walk without a page');
      return { facts, writer };
    } catch (error) {
      if (!(error instanceof ServiceProblem)) throw error;
      throw explainFailure(error, outcomes, { ...pending.key, asOf, bytes: this.#options.room.bytes });
    } finally {
      clear();
    }
  }

  #createSink(pending: PendingSnapshot, draft: Draft): { sink: OwnersSink; writer: DraftWriter } {
    const { drafts, room } = this.#options;
    const startedAt = new Date().toISOString();
    let [isCounted, measuredAt] = [false, 0];
    let countAll: () => Promise<number | null> = () => Promise.resolve(null);
    pending.progress = { holders: 0, startedAt };
    const writer = new DraftWriter({
      table: drafts,
      draft,
      onOwners: async ({ holders, bytes }) => {
        if (bytes > room.largestBytes) throw tooLarge(pending.key.denom, room.bytes);
        if (!isCounted && bytes > room.largestBytes * countedShare) {
          isCounted = true;
          const all = (await countAll()) ?? 0;
          if ((all / holders) * bytes > room.largestBytes) throw new WalkError('too-large');
        }
        if (bytes - measuredAt >= room.stepBytes) {
          measuredAt = bytes;
          await drafts.sweep();
          if (!(await room.make())) throw noRoom();
        }
        pending.progress = { holders, startedAt };
      },
    });
    const sink: OwnersSink = {
      get holders() {
        return writer.holders;
      },
      add: async (owners, count) => {
        countAll = count;
        await writer.add(owners);
      },
      finish: () => writer.finish(),
    };
    return { sink, writer };
  }

  async #tidy(key: DenomKey): Promise<void> {
    const { drafts, snapshots, room } = this.#options;
    await drafts.sweep();
    for (const id of await snapshots.listReplaced(key)) await drafts.discard({ network: key.network, id });
    await room.make();
  }
}
