import { aborted, waitAtMost } from '../../../net/abort.js';
import type { JobId } from './job.js';

/**
 * How long progress is waited for: until a piece is written, as soon as it is the last one, and at least and at most so many milliseconds. Hundreds who
 * wait would take the loop with each piece; another instance does not tell of its own. The more jobs are waited for, the longer and the more spread.
 */
const waitMs = { least: 100, most: 250, perJob: 2 };

/** One look at a job after its next progress, for all who wait for that. */
interface Look {
  readonly state: Promise<unknown>;
  readonly startNow: (isLast: boolean) => void;
}

/** The progress of jobs: whoever waits for one goes on at the same time, and its state is read once, however many they are. */
export class Progress {
  readonly #looks = new Map<string, Look>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Waits until a job has progressed, for a quarter of a second, or longer if hundreds of jobs are waited for; resolves to what `find` says then: the same for all who wait for that job. */
  async wait<State>(job: JobId, limitMs: number, find: () => Promise<State>): Promise<State> {
    const { state } = this.#looks.get(nameJob(job)) ?? this.#plan(nameJob(job), find);
    const found = await waitAtMost(state, Math.max(1, limitMs));
    return found === aborted ? find() : (found as State);
  }

  /** Tells of a piece that was written, or that no other one will be. */
  note(job: JobId, isLast: boolean): void {
    this.#looks.get(nameJob(job))?.startNow(isLast);
  }

  #plan(name: string, find: () => Promise<unknown>): Look {
    const plannedAt = this.#now();
    let start: () => void = () => undefined;
    let timer = setTimeout(() => start(), waitMs.most + this.#looks.size * waitMs.perJob);
    const state = new Promise<void>((resolve) => (start = resolve)).then(() => {
      // Whoever asks from now on waits for the next one: this state may be older.
      this.#looks.delete(name);
      return find();
    });
    const startNow = (isLast: boolean) => {
      clearTimeout(timer);
      timer = setTimeout(start, isLast ? 0 : waitMs.least - (this.#now() - plannedAt));
    };
    const look = { state, startNow };
    this.#looks.set(name, look);
    return look;
  }
}

/** A job's name among those of all networks. */
export function nameJob({ network, id }: JobId): string {
  return `${network} ${id}`;
}
