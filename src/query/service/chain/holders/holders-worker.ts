import { createChild } from '../../../../net/abort.js';
import { setLimit } from '../../../../net/loop-clock.js';
import { getSupply } from '../../../../net/grpc/bank-messages.js';
import type { EventLog } from '../../monitoring.js';
import { explainDatabaseError, ServiceProblem } from '../../http/service-problem.js';
import type { DatabaseRoom } from '../../jobs/database-room.js';
import type { Job, JobFailure } from '../../jobs/job.js';
import type { Worker } from '../../jobs/job-loop.js';
import type { JobTable } from '../../jobs/job-table.js';
import { type Lease, LeaseLost } from '../../jobs/lease.js';
import { createBankClient, expectAnswer } from '../nodes/bank-client.js';
import type { NodeQuestion, NodeRequest, Nodes } from '../nodes/failover.js';
import type { CheckedNode } from '../nodes/node-pool.js';
import type { Origin } from '../nodes/listed-nodes.js';
import { NodeError, requestRefused } from '../nodes/node-error.js';
import {
  createCounts,
  explainOutcomes,
  findReason,
  notListed,
  toFailure,
  type WalkOutcome,
  WalkProblem,
} from './holders-failure.js';
import { cursorMs, readDenomJob, SnapshotTable } from './snapshots.js';
import { clearSnapshots, SnapshotWriter } from './snapshot-writer.js';
import { findMetadata, WalkError, type WalkFacts, walkOwners } from './walk-owners.js';

export interface HoldersWorkerOptions {
  readonly table: JobTable;
  readonly nodes: Nodes;
  readonly room: DatabaseRoom;
  /** Age at which a snapshot is made anew when it is asked for. */
  readonly snapshotAgeMs: number;
  readonly log: EventLog['add'];
}

/** What the walk through a node's owners has found. */
interface Walked {
  readonly writer: SnapshotWriter;
  readonly facts: WalkFacts;
  readonly origin: Origin;
}

/** How many snapshots of the latest block stay, besides those of cursors. */
const generations = 2;
/** How long a node may take over all owners, in milliseconds. */
const walkMs = 3_600_000;
/** After so many nodes, the best of those is taken whose sum is not the supply. */
const maxWalks = 3;

/** Reads the holders of denoms from nodes into the database. */
export class HoldersWorker implements Worker {
  readonly limit = 2;
  readonly #options: HoldersWorkerOptions;
  readonly #snapshots: SnapshotTable;
  readonly state = { walked: 0, failed: createCounts() };

  constructor(options: HoldersWorkerOptions) {
    this.#options = options;
    this.#snapshots = new SnapshotTable(options.table.engine);
  }

