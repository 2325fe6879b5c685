import type { Entry } from '../../../model/entry.js';
import { aborted, createAbortController, raceAbort } from '../../../net/abort.js';
import { ServiceProblem } from '../../http/service-problem.js';
import { type CheckedNode, nodeId } from './health-check.js';
import { deadlineExceeded, describeRule, NodeError } from './node-error.js';
import { FairLane, type LaneLimits, type TakeTurn } from './fair-lane.js';
import { explainAbsence, nameKind } from './listed-nodes.js';
import type { LoadedEntries } from './load-entries.js';
import { NodePool, type PoolOptions } from './node-pool.js';

/** The context of the nodes. */
export interface NodesOptions extends Omit<PoolOptions, 'signal'> {
  /** The registry's entries; called for each request, so it returns the same object until the files change. */
  readonly loadEntries: () => Promise<LoadedEntries>;
}

/** The context of a request to a node: a signal that aborts when the request is over in any way, turns for its calls, and the other nodes. */
export interface NodeRequest {
  readonly signal: AbortSignal;
  readonly takeTurn: TakeTurn;
  /** All nodes of the network that passed the check, including this one. */
  readonly nodes: readonly CheckedNode[];
}

type SendRequest<Value> = (node: CheckedNode, request: NodeRequest) => Promise<Value>;

/** Which nodes to use, and for whom. */
export interface NodeQuestion {
  readonly network: string;
  readonly kind: 'evm' | 'grpc';
  /** Long work has a separate lane, so that short requests to the same nodes don't wait for it; `short` by default. */
  readonly lane?: Lane;
  /** The tokens in whose turns it is sent, at least one; asked for before each call. */
  readonly owners: () => readonly string[];
  readonly signal: AbortSignal;
}

/** What has separate turns: looks at the head, single calls, and long reading. */
export type Lane = 'look' | 'short' | 'walk';

/** The nodes that the service reads from. */
export interface Nodes {
  /**
   * Sends a request to the nodes of a network one after another, the best first, until one answers. `send` throws a NodeError if the next node should
   * be tried. Each network, kind and lane has separate turns. Throws a ServiceProblem: 404 for a network without such endpoints, 503 if no endpoint
   * passes the check or too many requests wait, 502 if none answers or the network's file is broken, 504 if the signal comes first.
   */
  request: <Value>(question: NodeQuestion, send: SendRequest<Value>) => Promise<Value>;
  /**
   * Sends a request to the best nodes of a network, so many at once, and to the next one in place of each that fails. The answers there are, at least one.
   * Throws as `request` does.
   */
  requestSeveral: <Value>(
    question: NodeQuestion,
    count: number,
    send: SendRequest<Value>,
  ) => Promise<readonly Value[]>;
  /** The ids of all nodes of a network that the registry lists, whether or not they pass the check. Throws the 404 or 502 of `request`. */
  listIds: (where: Pick<NodeQuestion, 'network' | 'kind'>) => Promise<ReadonlySet<string>>;
  /** The entries of a kind that the registry lists for a network, without a call to any; throws the 404 or 502 of `request` if there is none. */
  requireListed: (where: Pick<NodeQuestion, 'network' | 'kind'>) => Promise<readonly Entry[]>;
  /** Ends the pending checks. */
  close: () => Promise<void>;
}

/** Concurrent calls to the nodes of a network, by lane: one search of logs uses four. Reading all owners keeps them in memory meanwhile. */
const laneLimits: Readonly<Record<Lane, LaneLimits>> = {
  look: { parts: 8, jobsPerOwner: 64 },
  short: { parts: 8, jobsPerOwner: 64 },
  walk: { parts: 4, jobsPerOwner: 16 },
};

