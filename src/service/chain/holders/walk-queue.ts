import { FairLane } from '../nodes/fair-lane.js';

/** Walks at once through denoms of a network, and those of one owner that wait or are under way. */
const limits = { parts: 2, jobsPerOwner: 16 };

/** Where walks wait: a few of a network at a time, and its owners take turns. No network waits for another. */
export class WalkQueue {
  readonly #lanes = new Map<string, { readonly lane: FairLane; jobs: number }>();

  /** Runs a walk when it is its turn. Throws a 503 at once if too many walks of the owner wait. */
  async run(network: string, owner: string, signal: AbortSignal, walk: () => Promise<void>): Promise<void> {
    const found = this.#lanes.get(network) ?? { lane: new FairLane(limits), jobs: 0 };
    this.#lanes.set(network, found);
    found.jobs += 1;
    try {
      await found.lane.run(
        () => [owner],
        signal,
        (takeTurn) => takeTurn(walk),
      );
    } finally {
      found.jobs -= 1;
      if (found.jobs === 0) this.#lanes.delete(network);
    }
  }
}
