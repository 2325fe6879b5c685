import { getBalance } from '../../../../net/grpc/bank-messages.js';
import type { Holder, SnapshotTime } from '../../../client/answers.generated.js';
import { explainDatabaseError, ServiceProblem } from '../../http/service-problem.js';
import { identify, type Job } from '../../jobs/job.js';
import type { Worker } from '../../jobs/job-loop.js';
import {
  type AnswerOrStatus,
  type BankClient,
  createBankClient,
  expectAnswer,
  isInvalidArgument,
} from '../nodes/bank-client.js';
import type { Nodes } from '../nodes/failover.js';
import { toFailure, WalkProblem } from './holders-failure.js';
import type { DenomKey } from './snapshots.js';
import { findTime } from './walk-owners.js';

export interface Balance {
  /** Null if it has nothing, or the chain has no such addresses. */
  readonly holder: Holder | null;
  readonly asOf: SnapshotTime;
}

/** The job that asks for one balance, of a denom whose holders nobody has counted. */
export function createBalanceJob({ network, denom }: DenomKey, address: string): Job {
  return { ...identify(network, ['balance', denom, address]), kind: 'balance' };
}

/** Asks nodes for balances. A job has no rows: it ends with a problem, the missing snapshot, of which the balance is what is known nevertheless. */
export function createBalanceWorker(nodes: Nodes): Worker {
  return {
    limit: 4,
    work: async ({ job, tokens, signal }) => {
      const { network, key } = job;
      const [, denom, address] = JSON.parse(key) as [string, string, string];
      const question = { network, kind: 'grpc', owners: () => tokens, signal } as const;
      const { node, known } = await nodes.request(question, async (asked, request) => {
        const client = createBankClient(asked, request);
        return { node: asked.id, known: await askBalance(client, denom, address) };
      });
      const problem = { status: 503, detail: 'the holders have not been counted', extras: {} };
      throw new WalkProblem(problem, { nodes: [node], known });
    },
    clear: () => Promise.resolve(),
    explain: (error) => {
      const problem = explainDatabaseError(error);
      if (!(problem instanceof ServiceProblem)) throw problem;
      return toFailure(problem, 0);
    },
  };
}

async function askBalance(client: BankClient, denom: string, address: string): Promise<Balance> {
  const askedAt = new Date().toISOString();
  const result = await client.call(getBalance(address, denom));
  // The node cannot decode it: the address of another chain.
  if (isInvalidArgument(result) || isForeignAddress(result))
    return { holder: null, asOf: { height: null, time: askedAt } };
  const { amount, height } = expectAnswer(result, 'Balance');
  const time = height === null ? null : await findTime(client, height);
  return { holder: amount === '0' ? null : { address, amount }, asOf: { height, time: time ?? askedAt } };
}

/** Nodes before Cosmos SDK 0.50 may answer UNKNOWN, with the message of the decoder: `AccAddressFromBech32` in types/address.go. */
function isForeignAddress(result: AnswerOrStatus<unknown>): boolean {
  return result.kind === 'status' && result.status.code === 2 && /bech32/i.test(result.status.details);
}