  readonly work = async (lease: Lease): Promise<'done'> => {
    const { room, snapshotAgeMs, log } = this.#options;
    const { place, ...key } = readDenomJob(lease.job);
    await lease.note({ holders: 0, startedAt: new Date().toISOString() });
    await this.#tidy(lease);
    const snapshots = await this.#snapshots.list(key, { job: lease.job.id });
    // It may have been read since it was asked for.
    const [newest] = snapshots;
    if (newest !== undefined && (place !== null || newest.ageMs < snapshotAgeMs)) return 'done';
    const { writer, facts, origin } = await this.#walkNodes(lease);
    await writer.publish(
      facts,
      origin,
      snapshots.find(({ content }) => content === writer.content),
    );
    this.state.walked += 1;
    const difference = String(writer.difference);
    const { height } = facts.asOf;
    if (difference !== '0')
      log('holders-differ', { ...key, height, supply: String(facts.supply), difference });
    await this.#tidy(lease);
    for (const job of await this.#snapshots.listUnusedJobs(key)) await room.evict(job);
    await room.make();
    return 'done';
  };

  readonly clear = (lease: Lease): Promise<void> => clearSnapshots(lease);

  readonly explain = (error: unknown, job: Job): JobFailure => {
    const problem = explainDatabaseError(error);
    const reason = problem instanceof ServiceProblem ? findReason(problem) : 'error';
    if (reason !== null) this.state.failed[reason] += 1;
    if (!(problem instanceof ServiceProblem)) throw problem;
    const { network, denom } = readDenomJob(job);
    const { status, detail } = problem;
    if (reason !== null) this.#options.log('holders-failed', { network, denom, reason, status, detail });
    return toFailure(problem, this.#options.snapshotAgeMs);
  };

  /** Keeps the newest snapshots of a job that are of listed nodes, and those of cursors; deletes what an earlier worker has left. */
  async #tidy(lease: Lease): Promise<void> {
    const { nodes } = this.#options;
    const listed = [];
    for (const snapshot of await this.#snapshots.list(readDenomJob(lease.job), { job: lease.job.id }))
      if (await nodes.listed.grpc.has(snapshot.network, snapshot)) listed.push(snapshot);
    const current = listed.filter(({ usedAgoMs }, at) => at < generations || usedAgoMs <= cursorMs);
    await clearSnapshots(lease, current);
  }

  /**
   * Walks through the owners of a job's denom, on one node after another until those of one add up to the supply; else those of the node that comes closest.
   * Throws a ServiceProblem if no node lists them, a LeaseLost if another worker has the job.
   */
  async #walkNodes(lease: Lease): Promise<Walked> {
    const { nodes, room } = this.#options;
    const key = readDenomJob(lease.job);
    const outcomes: WalkOutcome[] = [];
    const state: { best: Walked | null; walks: number } = { best: null, walks: 0 };
    try {
      return await nodes.request({ ...askFor(lease), lane: 'walk' }, async (node, request) => {
        try {
          state.walks += 1;
          state.best = await keepBetter(state.best, await this.#walkNode(lease, node, request));
        } catch (error) {
          outcomes.push({ node: node.id, why: error instanceof WalkError ? error.why : 'failed' });
          throw error;
        }
        if (key.place !== null || state.best.writer.difference === 0n || state.walks >= maxWalks)
          return state.best;
        throw requestRefused('the owners of DenomOwners do not add up to the supply');
      });
    } catch (error) {
      if (lease.signal.aborted) throw new LeaseLost();
      if (!(error instanceof ServiceProblem)) throw error;
      if (state.best !== null) return state.best;
      const problem = explainOutcomes(error, outcomes, { ...key, bytes: room.bytes });
      throw problem.extras.type === notListed ? await this.#addSupply(problem, lease) : problem;
    }
  }

  async #walkNode(lease: Lease, node: CheckedNode, request: NodeRequest): Promise<Walked> {
    const { nodes, room } = this.#options;
    const { network, denom, place } = readDenomJob(lease.job);
    const chainId = node.facts['chainId'];
    const origin = { node: node.id, chainId: typeof chainId === 'string' ? chainId : null };
    const { signal, abort } = createChild(request.signal);
    const clear = setLimit(walkMs, abort);
    const client = createBankClient(node, { signal, takeTurn: request.takeTurn }, 'walk');
    const isListed = () => nodes.listed.grpc.has(network, origin);
    const context = { room, isListed };
    const writers: SnapshotWriter[] = [];
    try {
      const facts = await walkOwners(client, {
        denom,
        height: place?.asOf.height ?? null,
        signal,
        begin: async (supply) => {
          await writers.pop()?.drop();
          const writer = new SnapshotWriter(lease, context, supply);
          writers.push(writer);
          return writer;
        },
      });
      const [writer] = writers;
      if (writer === undefined) throw new TypeError('a walk without a page');
      if (place !== null && place.content !== writer.content) throw new WalkError('other-holders');
      return { writer, facts, origin };
    } catch (error) {
      await writers.pop()?.drop();
      // As long as the request itself goes on, the node has taken too long.
      const isLate = signal.aborted && !request.signal.aborted;
      throw isLate ? new NodeError('reading all owners took too long') : error;
    } finally {
      clear();
      abort();
    }
  }

  /** The problem where no node lists owners, with what they say of the denom nevertheless, if they do. */
  async #addSupply(problem: ServiceProblem, lease: Lease): Promise<ServiceProblem> {
    const { denom } = readDenomJob(lease.job);
    try {
      const answer = await this.#options.nodes.request(askFor(lease), async (node, request) => {
        const client = createBankClient(node, request);
        const supply = expectAnswer(await client.call(getSupply(denom)), 'SupplyOf');
        return { supply, metadata: await findMetadata(client, denom) };
      });
      return new WalkProblem(problem, { known: answer });
    } catch (error) {
      if (error instanceof ServiceProblem) return problem;
      throw error;
    }
  }
}

function askFor(lease: Lease): NodeQuestion {
  const { job, signal } = lease;
  return { network: job.network, kind: 'grpc', owners: () => lease.tokens, signal };
}

/** Of two walks the one whose sum is closer to the supply; the owners of the other one are deleted. */
async function keepBetter(before: Walked | null, walked: Walked): Promise<Walked> {
  if (before === null) return walked;
  const distance = ({ writer: { difference } }: Walked) => (difference < 0n ? -difference : difference);
  const [better, worse] = distance(walked) < distance(before) ? [walked, before] : [before, walked];
  await worse.writer.drop();
  return better;
}
