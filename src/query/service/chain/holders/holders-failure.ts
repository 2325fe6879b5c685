import { truncate } from '../../../../model/text.js';
import { databaseFailed, invalidParams, ServiceProblem } from '../../http/service-problem.js';
import type { JobFailure } from '../../jobs/job.js';
import type { DenomKey, SnapshotPlace } from './snapshots.js';
import type { WalkRefusal } from './walk-owners.js';

/** How a node's walk ended: refused for a reason, or failed. */
export interface WalkOutcome {
  readonly node: string;
  readonly why: WalkRefusal | 'failed';
}

/** A problem of a walk, with the nodes whose data it is about, and what was found out nevertheless. */
export class WalkProblem extends ServiceProblem {
  readonly nodes: readonly string[] | undefined;
  readonly known: object | undefined;

  constructor(
    { status, detail, extras }: Pick<JobFailure, 'status' | 'detail' | 'extras'>,
    { nodes, known }: Pick<JobFailure, 'nodes' | 'known'>,
  ) {
    super(status, detail, extras);
    this.nodes = nodes;
    this.known = known;
  }
}

/** The type of the problem where no node lists holders. */
export const notListed = 'holders-not-listed';

/** How long a failure stands before the next try, at least: where nodes are too old, of a first walk, and of a refresh. */
export const failureMs = { notListed: 60_000, first: 3_000, refresh: 10_000 };

/** Nodes may lag by so much: a height that was just reached by one is soon reached by the others. */
const lagMs = 60_000;

/** The 503 of a walk that others leave no room for. */
export function noRoom(): ServiceProblem {
  const detail = 'other walks take the database of the service; try again later';
  return new ServiceProblem(503, detail, { type: 'snapshot-no-room', retryAfterSeconds: 10 });
}

/** The 410 of a cursor whose snapshot cannot be made again. */
export function expired(): ServiceProblem {
  return new ServiceProblem(
    410,
    'the snapshot of this cursor has expired (snapshot-expired); begin again without a cursor',
    { type: 'snapshot-expired' },
  );
}

/** What a walk's failure means, from how it ended on each node: nodes that do what they can make another problem than those that fail. */
export function explainOutcomes(
  problem: ServiceProblem,
  outcomes: readonly WalkOutcome[],
  { network, denom, place, bytes }: DenomKey & { readonly place: SnapshotPlace | null; bytes: number },
): ServiceProblem {
  const nodes = outcomes.map(({ node }) => node);
  const reasons = new Set(outcomes.map(({ why }) => why));
  const [reason] = reasons.size === 1 ? reasons : [];
  if (reason === 'not-implemented') {
    const detail = `no gRPC endpoint of ${network} lists holders: ${outcomes.length} × DenomOwners is not implemented, which Cosmos SDK 0.46 brought`;
    return new ServiceProblem(502, detail, { type: notListed });
  }
  if (reason === 'too-large') {
    const detail = `the holders of ${truncate(denom)} do not fit into half of the database of the service (${Math.floor(bytes / 1e6)} MB)`;
    return new WalkProblem({ status: 507, detail, extras: { type: 'snapshot-too-large' } }, { nodes });
  }
  if (reason === 'invalid-denom')
    return invalidParams([{ parameter: 'denom', detail: `is not valid on the chain of ${network}` }]);
  if (place === null || outcomes.length === 0 || reasons.has('failed')) return problem;
  const isAwaited = reasons.has('not-yet') && Date.now() - Date.parse(place.asOf.time) < lagMs;
  return isAwaited ? problem : new WalkProblem(expired(), { nodes });
}

/** Why snapshots fail, as operators count it, by type or status of the problem; none of these is the client's mistake. */
const reasons = {
  [notListed]: 'not-listed',
  'snapshot-no-room': 'no-room',
  [databaseFailed]: 'database',
  500: 'error',
  502: 'no-answer',
  503: 'no-node',
  504: 'timeout',
  507: 'too-large',
} as const;
export type FailureReason = (typeof reasons)[keyof typeof reasons];

export function createCounts(): Record<FailureReason, number> {
  const entries = Object.values(reasons).map((reason) => [reason, 0] as const);
  return Object.fromEntries(entries) as Record<FailureReason, number>;
}

/** The reason of a failure; null for a problem that is the client's. */
export function findReason({
  status,
  extras: { type = '' },
}: JobFailure | ServiceProblem): FailureReason | null {
  const byMark: Readonly<Record<string, FailureReason>> = reasons;
  return status < 500 ? null : (byMark[type] ?? byMark[status] ?? 'error');
}

/** The failure of a job whose work has ended with a problem. */
export function toFailure(problem: ServiceProblem, snapshotAgeMs: number): JobFailure {
  const { status, detail, extras } = problem;
  const { nodes, known } = problem instanceof WalkProblem ? problem : {};
  const isLasting = status === 507 || status === 410;
  const keepMs = isLasting ? snapshotAgeMs : extras.type === notListed ? failureMs.notListed : 0;
  // Not before it is tried again: else a client uses up its retries.
  const retryAfterSeconds = failureMs.first / 1_000;
  return {
    status,
    detail,
    keepMs,
    extras: status < 500 || keepMs > 0 ? extras : { retryAfterSeconds, ...extras },
    ...(nodes === undefined ? {} : { nodes }),
    ...(known === undefined ? {} : { known }),
  };
}
