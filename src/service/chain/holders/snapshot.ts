import type { DenomMetadata, SnapshotTime } from '../../api/answers.js';

/** What is known of the holders of a denom at one time, beside their rows. Never changes. */
export interface SnapshotFacts {
  readonly asOf: SnapshotTime;
  readonly holderCount: number;
  /** All balances together, in the denom's base unit. */
  readonly sum: bigint;
  /** The supply at the same time. */
  readonly supply: bigint;
  /** Null if the chain has none. */
  readonly metadata: DenomMetadata | null;
  /** The same for snapshots with the same holders and balances, whenever they were taken. */
  readonly content: string;
}

/** The holders of a denom at one time, in the database. */
export interface Snapshot extends SnapshotFacts {
  readonly network: string;
  /** What its rows belong to. */
  readonly id: number;
}

/** Thrown if a snapshot was deleted while it was read. */
export class SnapshotGone extends Error {}
