import { withLimit } from '../../../net/abort.js';
import { getSupply } from '../../../net/grpc/bank-messages.js';
import type { Engine } from '../../database/engine.js';
import { ServiceProblem } from '../../http/service-problem.js';
import type { DatabaseRoom } from '../../jobs/database-room.js';
import { type Lease, LeaseLost } from '../../jobs/lease.js';
import { createBankClient, expectAnswer } from '../nodes/bank-client.js';
import type { NodeQuestion, NodeRequest, Nodes } from '../nodes/failover.js';
import type { CheckedNode } from '../nodes/health-check.js';
import type { ListedNodes, Origin } from '../nodes/listed-nodes.js';
import { NodeError, requestRefused } from '../nodes/node-error.js';
import { readDenomJob } from './denom-job.js';
import { explainFailure, noRoom, notListed, type WalkOutcome, WalkProblem } from './snapshot-problems.js';
import type { Walked } from './snapshot-writer.js';
import { StagedOwners } from './staged-owners.js';
import { WalkError } from './walk-error.js';
import { findMetadata, type OwnersSink, type SupplyAt, walkOwners } from './walk-owners.js';

/** How long a node may take over all owners, in milliseconds. */
const walkMs = 3_600_000;
/** The part of the owners that fit after which a node is asked how many there are: it reads all of them to count them, so few denoms are worth it. */
const countedShare = 0.01;
/** After so many nodes, the best of those is taken whose sum is not the supply. */
const maxWalks = 3;

/** What walks read from, and where they write to. */
export interface WalkContext {
  readonly engine: Engine;
  readonly nodes: Nodes;
  readonly listed: ListedNodes;
  readonly room: DatabaseRoom;
}

/**
 * Walks through the owners of a job's denom, on one node after another until those of one add up to the supply; else those of the node that comes closest.
 * Throws a ServiceProblem if no node lists them, a LeaseLost if another worker has the job.
 */
export async function walkNodes(lease: Lease, context: WalkContext): Promise<Walked> {
  const { job, signal } = lease;
  const outcomes: WalkOutcome[] = [];
  const state: { best: Walked | null; walks: number } = { best: null, walks: 0 };
  const { network } = job;
  const owners = () => lease.tokens;
  const question: NodeQuestion = { network, kind: 'grpc', lane: 'walk', owners, signal };
  try {
    return await context.nodes.request(question, async (node, request) => {
      try {
        const walked = await walkNode(lease, context, { node, request, walk: state.walks++ });
        state.best = state.best === null ? walked : await keepBetter(state.best, walked);
      } catch (error) {
        outcomes.push({ node: node.id, why: error instanceof WalkError ? error.why : 'failed' });
        throw error;
      }
      if (lacks(state.best) === 0n || state.walks >= maxWalks) return state.best;
      throw requestRefused('the owners of DenomOwners do not add up to the supply');
    });
  } catch (error) {
    if (signal.aborted) throw new LeaseLost();
    if (!(error instanceof ServiceProblem)) throw error;
    if (state.best !== null) return state.best;
    const problem = explainFailure(error, outcomes, { ...readDenomJob(job), bytes: context.room.bytes });
    throw problem.extras.type === notListed ? await addSupply(problem, lease, context) : problem;
  }
}

interface NodeToWalk {
  readonly node: CheckedNode;
  readonly request: NodeRequest;
  /** Its number among those of the job. */
  readonly walk: number;
}

async function walkNode(
  lease: Lease,
  context: WalkContext,
  { node, request, walk }: NodeToWalk,
): Promise<Walked> {
  const { denom, height } = readDenomJob(lease.job);
  const { id, facts } = node;
  const origin = { node: id, chainId: typeof facts['chainId'] === 'string' ? facts['chainId'] : null };
  const startedAt = performance.now();
  const { signal, clear } = withLimit(request.signal, walkMs);
  const client = createBankClient(node, { signal, takeTurn: request.takeTurn }, 'walk');
  const staged: StagedOwners[] = [];
  const begin = async (supply: SupplyAt): Promise<OwnersSink> => {
    await staged.pop()?.drop();
    const { sink, owners } = createSink(lease, context, { origin, supply, walk });
    staged.push(owners);
    return sink;
  };
  try {
    const walked = await walkOwners(client, { denom, height, signal, begin });
    const [owners] = staged;
    if (owners === undefined) throw new TypeError('a walk without a page');
    return { facts: { ...origin, ...walked, ...owners.finish() }, owners, startedAt };
  } catch (error) {
    await staged.pop()?.drop();
    // As long as the request itself goes on, the node has taken too long.
    throw signal.aborted && !request.signal.aborted
      ? new NodeError('reading all owners took too long')
      : error;
  } finally {
    client.close();
    clear();
  }
}

function createSink(
  lease: Lease,
  { engine, listed, room }: WalkContext,
  { origin, supply: { supply, height }, walk }: { origin: Origin; supply: SupplyAt; walk: number },
): { readonly sink: OwnersSink; readonly owners: StagedOwners } {
  let [isCounted, measuredAt] = [false, 0];
  let countAll: () => Promise<number | null> = () => Promise.resolve(null);
  const owners = new StagedOwners({
    ...{ engine, lease, walk, supply },
    // Without a height, what is sent from an account that was read to one that was not counts twice.
    mostHeld: height === null ? 2n * supply : supply,
    onOwners: async ({ holders, bytes }) => {
      if (bytes > room.largestBytes) throw new WalkError('too-large');
      if (!isCounted && bytes > room.largestBytes * countedShare) {
        isCounted = true;
        const all = (await countAll()) ?? 0;
        if ((all / holders) * bytes > room.largestBytes) throw new WalkError('too-large');
      }
      if (bytes - measuredAt < room.stepBytes) return;
      measuredAt = bytes;
      if (!(await room.make())) throw noRoom();
    },
  });
  const sink: OwnersSink = {
    get holders() {
      return owners.holders;
    },
    add: async (page, count) => {
      countAll = count;
      if (!(await listed.has(lease.job.network, origin)))
        throw requestRefused('its entry has left the registry');
      await owners.add(page);
    },
  };
  return { sink, owners };
}

/** Of two walks the one whose sum is closer to the supply; the owners of the other one are deleted. */
async function keepBetter(before: Walked, walked: Walked): Promise<Walked> {
  const [better, worse] = lacks(walked) < lacks(before) ? [walked, before] : [before, walked];
  await worse.owners.drop();
  return better;
}

/** How far a sum is from the supply. */
function lacks({ facts: { supply, sum } }: Walked): bigint {
  return supply > sum ? supply - sum : sum - supply;
}

/** The problem where no node lists owners, with what they say of the denom nevertheless, if they do. */
async function addSupply(problem: WalkProblem, lease: Lease, { nodes }: WalkContext): Promise<WalkProblem> {
  const { network, denom } = readDenomJob(lease.job);
  const question = { network, kind: 'grpc', owners: () => lease.tokens, signal: lease.signal } as const;
  try {
    const known = await nodes.request(question, async (node, request) => {
      const client = createBankClient(node, request);
      try {
        const supply = expectAnswer(await client.call(getSupply(denom)), 'SupplyOf');
        return { supply, metadata: await findMetadata(client, denom) };
      } finally {
        client.close();
      }
    });
    return new WalkProblem(problem, { known: { ...known } });
  } catch (error) {
    if (error instanceof ServiceProblem) return problem;
    throw error;
  }
}
