import pLimit from 'p-limit';
import type { Entry } from '../../../model/entry.js';
import { aborted, createAbortController, raceAbort } from '../../../net/abort.js';
import { ServiceProblem } from '../../http/handler.js';
import type { CheckedNode } from './health-check.js';
import { deadlineOver, describeRule, NodeError } from './node-error.js';
import { NodePool, type PoolOptions } from './node-pool.js';

/** Where the nodes come from. */
export interface NodesOptions extends Omit<PoolOptions, 'signal'> {
  /** The registry's entries; asked for at each request, so that whoever gives them keeps them until the files change. */
  readonly loadEntries: () => Promise<readonly Entry[]>;
}

type Ask<Value> = (node: CheckedNode, signal: AbortSignal) => Promise<Value>;

/** The nodes behind the service. */
export interface Nodes {
  /**
   * Asks the nodes of a network one after another, the best first, until one answers. `ask` throws a NodeError where another node
   * should be asked; its signal aborts when the request is over, in whatever way. Throws a ServiceProblem: 404 for a network without such endpoints, 503 where no endpoint passes the
   * check, 502 where none answers, 504 where the signal comes first.
   */
  ask: <Value>(
    where: { readonly network: string; readonly kind: string; readonly signal: AbortSignal },
    ask: Ask<Value>,
  ) => Promise<Value>;
  /** Ends the checks that are under way. */
  close: () => Promise<void>;
}

/** How many requests ask nodes at once: each may hold a node's largest answer. */
const atOnce = 16;

const kindNames: Readonly<Record<string, string>> = { evm: 'EVM', grpc: 'gRPC' };

/** Makes the nodes of a registry: none is dialled before it is asked for. */
export function createNodes({ loadEntries, allowPrivate, now }: NodesOptions): Nodes {
  const ending = createAbortController();
  const pools = new Map<string, NodePool>();
  const limit = pLimit(atOnce);

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

  const askInTurn = async <Value>(
    { network, kind, signal }: Parameters<Nodes['ask']>[0],
    ask: Ask<Value>,
  ): Promise<Value> => {
    const pool = await findPool(network, kind);
    const nodes = await pool.listNodes(signal);
    if (nodes.length === 0) throw noneUsable(network, kind, pool);
    const asking = pool.limit(() => limit(() => askNodes(pool, nodes, { network, kind, signal }, ask)));
    const answer = await raceAbort(asking, signal);
    if (answer === aborted) throw deadlineOver();
    return answer;
  };

  return {
    ask: async (where, ask) => {
      // Of its own, since a request has more listeners than Node expects of the caller's.
      const request = createAbortController();
      const end = () => request.abort();
      if (where.signal.aborted) end();
      where.signal.addEventListener('abort', end, { once: true });
      try {
        return await askInTurn({ ...where, signal: request.signal }, ask);
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

async function askNodes<Value>(
  pool: NodePool,
  nodes: readonly CheckedNode[],
  { network, kind, signal }: Parameters<Nodes['ask']>[0],
  ask: Ask<Value>,
): Promise<Value> {
  const available = nodes.filter((node) => !pool.getBreaker(node).open);
  if (available.length === 0) throw allCircuitsOpen(network, kind, nodes.length);
  const reasons: string[] = [];
  for (const node of available) {
    if (signal.aborted) break;
    try {
      const value = await ask(node, signal);
      pool.getBreaker(node).succeed();
      return value;
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      pool.reportError(node);
      reasons.push(error.reason);
    }
  }
  throw signal.aborted ? deadlineOver() : noneAnswered(network, kind, reasons);
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

function noneUsable(network: string, kind: string, { entries, broken }: NodePool): ServiceProblem {
  const reason = broken.length === 0 ? '' : `; most often, ${describeRule(findCommonest(broken))}`;
  return unavailable(
    `none of the ${kindNames[kind] ?? kind} endpoints that the registry lists for ${network} (${entries.length}) passes the check${reason}`,
  );
}

function allCircuitsOpen(network: string, kind: string, count: number): ServiceProblem {
  return unavailable(
    `the ${kindNames[kind] ?? kind} endpoints of ${network} that pass the check (${count}) failed again and again; they are asked again within half a minute`,
  );
}

function unavailable(detail: string): ServiceProblem {
  return new ServiceProblem(503, 'Service Unavailable', detail);
}

function noneAnswered(network: string, kind: string, reasons: readonly string[]): ServiceProblem {
  const detail = `none of the ${kindNames[kind] ?? kind} endpoints of ${network} that were asked (${reasons.length}) answered as it should; most often, ${findCommonest(reasons)}`;
  return new ServiceProblem(502, 'Bad Gateway', detail);
}

function findCommonest(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].reduce((a, b) => (b[1] > a[1] ? b : a))[0];
}
