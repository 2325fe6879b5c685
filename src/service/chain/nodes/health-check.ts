import { findCheck } from '../../../checks/index.js';
import { probeWithRetries } from '../../../engine/probe-with-retries.js';
import { findSeverity, getRule } from '../../../engine/rule-catalogue.js';
import { chooseVerdict } from '../../../engine/verdict.js';
import type { Entry, Target } from '../../../model/entry.js';
import { isJsonObject, type JsonObject } from '../../../model/json.js';
import type { Problem } from '../../../model/rule.js';
import { createResolver, type Resolve } from '../../../net/resolve.js';

/** A node that passed the check. */
export interface CheckedNode {
  /** Distinguishes it from the network's other nodes. */
  readonly id: string;
  readonly target: Target;
  /** Resolves to the addresses that the check found. */
  readonly resolve: Resolve;
  /** The facts that the check observed, as in the report. */
  readonly facts: JsonObject;
  /** Total time of the check's requests. */
  readonly latencyMs: number;
  /** True if the check found its data out of date. */
  readonly isStale: boolean;
}

/** An entry with a well-formed url, which can be checked. */
export interface EntryWithTarget {
  readonly target: Target;
  readonly claim: Entry['claim'];
}

/** The result of a check: a node, or the rule that the endpoint breaks. */
export type CheckResult =
  { readonly node: CheckedNode; readonly broken: null } | { readonly node: null; readonly broken: string };

/** Shorter than the deadline of a request, so that a client that waits for the check learns why no node passes it. */
const probeOptions = { timeoutMs: 8_000, retries: 1, hedgingDelayMs: 4_000, proxy: null };
const concurrency = 16;
/** Warnings of nodes whose data is out of date. */
const staleRules = new Set(['evm/stale', 'grpc/stale', 'grpc/syncing']);

/** The key of a node within its kind and network. */
export function nodeId({ host, port, path, secure }: Target): string {
  return `${secure ? 'https' : 'http'} ${host} ${port} ${path}`;
}

/** Checks endpoints of one kind like `check`, a few at a time, and reports each result when it is known. Ends early with the signal. */
export async function checkNodes(
  kind: string,
  entries: readonly EntryWithTarget[],
  options: { readonly allowPrivate: boolean; readonly signal: AbortSignal },
  onResult: (result: CheckResult) => void,
): Promise<void> {
  const { allowPrivate, signal } = options;
  const probe = await findCheck(kind)?.loadProbe();
  if (probe === undefined) throw new Error(`unknown kind ${kind}`);
  // One per round, so that a node that moves is found at its new address.
  const resolve = createResolver({ allowPrivate }, signal);
  const waiting = [...entries];
  const work = async () => {
    for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
      const result = await probeWithRetries(probe, entry.target, { ...probeOptions, resolve, signal });
      if (result === null) return;
      const { facts, problems: found, judgeClaim } = result.observation;
      const problems = entry.claim === null ? found : [...found, ...judgeClaim(entry.claim)];
      const node: CheckedNode = {
        id: nodeId(entry.target),
        target: entry.target,
        resolve,
        facts,
        latencyMs: readLatency(facts) ?? result.durationMs,
        isStale: problems.some(({ code }) => staleRules.has(code)),
      };
      const passed = chooseVerdict(problems) === 'pass';
      onResult(passed ? { node, broken: null } : { node: null, broken: chooseReason(problems) });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}

function readLatency({ phasesMs }: JsonObject): number | null {
  const total = isJsonObject(phasesMs) ? phasesMs['total'] : null;
  return typeof total === 'number' ? total : null;
}

/** The problem that kept an endpoint from passing. */
function chooseReason(problems: readonly Problem[]): string {
  const weight = (problem: Problem) =>
    findSeverity(problem) === 'error' ? 2 : getRule(problem).inconclusive === true ? 1 : 0;
  return problems.reduce((a, b) => (weight(b) > weight(a) ? b : a)).code;
}
