import type { DenomMetadata, SnapshotTime } from '../../../client/answers.generated.js';
import { identify, type Job } from '../../jobs/job.js';
import type { Origin } from '../nodes/listed-nodes.js';

export interface DenomKey {
  readonly network: string;
  readonly denom: string;
}

/** The snapshot of a cursor. */
export interface SnapshotPlace {
  readonly asOf: SnapshotTime;
  readonly content: string;
}

/** The holders of a denom at one time, beside their rows, which belong to its id. */
export interface Snapshot extends Origin, SnapshotPlace {
  readonly network: string;
  readonly id: number;
  /** The job that has read it. */
  readonly job: number;
  readonly holderCount: number;
  /** All balances together, in the denom's base unit. */
  readonly sum: bigint;
  readonly supply: bigint;
  readonly metadata: DenomMetadata | null;
  /** A hash of the supply and all holders: the same whenever these are the same. */
  readonly content: string;
  /** What its rows take. */
  readonly bytes: number;
  /** How long ago its walk began, when it was looked up, in milliseconds. */
  readonly ageMs: number;
  /** How long ago a cursor has used it, or it was made. */
  readonly usedAgoMs: number;
}

/** Thrown if a snapshot was deleted while it was read. */
export class SnapshotGone extends Error {}

/** The job that reads the holders of a denom: those of the latest block, or those of a cursor. */
export function createDenomJob({ network, denom }: DenomKey, place: SnapshotPlace | null = null): Job {
  const rebuilt = place === null ? [] : [place.asOf.height, place.asOf.time, place.content];
  const kind = place === null ? 'holders' : 'rebuild';
  return { ...identify(network, [kind, denom, ...rebuilt]), kind };
}

export function readDenomJob({ network, key }: Job): DenomKey & { readonly place: SnapshotPlace | null } {
  const [, denom, height, time, content] = JSON.parse(key) as [string, string, number, string, string?];
  return { network, denom, place: content === undefined ? null : { asOf: { height, time }, content } };
}
