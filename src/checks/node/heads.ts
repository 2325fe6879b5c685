import type { Head, NodeAnswers } from './observation.js';

/** Nodes of one chain differ by a few blocks, and their clocks by seconds. */
export const toleranceBlocks = 20;
export const toleranceMs = 60_000;

/** The newest of the heads that a node reported; null for none. */
export function findNewest(heads: readonly Head[]): Head | null {
  return heads.reduce<Head | null>(
    (newest, head) => (newest === null || isHigher(head, newest) ? head : newest),
    null,
  );
}

/** What another answer of an endpoint says of its head, if a node answered that is far behind, or that is catching up while another is not. */
export interface OtherHead {
  readonly head: Head | null;
  readonly isSyncing: boolean;
}

/** The answer that does not fit the newest one: a balancer passes the requests of one check to several nodes. Null if all fit. */
export function findOtherHead({ heads, syncing }: NodeAnswers): OtherHead | null {
  const newest = findNewest(heads);
  const oldest = heads.find(
    (head) =>
      newest !== null &&
      Number(newest.height) - Number(head.height) > toleranceBlocks &&
      newest.timeMs - head.timeMs > toleranceMs,
  );
  const isSyncing = syncing.includes(true) && syncing.includes(false);
  return oldest === undefined && !isSyncing ? null : { head: oldest ?? null, isSyncing };
}

function isHigher(head: Head, other: Head): boolean {
  return Number(head.height) > Number(other.height);
}
