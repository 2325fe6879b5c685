import type { JsonObject } from '../../model/json.js';
import type { PhasesMs } from '../../model/report.js';
import type { Problem, RuleProblem } from '../../model/rule.js';
import type { Peer } from '../../net/open-socket.js';
import type { Head } from '../block/stale.js';
import type { JudgeClaim } from '../check.js';
import type { Cors } from '../http/cors.js';
import type { Redirect } from '../http/follow-redirect.js';
import { describeBriefly } from '../rules/describe-briefly.js';

/** What a node answered, over whatever transport. Lists hold each answer, in order. */
export interface NodeAnswers {
  /** As the report shows them, without empty ones. */
  readonly chainIds: readonly (number | string)[];
  readonly heads: readonly Head[];
  readonly syncing: readonly boolean[];
  /** Set if it answers that it has no block. */
  readonly hasNoBlock: boolean;
  /** Why the newest block, which was requested, is not known; else null. */
  readonly headProblem: RuleProblem | null;
  /** The problems and facts that only endpoints of its kind have. */
  readonly problems: readonly RuleProblem[];
  readonly facts: JsonObject;
  readonly judgeClaim: JudgeClaim;
}

/** What a node can do beyond the check: the facts that are known, by name, and what most clients miss. */
export interface Capabilities {
  readonly facts: JsonObject;
  readonly problems: readonly RuleProblem[];
}

export interface NodeObservation extends NodeAnswers {
  /** Why it is no such endpoint; nothing else is then judged but the redirect. */
  readonly problem: RuleProblem | null;
  readonly connection: Peer | null;
  /** Whether over TLS; null without a connection. */
  readonly secure: boolean | null;
  readonly redirect: Redirect | null;
  /** Null if no entry claims an archive. */
  readonly archive: Archive | null;
  readonly capabilities: Capabilities | null;
  readonly cors: Cors;
  readonly phasesMs: PhasesMs;
}

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

/** What is observed without an answer, beside the problem and the connection. */
export const emptyObservation = {
  ...noAnswers,
  redirect: null,
  archive: null,
  capabilities: null,
  cors: null,
} as const;

/** Nodes of one chain differ by a few blocks, and their clocks by seconds. */
export const toleranceBlocks = 20;
export const toleranceMs = 60_000;

export function findNewest(heads: readonly Head[]): Head | null {
  const isHigher = (head: Head, other: Head) => Number(head.height) > Number(other.height);
  return heads.reduce<Head | null>(
    (newest, head) => (newest === null || isHigher(head, newest) ? head : newest),
    null,
  );
}

/** What does not fit the newest head, since a balancer passes the requests of one check to several nodes; null if all answers fit. */
export function findOtherHead({
  heads,
  syncing,
}: NodeAnswers): { head: Head | null; isSyncing: boolean } | null {
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

/** Whether a node has all that an archive has, lacks what is before a height (`lowest`; null if it does not name it), or why nothing is proved. */
export type Archive =
  | { readonly kind: 'whole' }
  | { readonly kind: 'pruned'; readonly of: 'blocks' | 'state'; readonly lowest: number | null }
  | { readonly kind: 'unproved'; readonly detail: string };

export function unproved(detail: string): Archive {
  return { kind: 'unproved', detail };
}

export function unprovedBy(problem: Problem): Archive {
  return unproved(describeBriefly(problem));
}

/** The fact: null if no entry claims an archive, or nothing is proved. */
export function describeArchive(archive: Archive | null): boolean | null {
  return archive === null || archive.kind === 'unproved' ? null : archive.kind === 'whole';
}
