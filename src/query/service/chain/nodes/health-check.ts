import { findCheck } from '../../../../checks/index.js';
import { probeWithRetries } from '../../../../engine/probe-with-retries.js';
import { findSeverity, getRule } from '../../../../engine/rule-catalogue.js';
import { chooseVerdict } from '../../../../engine/verdict.js';
import type { Entry, Target } from '../../../../model/entry.js';
import type { JsonObject } from '../../../../model/json.js';
import type { Problem } from '../../../../model/rule.js';
import type { Resolve } from '../../../../net/resolve.js';

/** The kinds of endpoints that the service reads from. */
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
export async function checkNode(
  kind: NodeKind,
  { target, claim }: { readonly target: Target; readonly claim: Entry['claim'] },
  context: { readonly resolve: Resolve; readonly signal: AbortSignal },
): Promise<CheckedNode | string | null> {
  const probe = await findCheck(kind)?.loadProbe();
  if (probe === undefined) throw new Error(`unknown kind ${kind}`);
  const result = await probeWithRetries(probe, target, { ...probeOptions, ...context });
  if (result === null) return null;
  const { facts, problems: found, judgeClaim } = result.observation;
  const problems = claim === null ? found : [...found, ...judgeClaim(claim)];
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

/** The problem that kept an endpoint from passing. */
function chooseReason(problems: readonly Problem[]): string {
  const weight = (problem: Problem) =>
    findSeverity(problem) === 'error' ? 2 : getRule(problem).inconclusive === true ? 1 : 0;
  return problems.reduce((a, b) => (weight(b) > weight(a) ? b : a)).code;
}
