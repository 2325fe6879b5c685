import type { DenomMetadata, SnapshotTime } from '../../api/answers.js';
import type { Origin } from '../nodes/listed-nodes.js';

/** What is known of the holders of a denom at one time, beside their rows. Never changes. */
export interface SnapshotFacts extends Origin {
  readonly asOf: SnapshotTime;
  readonly holderCount: number;
  /** All balances together, in the denom's base unit. */
  readonly sum: bigint;
  /** The supply at the same time. */
  readonly supply: bigint;
  /** Null if the chain has none. */
  readonly metadata: DenomMetadata | null;
  /** A hash of the supply and all holders: the same for snapshots that share their rows, whenever they were taken. */
  readonly content: string;
}

/** The holders of a denom at one time, in the database. */
export interface Snapshot extends SnapshotFacts {
  readonly network: string;
  readonly id: number;
  /** The job that has read it. */
  readonly job: number;
  /** What its rows belong to. */
  readonly list: number;
  /** What these take. */
  readonly bytes: number;
  /** How long ago its walk began, when it was looked up, in milliseconds. */
  readonly ageMs: number;
  /** Whether no cursor has used it for a while. */
  readonly isUnused: boolean;
}

/** Thrown if a snapshot was deleted while it was read. */
export class SnapshotGone extends Error {}
