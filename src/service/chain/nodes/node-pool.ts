import type { Entry } from '../../../model/entry.js';
import { aborted, raceAbort, waitAtMost } from '../../../net/abort.js';
import { CircuitBreaker } from './circuit-breaker.js';
import { type CheckedNode, checkNodes, type EntryWithTarget, nodeId } from './health-check.js';
import { deadlineExceeded } from './node-error.js';

export interface PoolOptions {
  readonly allowPrivate: boolean;
  /** Milliseconds of a clock that does not jump. */
  readonly now: () => number;
  /** Ends all checks. */
  readonly signal: AbortSignal;
}

/** Age at which nodes are checked again in the background, and age at which requests wait for that. */
const staleAfterMs = 180_000;
const outdatedAfterMs = 900_000;
/** Age at which they are checked again after errors, or if none passed. */
const retryAfterMs = 10_000;
/** Grace period for other nodes once the first one has passed; the fastest may not be the best. */
const graceMs = 500;

/** The endpoints of one kind and network: checked at the first use, and again as long as they are used. */
export class NodePool {
  readonly entries: readonly Entry[];
  readonly #kind: string;
  readonly #options: PoolOptions;
  readonly #breakers = new Map<string, CircuitBreaker>();
  #nodes: readonly CheckedNode[] = [];
  #broken: readonly string[] = [];
  #checkedAt = -Infinity;
  #failedSince = false;
  #checking: { readonly usable: Promise<unknown>; readonly done: Promise<void> } | null = null;

  constructor(kind: string, entries: readonly Entry[], options: PoolOptions) {
    this.#kind = kind;
    this.entries = entries;
    this.#options = options;
  }

  /** The nodes that passed, best first. Waits for a check if there is no recent one; throws a 504 if the signal aborts first. */
  async listNodes(signal: AbortSignal): Promise<readonly CheckedNode[]> {
    const ageMs = this.#options.now() - this.#checkedAt;
    const none = this.#nodes.length === 0;
    const due = ageMs > (none || this.#failedSince ? retryAfterMs : staleAfterMs);
    if (due) this.#checking ??= this.#startCheck();
    if (this.#checking !== null && (none || ageMs > outdatedAfterMs)) {
      if ((await raceAbort(this.#checking.usable, signal)) === aborted) throw deadlineExceeded();
    }
    return this.#nodes;
  }

  /** The broken rules of the endpoints that did not pass. */
  get broken(): readonly string[] {
    return this.#broken;
  }

  /** The breaker of a node for one kind of work, which outlives the checks: a node that tells its head may fail in all else. */
  getBreaker({ id }: Pick<CheckedNode, 'id'>, work: string): CircuitBreaker {
    const key = `${work} ${id}`;
    const breaker = this.#breakers.get(key) ?? new CircuitBreaker(this.#options.now);
    this.#breakers.set(key, breaker);
    return breaker;
  }

  /** Counts an error of a node, so that the nodes are checked again soon. */
  reportError(node: CheckedNode, work: string): void {
    this.getBreaker(node, work).fail();
    this.#failedSince = true;
  }

  /** Resolves when no check is under way. */
  async settle(): Promise<void> {
    await this.#checking?.done;
  }

  #startCheck() {
    this.#failedSince = false;
    const passed: CheckedNode[] = [];
    const broken: string[] = [];
    const first = this.#nodes.length === 0;
    const publish = () => (this.#nodes = [...passed].sort(compareNodes));
    let resolveFirst: () => void = () => undefined;
    const firstFound = new Promise<void>((resolve) => (resolveFirst = resolve));
    const done = checkNodes(
      this.#kind,
      listTargets(this.entries),
      this.#options,
      ({ node, broken: rule }) => {
        if (node === null) broken.push(rule);
        else passed.push(node);
        // An old list is better than half a new one.
        if (first && node !== null) publish();
        if (node !== null) resolveFirst();
      },
    ).finally(() => {
      // An aborted check proves nothing.
      if (!this.#options.signal.aborted) {
        publish();
        this.#broken = broken;
      }
      this.#checkedAt = this.#options.now();
      this.#checking = null;
    });
    // If the request that started it has gone, the next one gets the failure.
    done.catch(() => undefined);
    return { usable: Promise.race([done, firstFound.then(() => waitAtMost(done, graceMs))]), done };
  }
}

/** Nodes with recent data first, then by latency. */
function compareNodes(a: CheckedNode, b: CheckedNode): number {
  return Number(a.isStale) - Number(b.isStale) || a.latencyMs - b.latencyMs;
}

/** The distinct endpoints to check: files may list one twice. Entries without a target are malformed, so they are left out. */
function listTargets(entries: readonly Entry[]): EntryWithTarget[] {
  const byKey = new Map<string, EntryWithTarget>();
  for (const { target, claim } of entries)
    if (target !== null) byKey.set(`${nodeId(target)} ${claim?.chainId ?? ''}`, { target, claim });
  return [...byKey.values()];
}
