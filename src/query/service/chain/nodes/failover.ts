import type { Entry } from '../../../../model/entry.js';
import { groupBy } from '../../../../model/group-by.js';
import { aborted, createAbortController, createChild, raceAbort } from '../../../../net/abort.js';
import { ServiceProblem, tooBusy } from '../../http/service-problem.js';
import { FairLane, type LaneLimits, type TakeTurn } from './fair-lane.js';
import { type CheckedNode, type NodeKind, NodePool, type PoolOptions } from './node-pool.js';
import { kindNames, ListedNodes, type LoadedEntries } from './listed-nodes.js';
import { deadlineExceeded, describeRule, NodeError } from './node-error.js';

export interface NodesOptions extends Omit<PoolOptions, 'signal'> {
  /** The registry's entries; called for each request, so it returns the same object until the files change. */
  readonly loadEntries: () => Promise<LoadedEntries>;
}

/** The context of a request to a node: a signal that aborts when it is over in any way, turns for its calls, and the other nodes. */
export interface NodeRequest {
  readonly signal: AbortSignal;
  readonly takeTurn: TakeTurn;
  /** All nodes of the network that passed the check, including this one. */
  readonly nodes: readonly CheckedNode[];
}

type SendRequest<Value> = (node: CheckedNode, request: NodeRequest) => Promise<Value>;

export interface NodeQuestion {
  readonly network: string;
  readonly kind: NodeKind;
  /** Long work has a separate lane, so that short requests to the same nodes don't wait for it; `short` by default. */
  readonly lane?: Lane;
  /** The tokens in whose turns it is sent, at least one; asked for before each call. */
  readonly owners: () => readonly string[];
  readonly signal: AbortSignal;
}

/** What has separate turns: looks at the head, single calls, and long reading. */
export type Lane = keyof typeof laneLimits;

/** Concurrent calls to the nodes of a network, by lane: one search of logs uses four. Reading all owners keeps them in memory meanwhile. */
const laneLimits = {
  look: { parts: 8, jobsPerOwner: 64 },
  short: { parts: 8, jobsPerOwner: 64 },
  walk: { parts: 4, jobsPerOwner: 16 },
} satisfies Record<string, LaneLimits>;

/** The nodes of a registry that the service reads from. Connects to none before the first request. */
export class Nodes {
  readonly listed: Readonly<Record<NodeKind, ListedNodes>>;
  readonly #options: NodesOptions;
  readonly #pools = new Map<string, NodePool>();
  readonly #lanes = new Map<string, FairLane>();
  readonly #ending = createAbortController();

  constructor(options: NodesOptions) {
    const { loadEntries } = options;
    this.#options = options;
    this.listed = { evm: new ListedNodes(loadEntries, 'evm'), grpc: new ListedNodes(loadEntries, 'grpc') };
  }

  /**
   * Sends a request to the nodes of a network one after another, the best first, until one answers. `send` throws a NodeError if the next node should
   * be tried. Each network, kind and lane has separate turns. Throws a ServiceProblem: 404 for a network without such endpoints, 503 if no endpoint
   * passes the check or too many requests wait, 502 if none answers or the network's file is broken, 504 if the signal comes first.
   */
  async request<Value>(question: NodeQuestion, send: SendRequest<Value>): Promise<Value> {
    const [answer] = await this.requestSeveral(question, 1, send);
    // There is one, though it may be undefined.
    return answer as Value;
  }

