import type { Problem } from '../../model/rule.js';
import type { JsonObject } from '../../model/json.js';
import type { PhasesMs } from '../../model/report.js';
import type { JudgeClaim } from '../check.js';
import type { Head } from '../block/stale.js';
import type { Cors } from '../http/cors.js';
import type { Redirect } from '../http/follow-redirect.js';
import type { Transport } from './transport.js';
import type { Archive } from './archive.js';
import type { Capabilities } from './interview.js';

/** What a node answered, over whatever transport. Lists hold each answer, in order. */
export interface NodeAnswers {
  /** Chain ids, as the report shows them, without empty ones. */
  readonly chainIds: readonly (number | string)[];
  readonly heads: readonly Head[];
  /** Whether it is catching up. */
  readonly syncing: readonly boolean[];
  /** Set if it answers that it has no block. */
  readonly hasNoBlock: boolean;
  /** Why the newest block, which was requested, is not known; else null. */
  readonly headProblem: Problem | null;
  /** The problems that only endpoints of its kind have. */
  readonly problems: readonly Problem[];
  /** The facts that only endpoints of its kind have. */
  readonly facts: JsonObject;
  readonly judgeClaim: JudgeClaim;
}

/** What a probe observed of a node. */
export interface NodeObservation extends Transport, NodeAnswers {
  /** Why it is no such endpoint; nothing else is then judged but the redirect. */
  readonly problem: Problem | null;
  readonly redirect: Redirect | null;
  /** Null if no entry claims an archive. */
  readonly archive: Archive | null;
  /** Null if nobody asks. */
  readonly capabilities: Capabilities | null;
  readonly cors: Cors;
  readonly phasesMs: PhasesMs;
}

/** The answers of a node that gave none. */
export const noAnswers: NodeAnswers = {
  chainIds: [],
  heads: [],
  syncing: [],
  hasNoBlock: false,
  headProblem: null,
  problems: [],
  facts: {},
  judgeClaim: () => [],
};

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
