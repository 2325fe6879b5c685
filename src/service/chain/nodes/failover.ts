import pLimit from 'p-limit';
import type { Entry } from '../../../model/entry.js';
import { aborted, createAbortController, raceAbort } from '../../../net/abort.js';
import { ServiceProblem } from '../../http/service-problem.js';
import type { CheckedNode } from './health-check.js';
import { deadlineExceeded, describeRule, NodeError } from './node-error.js';
import { NodePool, type PoolOptions } from './node-pool.js';

/** Where the nodes come from. */
export interface NodesOptions extends Omit<PoolOptions, 'signal'> {
  /** The registry's entries; called for each request, so it returns the same array until the files change. */
  readonly loadEntries: () => Promise<readonly Entry[]>;
}

type SendRequest<Value> = (node: CheckedNode, signal: AbortSignal) => Promise<Value>;

/** The nodes that the service gets its data from. */
export interface Nodes {
  /**
   * Sends a request to the nodes of a network one after another, the best first, until one answers. `send` throws a NodeError where
   * the next node should be tried; its signal aborts when the request is over, in whatever way. Throws a ServiceProblem: 404 for a
   * network without such endpoints, 503 where no endpoint passes the check, 502 where none answers, 504 where the signal comes first.
   */
  request: <Value>(
    where: { readonly network: string; readonly kind: string; readonly signal: AbortSignal },
    send: SendRequest<Value>,
  ) => Promise<Value>;
  /** Ends the checks that are under way. */
  close: () => Promise<void>;
}

/** Requests sent to nodes at once, of all networks: each may hold a node's largest answer. */
const concurrency = 16;

const kindNames: Readonly<Record<string, string>> = { evm: 'EVM', grpc: 'gRPC' };

/** Makes the nodes of a registry: connects to none before the first request. */
export function createNodes({ loadEntries, allowPrivate, now }: NodesOptions): Nodes {
  const ending = createAbortController();
  const pools = new Map<string, NodePool>();
  const limit = pLimit(concurrency);

  const findPool = async (network: string, kind: string): Promise<NodePool> => {
    const ofNetwork = (await loadEntries()).filter((entry) => entry.chain === network);
    const entries = ofNetwork.filter((entry) => entry.kind === kind);
    const key = `${kind} ${network}`;
    if (entries.length === 0) {
      pools.delete(key);
      throw notFound(network, kind, ofNetwork.length > 0);
    }
    const known = pools.get(key);
    if (known !== undefined && haveSame(known.entries, entries)) return known;
    const pool = new NodePool(kind, entries, { allowPrivate, now, signal: ending.signal });
    pools.set(key, pool);
    return pool;
  };

  const requestFromPool = async <Value>(
    { network, kind, signal }: Parameters<Nodes['request']>[0],
    send: SendRequest<Value>,
  ): Promise<Value> => {
    const pool = await findPool(network, kind);
    const nodes = await pool.listNodes(signal);
    if (nodes.length === 0) throw nonePasses(network, kind, pool);
    const pending = pool.limit(() =>
      limit(() => requestInTurn(pool, nodes, { network, kind, signal }, send)),
    );
    const answer = await raceAbort(pending, signal);
    if (answer === aborted) throw deadlineExceeded();
    return answer;
  };

  return {
    request: async (where, send) => {
      // A signal of its own, since a request has more listeners than Node expects of the caller's.
      const request = createAbortController();
      const end = () => request.abort();
      if (where.signal.aborted) end();
      where.signal.addEventListener('abort', end, { once: true });
      try {
        return await requestFromPool({ ...where, signal: request.signal }, send);
      } finally {
        where.signal.removeEventListener('abort', end);
        end();
      }
    },
    close: async () => {
      ending.abort();
      await Promise.all([...pools.values()].map((pool) => pool.settle()));
    },
  };
}

async function requestInTurn<Value>(
  pool: NodePool,
  nodes: readonly CheckedNode[],
  { network, kind, signal }: Parameters<Nodes['request']>[0],
  send: SendRequest<Value>,
): Promise<Value> {
  const available = nodes.filter((node) => !pool.getBreaker(node).open);
  if (available.length === 0) throw allCircuitsOpen(network, kind, nodes.length);
  const reasons: string[] = [];
  for (const node of available) {
    if (signal.aborted) break;
    try {
      const value = await send(node, signal);
      pool.getBreaker(node).succeed();
      return value;
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      pool.reportError(node);
      reasons.push(error.reason);
    }
  }
  throw signal.aborted ? deadlineExceeded() : noneAnswers(network, kind, reasons);
}

function haveSame(a: readonly Entry[], b: readonly Entry[]): boolean {
  return (
    a.length === b.length &&
    a.every((entry, at) => b[at]?.url === entry.url && b[at].claim?.chainId === entry.claim?.chainId)
  );
}

function notFound(network: string, kind: string, known: boolean): ServiceProblem {
  const detail = known
    ? `the network lists no ${kindNames[kind] ?? kind} endpoints`
    : 'the registry has no such network, or it lists no endpoints';
  return new ServiceProblem(404, 'Not Found', `${JSON.stringify(network.slice(0, 60))}: ${detail}`);
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
  return unavailable(
    `no ${kindNames[kind] ?? kind} endpoint of ${network} passes the check${reasons}${note}`,
  );
}

function allCircuitsOpen(network: string, kind: string, count: number): ServiceProblem {
  return unavailable(
    `every ${kindNames[kind] ?? kind} endpoint of ${network} that passes the check (${count}) failed repeatedly; try again in half a minute`,
  );
}

function unavailable(detail: string): ServiceProblem {
  return new ServiceProblem(503, 'Service Unavailable', detail);
}

function noneAnswers(network: string, kind: string, reasons: readonly string[]): ServiceProblem {
  const detail = `no ${kindNames[kind] ?? kind} endpoint of ${network} gave a valid answer: ${countReasons(reasons)}`;
  return new ServiceProblem(502, 'Bad Gateway', detail);
}

/** Each reason with its count, the most frequent first; ties in alphabetical order, whichever node was the faster. */
function countReasons(reasons: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts]
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .map(([reason, count]) => `${count} × ${reason}`)
    .join(', ');
}