  /** Sends a request to so many of the best nodes at once, and to the next in place of each that fails: at least one answer. Throws as `request` does. */
  async requestSeveral<Value>(
    question: NodeQuestion,
    count: number,
    send: SendRequest<Value>,
  ): Promise<readonly Value[]> {
    const { network, kind, lane = 'short', owners } = question;
    const pool = await this.#findPool(network, kind);
    const { signal, abort } = createChild(question.signal);
    try {
      const nodes = await pool.listNodes(signal);
      if (nodes.length === 0) throw nonePasses(network, kind, pool);
      const pending = this.#findLane(`${kind} ${network}`, lane).run(owners, signal, (takeTurn) =>
        askInTurn(pool, { ...question, lane }, { signal, takeTurn, nodes }, count, send),
      );
      const answers = await raceAbort(pending, signal);
      if (answers === aborted) throw deadlineExceeded();
      return answers;
    } finally {
      abort();
    }
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await Promise.all([...this.#pools.values()].map((pool) => pool.settle()));
  }

  async #findPool(network: string, kind: NodeKind): Promise<NodePool> {
    const { entries } = await this.listed[kind].require(network);
    const key = `${kind} ${network}`;
    const existing = this.#pools.get(key);
    if (existing !== undefined && haveSame(existing.entries, entries)) return existing;
    const pool = new NodePool(kind, entries, { ...this.#options, signal: this.#ending.signal });
    this.#pools.set(key, pool);
    return pool;
  }

  #findLane(place: string, lane: Lane): FairLane {
    const fairLane = this.#lanes.get(`${lane} ${place}`) ?? new FairLane(laneLimits[lane]);
    this.#lanes.set(`${lane} ${place}`, fairLane);
    return fairLane;
  }
}

async function askInTurn<Value>(
  pool: NodePool,
  { network, kind, lane }: Required<NodeQuestion>,
  request: NodeRequest,
  count: number,
  send: SendRequest<Value>,
): Promise<readonly Value[]> {
  const { signal, nodes } = request;
  const available = nodes.filter((node) => pool.isOpen(node, lane));
  const endpoint = `${kindNames[kind]} endpoint of ${network}`;
  if (available.length === 0) {
    const detail = `every ${endpoint} that passes the check (${nodes.length}) failed repeatedly; try again in half a minute`;
    throw tooBusy(detail, 30);
  }
  const [answers, errors]: [Value[], NodeError[]] = [[], []];
  const askOne = async () => {
    for (let node = available.shift(); node !== undefined && !signal.aborted; node = available.shift()) {
      const child = createChild(signal);
      try {
        answers.push(await send(node, { ...request, signal: child.signal }));
        return pool.reportSuccess(node, lane);
      } catch (error) {
        if (!(error instanceof NodeError)) throw error;
        if (error.isFault) pool.reportError(node, lane);
        errors.push(error);
      } finally {
        child.abort();
      }
    }
  };
  await Promise.all(Array.from({ length: count }, askOne));
  if (answers.length > 0) return answers;
  if (signal.aborted) throw deadlineExceeded();
  const reasons = countReasons(errors.map(({ message }) => message));
  // A node that lags may answer a moment later.
  if (errors.some(({ isLate }) => isLate)) throw tooBusy(`no ${endpoint} can answer yet: ${reasons}`, 5);
  throw new ServiceProblem(502, `no ${endpoint} gave a valid answer: ${reasons}`);
}

function haveSame(a: readonly Entry[], b: readonly Entry[]): boolean {
  const describe = (entries: readonly Entry[]) => entries.map(({ url, claim }) => [url, claim?.chainId]);
  return a === b || JSON.stringify(describe(a)) === JSON.stringify(describe(b));
}

function nonePasses(network: string, kind: NodeKind, { entries, broken }: NodePool): ServiceProblem {
  const malformed = entries.filter(({ target }) => target === null).length;
  const reasons = broken.length === 0 ? '' : `: ${countReasons(broken.map(describeRule))}`;
  const subject = malformed === 1 ? '1 listed entry is' : `${malformed} listed entries are`;
  const note = malformed === 0 ? '' : `; ${subject} malformed`;
  return tooBusy(`no ${kindNames[kind]} endpoint of ${network} passes the check${reasons}${note}`, 10);
}

/** Each reason with its count, the most frequent first; ties in alphabetical order, so that latencies do not matter. */
function countReasons(reasons: readonly string[]): string {
  return [...groupBy(reasons, (reason) => reason)]
    .sort(([a, { length: m }], [b, { length: n }]) => n - m || (a < b ? -1 : 1))
    .map(([reason, { length }]) => `${length} × ${reason}`)
    .join(', ');
}
