import { aborted, raceAbort, withLimit } from '../../../../net/abort.js';
import { readLoopClock } from '../../../../net/loop-clock.js';
import { PhaseClock, defaultProbeSettings, type ProbeContext } from '../../../../net/probe-context.js';
import type { NodeRequest } from './failover.js';
import type { CheckedNode } from './node-pool.js';
import { deadlineExceeded, NodeTimeout } from './node-error.js';

/** How long a node may take over one call. */
const callMs = 5_000;
/** Blame the node for a missed deadline only if its call was pending this long, by the loop clock. */
const slowMs = 1_000;

/** The connections of one request to a node: each takes one call at a time, and is closed after a call that fails, and with the request. */
export class NodeConnections<Connection extends { readonly close: () => void }> {
  readonly #request: Pick<NodeRequest, 'signal' | 'takeTurn'>;
  readonly #open: () => Promise<Connection>;
  readonly #idle: Promise<Connection>[] = [];
  readonly #opened = new Set<Promise<Connection>>();

  /** Connects at the first call, to the checked addresses: without a proxy, and with no budget but the signal of the request. */
  constructor(
    { target, resolve }: Pick<CheckedNode, 'target' | 'resolve'>,
    request: Pick<NodeRequest, 'signal' | 'takeTurn'>,
    open: (context: ProbeContext) => Promise<Connection>,
  ) {
    this.#request = request;
    const context = { target, resolve, proxy: null, signal: request.signal, clock: new PhaseClock() };
    const rest = { ...defaultProbeSettings, budgetMs: 0 };
    this.#open = () => open({ ...context, ...rest, pause: (wait) => wait() });
    const close = () => {
      for (const connection of this.#opened) this.#drop(connection);
    };
    request.signal.addEventListener('abort', close, { once: true });
  }

  /** Makes a call in its turn; `call` tells whether the connection may take another. Throws a NodeTimeout if the node is too slow, a 504 at the deadline. */
  use<Value>(
    call: (connection: Connection, isReused: boolean) => Promise<{ value: Value; isReusable: boolean }>,
  ): Promise<Value> {
    const { signal, takeTurn } = this.#request;
    return takeTurn(async () => {
      if (signal.aborted) throw new NodeTimeout();
      const idle = this.#idle.pop();
      const connection = idle ?? this.#open();
      this.#opened.add(connection);
      let isReusable = false;
      try {
        const pending = connection.then((opened) => call(opened, idle !== undefined));
        const result = await waitForNode(pending, signal);
        isReusable = result.isReusable && !signal.aborted;
        return result.value;
      } finally {
        if (isReusable) this.#idle.push(connection);
        else this.#drop(connection);
      }
    });
  }

  /** Closes a connection, as soon as it is open. */
  #drop(connection: Promise<Connection>): void {
    this.#opened.delete(connection);
    connection.then(({ close }) => close()).catch(() => undefined);
  }
}

/** Waits for one call; a missed deadline is the node's fault only if it had time. */
async function waitForNode<Value>(call: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const limit = withLimit(signal, callMs);
  const startedMs = readLoopClock();
  // After a timeout it rejects when the connection is closed.
  call.catch(() => undefined);
  try {
    const value = await raceAbort(call, limit.signal);
    if (value !== aborted && !signal.aborted) return value;
    if (signal.aborted && readLoopClock() - startedMs < slowMs) throw deadlineExceeded();
    throw new NodeTimeout();
  } finally {
    limit.clear();
  }
}
