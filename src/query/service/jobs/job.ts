import { createHash } from 'node:crypto';
import type { JsonObject } from '../../../model/json.js';
import type { ServiceProblem } from '../http/service-problem.js';
import { aborted, waitAtMost } from '../../../net/abort.js';

/** What is read from the nodes of a network into the database, once for all who ask for it. */
export interface Job {
  readonly network: string;
  /** The same for the same key on any instance. */
  readonly id: number;
  /** Says what is read, so that any instance can read it; distinguishes two jobs with the same number. */
  readonly key: string;
  readonly kind: JobKind;
}

/** `rebuild`: the holders of a denom at the height of a cursor; `balance`: one of them. */
export type JobKind = 'events' | 'holders' | 'rebuild' | 'balance';

export type JobId = Pick<Job, 'network' | 'id'>;

/** Identifies a job by as many bits of a hash as a number holds exactly: keys may have any characters and any length, columns may not. */
export function identify(network: string, parts: readonly unknown[]): Omit<Job, 'kind'> {
  const key = JSON.stringify(parts);
  const id = Number(createHash('sha256').update(key).digest().readBigUInt64BE() >> 11n);
  return { network, id, key };
}

/** Why the last work on a job has ended without a result: the problem that requests get. */
export interface JobFailure extends Pick<ServiceProblem, 'status' | 'detail' | 'extras'> {
  /** How long it stands before the job is tried again, in milliseconds. */
  readonly keepMs: number;
  /** The nodes whose data it is about: it stands as long as all of them are listed. */
  readonly nodes?: readonly string[];
  /** What was read in spite of it, in the worker's words. */
  readonly known?: object;
}

/** What requests see of a job. */
export interface JobState {
  /** How often it was wanted, up to which of these times a worker has begun, and up to which one the work has ended. */
  readonly wanted: number;
  readonly claimed: number;
  readonly done: number;
  /** How far its work has come, in the worker's words; null if nobody works on it. */
  readonly progress: JsonObject | null;
  /** Null if the last work has ended well. */
  readonly failure: JobFailure | null;
  /** How long ago that was, in milliseconds, by the clock of the database; infinite without one. */
  readonly failedAgoMs: number;
}

/** The time, as counted by `wanted`, that is done when work has ended that begins after now; null stands for a job that there is not yet. */
export function nextTurn(state: Pick<JobState, 'wanted' | 'claimed' | 'done'> | null): number {
  if (state === null) return 1;
  // A failure is that of all who wanted it meanwhile, too.
  return state.wanted > Math.max(state.claimed, state.done) ? state.wanted : state.wanted + 1;
}

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
