import pLimit from 'p-limit';
import type { Entry, Target } from '../../../../model/entry.js';
import { aborted, raceAbort, waitAtMost } from '../../../../net/abort.js';
import { createResolver, type Resolve } from '../../../../net/resolve.js';
import { deadlineExceeded } from './node-error.js';
import { findCheck } from '../../../../checks/index.js';
import { probeWithRetries } from '../../../../engine/probe-with-retries.js';
import { findSeverity, getRule } from '../../../../engine/rule-catalogue.js';
import { chooseVerdict } from '../../../../engine/verdict.js';
import type { JsonObject } from '../../../../model/json.js';
import type { Problem } from '../../../../model/rule.js';

export type NodeKind = 'evm' | 'grpc';

export interface CheckedNode {
  /** Distinguishes it from the network's other nodes. */
  readonly id: string;
  readonly target: Target;
  /** Resolves to the addresses that the check found. */
  readonly resolve: Resolve;
  /** The facts that the check observed, as in the report. */
  readonly facts: JsonObject;
  readonly latencyMs: number;
  /** True if the check found its data out of date. */
  readonly isStale: boolean;
}

/** Shorter than the deadline of a request, so that a client that waits for the check learns why no node passes it. */
const probeOptions = { timeoutMs: 8_000, retries: 1, hedgingDelayMs: 4_000, proxy: null };
/** Warnings of nodes whose data is out of date. */
const staleRules = new Set(['evm/stale', 'grpc/stale', 'grpc/syncing']);

/** The key of a node within its kind and network. */
export function nodeId({ host, port, path, secure }: Target): string {
  return `${secure ? 'https' : 'http'} ${host} ${port} ${path}`;
}

/** Checks an endpoint like `check`: the node, or the rule that keeps it from passing; null if the signal comes first. */
async function checkNode(
  kind: NodeKind,
  { target, claim }: { readonly target: Target; readonly claim: Entry['claim'] },
  context: { readonly resolve: Resolve; readonly signal: AbortSignal },
): Promise<CheckedNode | string | null> {
  const probe = await findCheck(kind)?.loadProbe();
  if (probe === undefined) throw new Error(`unknown kind ${kind}`);
  const result = await probeWithRetries(probe, target, { ...probeOptions, ...context });
  if (result === null) return null;
  const { facts, problems: nodeProblems, judgeClaim } = result.observation;
  const problems = claim === null ? nodeProblems : [...nodeProblems, ...judgeClaim(claim)];
  if (chooseVerdict(problems) !== 'pass') return chooseReason(problems);
  return {
    id: nodeId(target),
    target,
    resolve: context.resolve,
    facts,
    latencyMs: result.durationMs,
    isStale: problems.some(({ code }) => staleRules.has(code)),
  };
}

function chooseReason(problems: readonly Problem[]): string {
  const weight = (problem: Problem) =>
    findSeverity(problem) === 'error' ? 2 : getRule(problem).inconclusive === true ? 1 : 0;
  return problems.reduce((a, b) => (weight(b) > weight(a) ? b : a)).code;
}

export interface PoolOptions {
  readonly allowPrivate: boolean;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

const concurrency = 16;
/** Age at which nodes are checked again in the background, and age at which requests wait for that. */
const staleAfterMs = 180_000;
const outdatedAfterMs = 900_000;
/** Age at which they are checked again after errors, or if none passed. */
const retryAfterMs = 10_000;
/** Grace period for other nodes once the first one has passed; the fastest may not be the best. */
const graceMs = 500;
/** A node gets no requests of a kind for a while after so many errors in a row, and again after each further one. */
const breaker = { errors: 3, openMs: 30_000 };

/** The endpoints of one kind and network: checked at the first use, and again as long as they are used. */
export class NodePool {
  readonly entries: readonly Entry[];
  /** The broken rules of the endpoints that did not pass. */
  broken: readonly string[] = [];
  readonly #kind: NodeKind;
  readonly #options: PoolOptions;
  /** By kind of work and node, which outlives the checks: a node that tells its head may fail in all else. */
  readonly #errors = new Map<string, { readonly count: number; readonly openUntil: number }>();
  #nodes: readonly CheckedNode[] = [];
  #checkedAt = -Infinity;
  #failedSince = false;
  #checking: { readonly usable: Promise<unknown>; readonly done: Promise<void> } | null = null;

  constructor(kind: NodeKind, entries: readonly Entry[], options: PoolOptions) {
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

  /** Whether a node gets requests of a kind of work now. */
  isOpen({ id }: CheckedNode, work: string): boolean {
    return this.#options.now() >= (this.#errors.get(`${work} ${id}`)?.openUntil ?? -Infinity);
  }

  reportSuccess({ id }: CheckedNode, work: string): void {
    this.#errors.delete(`${work} ${id}`);
  }

  /** Counts an error of a node, so that the nodes are checked again soon. */
  reportError({ id }: CheckedNode, work: string): void {
    const count = (this.#errors.get(`${work} ${id}`)?.count ?? 0) + 1;
    const openUntil = count < breaker.errors ? -Infinity : this.#options.now() + breaker.openMs;
    this.#errors.set(`${work} ${id}`, { count, openUntil });
    this.#failedSince = true;
  }

  /** Resolves when no check is under way. */
  async settle(): Promise<void> {
    await this.#checking?.done;
  }

  #startCheck() {
    this.#failedSince = false;
    const isFirst = this.#nodes.length === 0;
    let findFirst: () => void = () => undefined;
    const firstFound = new Promise<void>((resolve) => (findFirst = resolve));
    const done = this.#check((passed) => {
      // An old list is better than half a new one.
      if (isFirst) this.#nodes = sortNodes(passed);
      findFirst();
    }).finally(() => {
      this.#checkedAt = this.#options.now();
      this.#checking = null;
    });
    const usable = Promise.race([done, firstFound.then(() => waitAtMost(done, graceMs))]);
    // If nobody waits for it, the next request checks again.
    usable.catch(() => undefined);
    return { usable, done };
  }

  /** Checks all endpoints, and tells of each that passes. */
  async #check(onPassed: (passed: readonly CheckedNode[]) => void): Promise<void> {
    const { allowPrivate, signal } = this.#options;
    // One per round, so that a node that moves is found at its new address.
    const resolve = createResolver({ allowPrivate }, signal);
    const [passed, broken]: [CheckedNode[], string[]] = [[], []];
    await pLimit(concurrency).map(listTargets(this.entries), async (endpoint) => {
      const node = signal.aborted ? null : await checkNode(this.#kind, endpoint, { resolve, signal });
      if (typeof node === 'string') broken.push(node);
      else if (node !== null) onPassed((passed.push(node), passed));
    });
    // An aborted check proves nothing.
    if (!signal.aborted) [this.#nodes, this.broken] = [sortNodes(passed), broken];
  }
}

function sortNodes(nodes: readonly CheckedNode[]): readonly CheckedNode[] {
  return [...nodes].sort((a, b) => Number(a.isStale) - Number(b.isStale) || a.latencyMs - b.latencyMs);
}

/** The distinct endpoints to check: files may list one twice. Entries without a target are malformed, so they are left out. */
function listTargets(entries: readonly Entry[]) {
  const targets = entries.flatMap(({ target, claim }) => (target === null ? [] : { target, claim }));
  return new Map(
    targets.map((each) => [`${nodeId(each.target)} ${each.claim?.chainId ?? ''}`, each]),
  ).values();
}