/** Creates the nodes of a registry. Connects to none before the first request. */
export function createNodes({ loadEntries, allowPrivate, now }: NodesOptions): Nodes {
  const ending = createAbortController();
  const pools = new Map<string, NodePool>();
  const lanes = new Map<string, FairLane>();

  const findPool = async (network: string, kind: string): Promise<NodePool> => {
    const loaded = await loadEntries();
    const entries = loaded.entries.filter((entry) => entry.chain === network && entry.kind === kind);
    const key = `${kind} ${network}`;
    if (entries.length === 0) {
      pools.delete(key);
      throw explainAbsence(loaded, network, kind);
    }
    const known = pools.get(key);
    if (known !== undefined && haveSame(known.entries, entries)) return known;
    const pool = new NodePool(kind, entries, { allowPrivate, now, signal: ending.signal });
    pools.set(key, pool);
    return pool;
  };

  const findLane = (key: string, lane: Lane): FairLane => {
    const found = lanes.get(key) ?? new FairLane(laneLimits[lane]);
    lanes.set(key, found);
    return found;
  };

  const requestFromPool = async <Value>(
    { network, kind, lane = 'short', owners, signal }: NodeQuestion,
    count: number,
    send: SendRequest<Value>,
  ): Promise<readonly Value[]> => {
    const pool = await findPool(network, kind);
    const nodes = await pool.listNodes(signal);
    if (nodes.length === 0) throw nonePasses(network, kind, pool);
    const pending = findLane(`${kind} ${lane} ${network}`, lane).run(owners, signal, (takeTurn) =>
      requestInTurn(pool, { network, kind, lane, signal, takeTurn, nodes }, count, send),
    );
    const answer = await raceAbort(pending, signal);
    if (answer === aborted) throw deadlineExceeded();
    return answer;
  };

  const requestSeveral: Nodes['requestSeveral'] = async (context, count, send) => {
    // A separate signal, since a request has more listeners than Node expects of the caller's signal.
    const request = createAbortController();
    const end = () => request.abort();
    if (context.signal.aborted) end();
    context.signal.addEventListener('abort', end, { once: true });
    try {
      return await requestFromPool({ ...context, signal: request.signal }, count, send);
    } finally {
      context.signal.removeEventListener('abort', end);
      end();
    }
  };

  return {
    request: async (context, send) => {
      const [answer] = await requestSeveral(context, 1, async (...args) => ({ value: await send(...args) }));
      if (answer === undefined) throw new TypeError('no answer and no error');
      return answer.value;
    },
    requestSeveral,
    listIds: async ({ network, kind }) => {
      const { entries } = await findPool(network, kind);
      return new Set(entries.flatMap(({ target }) => (target === null ? [] : nodeId(target))));
    },
    requireListed: async ({ network, kind }) => (await findPool(network, kind)).entries,
    close: async () => {
      ending.abort();
      await Promise.all([...pools.values()].map((pool) => pool.settle()));
    },
  };
}

async function requestInTurn<Value>(
  pool: NodePool,
  {
    network,
    kind,
    lane,
    ...request
  }: NodeRequest & Required<Pick<NodeQuestion, 'network' | 'kind' | 'lane'>>,
  count: number,
  send: SendRequest<Value>,
): Promise<readonly Value[]> {
  const { signal, nodes } = request;
  const available = nodes.filter((node) => !pool.getBreaker(node, lane).open);
  if (available.length === 0) throw allCircuitsOpen(network, kind, nodes.length);
  const answers: Value[] = [];
  const reasons: string[] = [];
  let late = 0;
  const askOne = async () => {
    for (let node = available.shift(); node !== undefined && !signal.aborted; node = available.shift()) {
      try {
        answers.push(await send(node, request));
        pool.getBreaker(node, lane).succeed();
        return;
      } catch (error) {
        if (!(error instanceof NodeError)) throw error;
        if (error.isFault) pool.reportError(node, lane);
        if (error.isLate) late += 1;
        reasons.push(error.reason);
      }
    }
  };
  await Promise.all(Array.from({ length: count }, askOne));
  if (answers.length > 0) return answers;
  if (signal.aborted) throw deadlineExceeded();
  // A node that lags may answer a moment later.
  throw late > 0 ? noneYet(network, kind, reasons) : noneAnswers(network, kind, reasons);
}

function haveSame(a: readonly Entry[], b: readonly Entry[]): boolean {
  return (
    a.length === b.length &&
    a.every((entry, at) => b[at]?.url === entry.url && b[at].claim?.chainId === entry.claim?.chainId)
  );
}

function nonePasses(network: string, kind: string, { entries, broken }: NodePool): ServiceProblem {
  const malformed = entries.filter(({ target }) => target === null).length;
  const reasons = broken.length === 0 ? '' : `: ${countReasons(broken.map(describeRule))}`;
  const note =
    malformed === 0
      ? ''
      : malformed === 1
        ? '; 1 listed entry is malformed'
        : `; ${malformed} listed entries are malformed`;
  return unavailable(`no ${nameKind(kind)} endpoint of ${network} passes the check${reasons}${note}`, 10);
}

function allCircuitsOpen(network: string, kind: string, count: number): ServiceProblem {
  return unavailable(
    `every ${nameKind(kind)} endpoint of ${network} that passes the check (${count}) failed repeatedly; try again in half a minute`,
    30,
  );
}

function noneYet(network: string, kind: string, reasons: readonly string[]): ServiceProblem {
  return unavailable(
    `no ${nameKind(kind)} endpoint of ${network} can answer yet: ${countReasons(reasons)}`,
    5,
  );
}

function unavailable(detail: string, retryAfterSeconds: number): ServiceProblem {
  return new ServiceProblem(503, detail, { retryAfterSeconds });
}

function noneAnswers(network: string, kind: string, reasons: readonly string[]): ServiceProblem {
  const detail = `no ${nameKind(kind)} endpoint of ${network} gave a valid answer: ${countReasons(reasons)}`;
  return new ServiceProblem(502, detail);
}

/** Each reason with its count, the most frequent first; ties in alphabetical order, so that latencies do not matter. */
function countReasons(reasons: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts]
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .map(([reason, count]) => `${count} × ${reason}`)
    .join(', ');
}
