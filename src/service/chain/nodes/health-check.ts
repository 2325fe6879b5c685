import { findCheck } from '../../../checks/index.js';
import { probeWithRetries } from '../../../engine/probe-with-retries.js';
import { getRule } from '../../../engine/rule-catalogue.js';
import { chooseVerdict } from '../../../engine/verdict.js';
import type { Entry, Target } from '../../../model/entry.js';
import { isJsonObject, type JsonObject } from '../../../model/json.js';
import type { Problem } from '../../../model/rule.js';
import { createResolver, type Resolve } from '../../../net/resolve.js';

/** A node that passed the check. */
export interface CheckedNode {
  /** Tells it from the network's other nodes. */
  readonly id: string;
  readonly target: Target;
  /** Gives the addresses that the check result. */
  readonly resolve: Resolve;
  /** What the check saw, as the report has it. */
  readonly facts: JsonObject;
  /** The whole of the check's context. */
  readonly latencyMs: number;
  /** True where the check saw that its data is old. */
  readonly behind: boolean;
}

/** An entry that was checked: a node, or the rule that it breaks. */
export type CheckResult =
  { readonly node: CheckedNode; readonly broken: null } | { readonly node: null; readonly broken: string };

const dialOptions = { timeoutMs: 10_000, retries: 1, proxy: null };
const atOnce = 16;
/** Rules that an endpoint passes with, though its data is old. */
const behindRules = new Set(['evm/stale', 'grpc/stale', 'grpc/syncing']);

/** What tells the nodes of one kind and network apart. */
export function nodeId({ host, port, path, secure }: Target): string {
  return `${secure ? 'https' : 'http'} ${host} ${port} ${path}`;
}

/** Checks entries of one kind as a run does, a few at a time, and tells each result as it comes. Ends early with the signal. */
export async function checkNodes(
  kind: string,
  entries: readonly Entry[],
  options: { readonly allowPrivate: boolean; readonly signal: AbortSignal },
  onResult: (entry: Entry, result: CheckResult) => void,
): Promise<void> {
  const { allowPrivate, signal } = options;
  const probe = await findCheck(kind)?.loadProbe();
  if (probe === undefined) throw new Error(`there is no check of ${kind}`);
  // Of this round alone, so that a node that moves is found at its new address.
  const resolve = createResolver({ allowPrivate }, signal);
  const waiting = [...entries];
  const work = async () => {
    for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
      if (entry.target === null) {
        onResult(entry, { node: null, broken: 'entry/url-malformed' });
        continue;
      }
      const result = await probeWithRetries(probe, entry.target, { ...dialOptions, resolve, signal });
      if (result === null) return;
      const { facts, problems: found, judgeClaim } = result.observation;
      const problems = entry.claim === null ? found : [...found, ...judgeClaim(entry.claim)];
      const node: CheckedNode = {
        id: nodeId(entry.target),
        target: entry.target,
        resolve,
        facts,
        latencyMs: readLatency(facts) ?? result.durationMs,
        behind: problems.some(({ code }) => behindRules.has(code)),
      };
      const passed = chooseVerdict(problems) === 'pass';
      onResult(entry, passed ? { node, broken: null } : { node: null, broken: chooseReason(problems) });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

function readLatency({ phasesMs }: JsonObject): number | null {
  const total = isJsonObject(phasesMs) ? phasesMs['total'] : null;
  return typeof total === 'number' ? total : null;
}

/** The problem that kept an endpoint from passing. */
function chooseReason(problems: readonly Problem[]): string {
  const weight = (problem: Problem) => {
    const { severity, inconclusive } = getRule(problem);
    return severity === 'error' ? 2 : inconclusive === true ? 1 : 0;
  };
  return problems.reduce((a, b) => (weight(b) > weight(a) ? b : a)).code;
}
