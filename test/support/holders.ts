import type { handleUnaryCall } from '@grpc/grpc-js';
import type { Entry } from '../../src/model/entry.js';
import type { JsonObject } from '../../src/model/json.js';
import type { LogFields } from '../../src/http-server/request.js';
import type { Holder, SnapshotTime, HoldersPage, HolderSummary } from '../../src/query/client/index.js';
import type { ChainHandlersOptions } from '../../src/query/service/chain/create-chain-handlers.js';
import type { Engine } from '../../src/query/service/database/engine.js';
import {
  createDenomJob,
  type DenomKey,
  type Snapshot,
  type SnapshotPlace,
  SnapshotTable,
} from '../../src/query/service/chain/holders/snapshots.js';
import {
  clearSnapshots,
  SnapshotWriter,
  type WriterContext,
} from '../../src/query/service/chain/holders/snapshot-writer.js';
import type { Job } from '../../src/query/service/jobs/job.js';
import { JobTable } from '../../src/query/service/jobs/job-table.js';
import type { Lease } from '../../src/query/service/jobs/lease.js';
import { catchProblem as catchServiceProblem, listNode, serveEntries } from './chain-handlers.js';
import { type BankOptions, implementBank } from '../../src/sandbox/bank.js';
import { type CosmosNodeOptions, startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { use } from './servers.js';

/** The owner of a request, and its cursor. */
interface AskOptions {
  readonly cursor?: string | null;
  readonly owner?: string;
  readonly signal?: AbortSignal;
}

type Params = Readonly<Record<string, unknown>>;

/** An instance of the service, as its routes for holders see it; the network is `kava` and the denom `ukava` by default. */
export type HoldersInstance = ReturnType<typeof serveHolders>;

/** Handlers over entries until the test ends, without a cache, and with a new database unless the options have one. A cursor is its position in JSON. */
export function serveHolders(entries: readonly Entry[], options: Partial<ChainHandlersOptions> = {}) {
  const events: (LogFields & { readonly event: string })[] = [];
  const log: ChainHandlersOptions['log'] = (event, fields) => events.push({ event, ...fields });
  // Longer than a test needs to read all owners.
  const askRoute = serveEntries(entries, { waitMs: 60_000, log, ...options });
  const ask = (
    route: 'holders' | 'holderSummary',
    params: Params = {},
    { cursor = null, owner = 'test', signal }: AskOptions = {},
  ): Promise<unknown> => {
    const more = cursor === null ? {} : { cursor };
    return askRoute(route, { denom: 'ukava', ...params, ...more }, signal, { owner });
  };
  const holders = async (params?: Params, asked?: AskOptions) =>
    (await ask('holders', params, asked)) as HoldersPage;
  return {
    holders,
    summary: async (params?: Params, asked?: AskOptions) =>
      (await ask('holderSummary', params, asked)) as HolderSummary,
    /** All holders, page by page, following `next`. */
    listAll: async (params: Params = {}) => {
      const found: Holder[] = [];
      let cursor: string | null = null;
      do {
        const page: HoldersPage = await holders(params, { cursor });
        found.push(...page.holders);
        cursor = page.next;
      } while (cursor !== null);
      return found;
    },
    events,
  };
}

/** Makes all snapshots older, and the failures of their jobs, by the clock of their database. */
export async function ageSnapshots(engine: Engine, ms: number): Promise<void> {
  await engine.write([
    {
      sql: 'update endpoint_check_snapshots set started_at = started_at - $1, used_at = used_at - $1',
      values: [ms],
    },
    { sql: 'update endpoint_check_jobs set failed_at = failed_at - $1', values: [ms] },
  ]);
}

/** The problem that a promise rejects with, as its answer tells it. */
export async function catchProblem(
  ending: Promise<unknown>,
): Promise<JsonObject & { readonly status: number; readonly detail: string }> {
  const { status, detail, extras } = await catchServiceProblem(ending);
  const { type, retryAfterSeconds, fields } = extras;
  return {
    ...{ status, detail },
    ...(type === undefined ? {} : { type }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...fields,
  };
}

/** Owners with different amounts, in the order of their addresses. */
export function createOwners(count: number): readonly Holder[] {
  return Array.from({ length: count }, (_, at) => ({
    address: `kava1${String(at).padStart(7, '0')}x`,
    amount: String(9_007_199_254_740_993n + BigInt((at * 7_919) % 1_000_003)),
  }));
}

/** In the order of the service: by balance, equal ones by address. */
export function sortHolders(owners: readonly Holder[]): readonly Holder[] {
  return [...owners].sort((a, b) => {
    const difference = BigInt(b.amount) - BigInt(a.amount);
    return difference === 0n ? (a.address < b.address ? -1 : 1) : difference > 0n ? 1 : -1;
  });
}

const asOf: SnapshotTime = { height: 7, time: '2026-11-20T08:15:30.000Z' };

/** Works on a job under a lease. */
export async function workOn<Value>(
  engine: Engine,
  job: Job,
  work: (lease: Lease) => Promise<Value>,
): Promise<Value> {
  const table = new JobTable(engine, 60_000, () => performance.now());
  await table.want(job, 'test');
  const lease = await table.claim(job, 'test');
  if (lease === null) throw new Error('another one has the lease');
  return work(lease).finally(() => lease.finish());
}

/** Writes a snapshot, like the service. */
export function writeSnapshot(
  engine: Engine,
  key: DenomKey,
  owners: readonly Holder[],
  { pageSize = 1_000, place = null as SnapshotPlace | null, holdersPerStep = 250_000 } = {},
): Promise<Snapshot> {
  const job = createDenomJob(key, place);
  const context: WriterContext = {
    ...{ holdersPerStep, isListed: () => Promise.resolve(true) },
    room: { largestBytes: Infinity, stepBytes: Infinity, make: () => Promise.resolve(true) },
  };
  return workOn(engine, job, async (lease) => {
    const snapshots = new SnapshotTable(engine);
    const before = await snapshots.list(key, { job: job.id });
    const supply = owners.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    const writer = new SnapshotWriter(lease, context, { supply, height: 7 });
    for (let at = 0; at < owners.length; at += pageSize)
      await writer.add(owners.slice(at, at + pageSize), () => Promise.resolve(null));
    const origin = { node: 'http 127.0.0.1 1 ', chainId: null };
    const equal = before.find(({ content }) => content === writer.content);
    await writer.publish({ asOf, supply, metadata: null }, origin, equal);
    await clearSnapshots(lease, await snapshots.list(key, { job: job.id }));
    const [snapshot] = await snapshots.list(key, { job: job.id });
    if (snapshot === undefined) throw new Error('no snapshot');
    return snapshot;
  });
}

/** A page of owners as it is requested. */
export interface OwnersRequest {
  readonly denom: string;
  readonly pagination: { readonly key: Buffer; readonly limit: number };
}

type OwnersCall = handleUnaryCall<OwnersRequest, object>;

/** A call with the same answer for every request. */
export function answerWith(message: object): handleUnaryCall<unknown, object> {
  return (_call, callback) => callback(null, message);
}

/** A call that refuses every request. */
export function refuseWith(refusal: {
  readonly code: number;
  readonly details?: string;
}): handleUnaryCall<unknown, object> {
  return (_call, callback) => callback(refusal);
}

/** A bank whose `DenomOwners` calls `before` first, and answers what that resolves to, if anything, else as usual. */
export function withOwnersCall(
  options: BankOptions,
  before: (request: OwnersRequest, height: string | null) => Promise<object | undefined>,
): BankOptions {
  const answerAsUsual = implementBank({ knownHeights: { first: 1, last: 1_234 }, ...options })[
    'DenomOwners'
  ] as OwnersCall;
  const DenomOwners: OwnersCall = (call, callback) => {
    const [height] = call.metadata.get('x-cosmos-block-height');
    before(call.request, height === undefined ? null : String(height)).then(
      (page) => (page === undefined ? answerAsUsual(call, callback) : callback(null, page)),
      (error: unknown) => callback(error as { code: number }),
    );
  };
  return { ...options, bankCalls: { ...options.bankCalls, DenomOwners } };
}

/**
 * Starts a node, until the test ends, that answers first pages of owners, and holds back all others until it is released. Resolves to it with the
 * denoms that were requested, and the height of each request.
 */
export async function startHeldBank(bank: BankOptions, options: CosmosNodeOptions = {}) {
  const walks: string[] = [];
  const heights: (string | null)[] = [];
  let release: () => void = () => undefined;
  const released = new Promise<undefined>((resolve) => (release = () => resolve(undefined)));
  const held = withOwnersCall(bank, ({ denom, pagination }, height) => {
    if (pagination.key.length > 0) return released;
    walks.push(denom);
    heights.push(height);
    return Promise.resolve(undefined);
  });
  const { port } = await use(startCosmosNode({ ...options, ...held }));
  return { entry: listNode('grpc', port), walks, heights, release };
}
