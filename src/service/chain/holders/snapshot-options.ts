import type { LogFields } from '../../../http-server/request-log.js';
import type { ServiceEvent } from '../../event-log.js';
import type { SnapshotStore } from './snapshot-store.js';

/** How snapshots are made and kept. */
export interface SnapshotOptions {
  /** Milliseconds of a clock that does not jump. */
  readonly now: () => number;
  /** Age at which a snapshot is made anew when it is asked for. */
  readonly snapshotAgeMs: number;
  /** Limit of all snapshots and walks together. */
  readonly memoryBytes: number;
  /** How long requests wait for a snapshot, from when it was first asked for. */
  readonly waitMs: number;
  /** Null to keep snapshots in memory only. */
  readonly store: SnapshotStore | null;
  readonly log: LogEvent;
}

/** Called with what happened, and its details. */
export type LogEvent = (event: ServiceEvent, fields: LogFields) => void;
