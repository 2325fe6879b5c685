import type { SnapshotTime } from '../../api/answers.js';
import type { Snapshot } from './snapshot.js';

/** A denom of a network. */
export interface DenomKey {
  readonly network: string;
  readonly denom: string;
}

/** How far a walk through the owners of a denom has come. */
export interface WalkProgress {
  readonly holders: number;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
}

/** Where snapshots outlive a process and are shared by several. Every call rejects with a StoreError where the store cannot be used. */
export interface SnapshotStore {
  /** When the newest snapshot of a denom was taken, or `asOf` where it has exactly that one; null without one. */
  find: (key: DenomKey, asOf: SnapshotTime | null) => Promise<SnapshotTime | null>;
  /** Loads a snapshot that `find` named; null where it has gone meanwhile. Counts as a use. */
  load: (key: DenomKey, asOf: SnapshotTime) => Promise<Snapshot | null>;
  /** Keeps a snapshot until 24 hours after its last use. */
  save: (key: DenomKey, snapshot: Snapshot) => Promise<void>;
  /**
   * Runs a walk, of which there is one at a time over all processes. Where another process walks the same denom at the same height
   * (null: the latest), resolves to how far it has come instead.
   */
  walkAlone: <Value>(
    key: DenomKey,
    height: number | null,
    walk: (report: (progress: WalkProgress) => void) => Promise<Value>,
  ) => Promise<{ readonly walked: Value } | { readonly elsewhere: WalkProgress }>;
  /** Whether the store can be used now, as a try shows; false where that takes longer than two seconds. Never rejects. */
  check: () => Promise<boolean>;
  close: () => Promise<void>;
}

/** Thrown where the store cannot be used. The message has no secret. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}
