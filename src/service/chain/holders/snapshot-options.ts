import type { LogFields } from '../../../http-server/request-log.js';
import type { Engine } from '../../database/engine.js';
import type { ServiceEvent } from '../../event-log.js';
import type { DatabaseRoom } from '../database-room.js';

/** How snapshots are made and kept. */
export interface SnapshotOptions {
  readonly engine: Engine;
  readonly room: DatabaseRoom;
  /** Names this instance in leases. */
  readonly instance: string;
  /** How long an instance that does not answer keeps what it has claimed, in milliseconds. */
  readonly leaseMs: number;
  /** Milliseconds of a clock that does not jump. */
  readonly now: () => number;
  /** Age at which a snapshot is made anew when it is asked for. */
  readonly snapshotAgeMs: number;
  /** How long the newest snapshot is taken to be the newest, in milliseconds. */
  readonly latestMs: number;
  /** How long requests wait for a snapshot, from when it was first asked for. */
  readonly waitMs: number;
  readonly log: LogEvent;
}

/** Called with what happened, and its details. */
export type LogEvent = (event: ServiceEvent, fields: LogFields) => void;
