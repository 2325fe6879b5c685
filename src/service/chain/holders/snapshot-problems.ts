import { truncate } from '../../../model/truncate.js';
import type { JsonObject } from '../../../model/json.js';
import { databaseFailed, invalidParams, ServiceProblem } from '../../http/service-problem.js';
import type { JobFailure } from '../../jobs/job.js';
import type { DenomKey } from './denom-job.js';
import type { WalkRefusal } from './walk-error.js';

/** How a node's walk ended: refused for a reason, or failed. */
export interface WalkOutcome {
  readonly node: string;
  readonly why: WalkRefusal | 'failed';
}

/** A problem of a walk, with the nodes whose data it is about, and what was found out nevertheless. */
export class WalkProblem extends ServiceProblem {
  readonly nodes: readonly string[];
  readonly known: JsonObject | null;

  constructor(
    { status, detail, extras }: ServiceProblem,
    { nodes = [], known = null }: Partial<Pick<WalkProblem, 'nodes' | 'known'>> = {},
  ) {
    super(status, detail, extras);
    this.nodes = nodes;
    this.known = known;
  }
}

/** The type of the problem where no node lists holders. */
export const notListed = 'holders-not-listed';

/** How long a failure stands before the next try: where nodes are too old, of a first walk, and of a refresh. */
export const failureMs = { notListed: 60_000, first: 3_000, refresh: 10_000 };

/** The 507 of a denom whose holders need more than its share of the database. */
function tooLarge(denom: string, databaseBytes: number): ServiceProblem {
  const megabytes = Math.floor(databaseBytes / 1e6);
  const detail = `the holders of ${truncate(denom)} do not fit into half of the database of the service (${megabytes} MB)`;
  return new ServiceProblem(507, detail, { type: 'snapshot-too-large' });
}

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

/** What a failure of a job means to requests. */
export function toProblem(
  { status, detail, extras, keepMs }: JobFailure,
  failedAgoMs: number,
): ServiceProblem {
  if (status < 500 || keepMs > 0 || extras.retryAfterSeconds !== undefined)
    return new ServiceProblem(status, detail, extras);
  // Of when it is tried again: else a client uses up its retries before.
  const retryAfterSeconds = Math.max(1, Math.ceil((failureMs.first - failedAgoMs) / 1_000));
  return new ServiceProblem(status, detail, { ...extras, retryAfterSeconds });
}

/** The failure of a job whose work has ended with a problem. */
export function toFailure(problem: ServiceProblem, snapshotAgeMs: number): JobFailure {
  const { status, detail, extras } = problem;
  const { nodes, known } = problem instanceof WalkProblem ? problem : { nodes: [], known: null };
  const keepMs = status === 507 ? snapshotAgeMs : extras.type === notListed ? failureMs.notListed : 0;
  return { status, detail, extras, keepMs, nodes, ...(known === null ? {} : { known }) };
}

/** What a walk's failure means, from how it ended on each node: nodes that do what they can make another problem than those that fail. */
export function explainFailure(
  problem: ServiceProblem,
  outcomes: readonly WalkOutcome[],
  { network, denom, height, bytes }: DenomKey & { readonly height: number | null; readonly bytes: number },
): WalkProblem {
  const isAll = (why: WalkRefusal) => outcomes.every((outcome) => outcome.why === why);
  const has = (why: WalkOutcome['why']) => outcomes.some((outcome) => outcome.why === why);
  if (outcomes.length === 0 || has('failed')) return new WalkProblem(problem);
  if (isAll('not-implemented')) {
    const detail = `no gRPC endpoint of ${network} lists holders: ${outcomes.length} × DenomOwners is not implemented, which Cosmos SDK 0.46 brought`;
    return new WalkProblem(new ServiceProblem(502, detail, { type: notListed }));
  }
  if (isAll('too-large'))
    return new WalkProblem(tooLarge(denom, bytes), { nodes: outcomes.map(({ node }) => node) });
  if (isAll('invalid-denom')) {
    const detail = `is not valid on the chain of ${network}`;
    return new WalkProblem(invalidParams([{ parameter: 'denom', detail }]));
  }
  if (height === null) return new WalkProblem(problem);
  return has('not-yet')
    ? new WalkProblem(problem, { known: { isNotReached: true } })
    : new WalkProblem(expired());
}

/** Why snapshots fail, as operators count it; none of these is the client's mistake. */
export const failureReasons = [
  'no-node',
  'no-answer',
  'not-listed',
  'timeout',
  'too-large',
  'no-room',
  'database',
  'error',
] as const;
/** One of them. */
export type FailureReason = (typeof failureReasons)[number];

/** The reason of a failure; null for a problem that is the client's. */
export function findFailureReason(error: unknown): FailureReason | null {
  if (!(error instanceof ServiceProblem)) return 'error';
  const { status, extras } = error;
  if (status < 500) return null;
  if (extras.type === notListed) return 'not-listed';
  if (extras.type === 'snapshot-no-room') return 'no-room';
  if (extras.type === databaseFailed) return 'database';
  const reasons: Readonly<Record<number, FailureReason>> = {
    502: 'no-answer',
    503: 'no-node',
    504: 'timeout',
    507: 'too-large',
  };
  return reasons[status] ?? 'error';
}
