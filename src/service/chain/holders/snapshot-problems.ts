import { truncate } from '../../../model/truncate.js';
import type { SnapshotTime } from '../../api/answers.js';
import { databaseFailed, invalidParams, ServiceProblem } from '../../http/service-problem.js';
import type { DenomKey } from './denom-key.js';
import type { WalkRefusal } from './walk-error.js';

/** How a node's walk ended: refused for a reason, or failed. */
export type WalkOutcome = WalkRefusal | 'failed';

/** The type of the problem where no node lists holders. */
export const notListed = 'holders-not-listed';

/** Nodes may lag by so much: a height that was just reached by one is soon reached by the others. */
const lagMs = 60_000;

/** The 507 of a denom whose holders need more than its share of the database. */
export function tooLarge(denom: string, databaseBytes: number): ServiceProblem {
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

/** The failure of a moment ago, to a request that comes before the next try, and when that is: else a client uses up its retries before. */
export function repeatFailure(problem: ServiceProblem, untilNextMs: number): ServiceProblem {
  const { status, detail, extras } = problem;
  if (status < 500 || extras.retryAfterSeconds !== undefined) return problem;
  return new ServiceProblem(status, detail, {
    ...extras,
    retryAfterSeconds: Math.max(1, Math.ceil(untilNextMs / 1_000)),
  });
}

/** What a walk's failure means, from how it ended on each node: nodes that do what they can make another problem than those that fail. */
export function explainFailure(
  problem: ServiceProblem,
  outcomes: readonly WalkOutcome[],
  { network, denom, asOf, bytes }: DenomKey & { readonly asOf: SnapshotTime | null; readonly bytes: number },
): ServiceProblem {
  if (outcomes.length === 0 || outcomes.includes('failed')) return problem;
  if (outcomes.every((outcome) => outcome === 'not-implemented'))
    return new ServiceProblem(
      502,
      `no gRPC endpoint of ${network} lists holders: ${outcomes.length} × DenomOwners is not implemented, which Cosmos SDK 0.46 brought`,
      { type: notListed },
    );
  if (outcomes.every((outcome) => outcome === 'too-large')) return tooLarge(denom, bytes);
  if (outcomes.every((outcome) => outcome === 'invalid-denom'))
    return invalidParams([{ parameter: 'denom', detail: `is not valid on the chain of ${network}` }]);
  if (asOf === null) return problem;
  const isRecent = Date.now() - Date.parse(asOf.time) < lagMs;
  return outcomes.includes('not-yet') && isRecent ? problem : expired();
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
