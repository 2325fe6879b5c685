import { truncate } from '../../../model/truncate.js';
import { aborted, raceAbort, withLimit } from '../../../net/abort.js';
import type { SnapshotTime } from '../../api/answers.js';
import { ServiceProblem } from '../../http/service-problem.js';
import type { DenomKey } from './denom-key.js';
import type { WalkProgress } from './draft-table.js';
import type { Snapshot } from './snapshot.js';

/** Where the work on a snapshot is: it is looked up, waits for its turn, or is walked here or by another instance. */
export type PendingState = 'looking' | 'queued' | 'walking' | 'elsewhere' | 'done';

/** A snapshot that is being made, whoever asked for it first. Requests come and go; the work goes on. */
export class PendingSnapshot {
  readonly key: DenomKey;
  /** Which one, where a cursor asks for it; null for a new one. */
  readonly asOf: SnapshotTime | null;
  /** By the clock of the options. */
  readonly startedAt: number;
  /** Those who have a place in the queue for it. */
  readonly owners = new Set<string>();
  /** Those who have asked for it before it was in the queue, and get a place there. */
  readonly asked = new Set<string>();
  state: PendingState = 'looking';
  progress: WalkProgress = { holders: 0, startedAt: new Date().toISOString() };
  /** The newest snapshot at the first look; null without one, undefined before. */
  before: number | null | undefined;
  readonly #result: Promise<Snapshot>;
  #resolve: (snapshot: Snapshot) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;

  constructor(key: DenomKey, asOf: SnapshotTime | null, startedAt: number) {
    this.key = key;
    this.asOf = asOf;
    this.startedAt = startedAt;
    this.#result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // If all who waited have gone, nobody meets the failure.
    this.#result.catch(() => undefined);
  }

  resolve(snapshot: Snapshot): void {
    this.state = 'done';
    this.#resolve(snapshot);
  }

  reject(error: unknown): void {
    this.state = 'done';
    this.#reject(error);
  }

  /** The snapshot. Throws a 503 with the progress if it is not there after `waitMs`, or when the signal aborts. */
  async wait(waitMs: number, signal: AbortSignal): Promise<Snapshot> {
    const limit = withLimit(signal, waitMs);
    try {
      const snapshot = await raceAbort(this.#result, limit.signal);
      if (snapshot !== aborted) return snapshot;
    } finally {
      limit.clear();
    }
    const { holders, startedAt } = this.progress;
    const denom = truncate(this.key.denom);
    const detail = `the holders of ${denom} are being counted: ${holders} so far; try again later`;
    throw new ServiceProblem(503, detail, {
      type: 'snapshot-building',
      retryAfterSeconds: 1,
      fields: { progress: { holders, startedAt } },
    });
  }
}
