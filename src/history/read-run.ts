import { groupBy } from '../model/group-by.js';
import type { Finding } from '../model/finding.js';
import { keyOfLine } from '../model/history.js';
import type { EndpointReport, Report } from '../model/report.js';
import { structuralRules } from './judge-line.js';

export interface RunResult {
  readonly kind: string;
  readonly address: string;
  readonly chains: readonly string[];
  /** Null if it was listed and not probed. */
  readonly result: 'pass' | 'fail' | 'inconclusive' | null;
  /** The rules of its errors, sorted; empty if it passed. */
  readonly rules: readonly string[];
  /** Whether it failed and nothing could be reached at its address; null if only one name server says so, which proves neither. */
  readonly structural: boolean | null;
  /** True if only the network failed: not resolved, not reached, reset. A limited endpoint was reached. */
  readonly lost: boolean;
  /** True if it was lost because an address that is not public came for its name. */
  readonly misdirected?: boolean;
  readonly latencyMs: number | null;
  /** The height of its newest block if that is old, null if it is new; undefined if that is not known, it is catching up, or it serves another chain. */
  readonly stoppedAt?: number | null;
}

export interface Run {
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** Why its results prove nothing about the endpoints: it was ended early, or this machine had no connection. Null if they count. */
  readonly uncounted: 'interrupted' | 'offline' | null;
  readonly results: readonly RunResult[];
}

/** The code of `net/unreachable` if none of this machine's addresses is free. */
const localCode = 'EADDRNOTAVAIL';

/** The network failed, which may be the fault of the vantage point. */
const networkRules = new Set([
  ...structuralRules,
  'net/dns-failed',
  'net/blocked-address',
  'net/local-limit',
  'net/response-timeout',
  'net/reset',
  'net/proxy-failed',
]);

/** Best first: for an address that is listed several times, the best result counts. */
const resultOrder = ['pass', 'inconclusive', 'fail', null] as const;

/**
 * Reads the results of a report's endpoints, by kind and address. Findings about a chain's identity are left out: an endpoint of another chain is
 * alive. So are chains that have ended. `addressOf` is the address of an entry in one spelling; null if it has none.
 */
export function readRun(report: Report, addressOf: (endpoint: EndpointReport) => string | null): Run {
  const byEndpoint = groupBy(report.findings, ({ endpoint }) => endpoint);
  const results = new Map<string, RunResult>();
  report.endpoints.forEach((endpoint, index) => {
    const address = addressOf(endpoint);
    if (address === null || endpoint.chainStatus === 'killed') return;
    const result = readResult(endpoint, address, byEndpoint.get(index) ?? []);
    const key = keyOfLine(result);
    const earlier = results.get(key);
    results.set(key, earlier === undefined ? result : join(earlier, result));
  });
  const isOffline = (byEndpoint.get(null) ?? []).some(({ rule }) => rule === 'net/offline');
  return {
    startedAt: report.startedAt,
    uncounted: report.interrupted ? 'interrupted' : isOffline ? 'offline' : null,
    results: [...results.values()],
  };
}

function readResult(endpoint: EndpointReport, address: string, findings: readonly Finding[]): RunResult {
  const { kind, chain, verdict, attempts, durationMs } = endpoint;
  const failures = verdict === 'fail' ? findings.filter(isFailure).map(({ rule }) => rule) : [];
  const rules = [...new Set(failures)].sort();
  const isProbed = attempts > 0 && verdict !== 'skipped' && verdict !== 'invalid';
  const proved = verdict === 'inconclusive' ? 'inconclusive' : rules.length > 0 ? 'fail' : 'pass';
  const result = isProbed ? proved : null;
  const isStructural =
    result === 'fail' &&
    findings.every((finding) => !isFailure(finding) || isUnreached(finding)) &&
    !findings.some(({ rule }) => rule === 'http/redirect');
  const lost =
    (result === 'fail' || result === 'inconclusive') &&
    rules.every((rule) => networkRules.has(rule)) &&
    findings.some(({ rule }) => networkRules.has(rule));
  return {
    kind,
    address,
    // A history has no line with an empty name: its reader would refuse the whole file.
    chains: chain === null || chain === '' ? [] : [chain],
    result,
    rules,
    structural: findings.some(({ data }) => data['isUnconfirmed'] === true) ? null : isStructural,
    lost,
    misdirected: lost && findings.some(isMisdirected),
    latencyMs: result === 'pass' ? Math.round(durationMs) : null,
    ...(result === 'pass' ? readStop(endpoint, findings) : {}),
  };
}

/** Where the chain stands still, as an endpoint in sync reports it. */
function readStop(
  { facts, kind }: EndpointReport,
  findings: readonly Finding[],
): Pick<RunResult, 'stoppedAt'> {
  const { blockHeight, blockTime } = facts;
  const has = (name: string) => findings.some(({ rule }) => rule === `${kind}/${name}`);
  if (typeof blockHeight !== 'number' || typeof blockTime !== 'string') return {};
  if (has('syncing') || has('wrong-chain')) return {};
  return { stoppedAt: has('stale') ? blockHeight : null };
}

/** Whether nothing was reached. A TLS handshake that times out has a TCP connection; a redirect is an answer. */
function isUnreached({ rule, data }: Finding): boolean {
  return structuralRules.includes(rule) && data['phase'] !== 'tls' && data['code'] !== localCode;
}

/** Resolvers that block a name, and captive portals, answer with addresses of their own; other codes of `net/dns-failed` have no such punctuation. */
function isMisdirected({ rule, data }: Finding): boolean {
  const code = data['code'];
  return (
    rule === 'net/blocked-address' ||
    (rule === 'net/dns-failed' && typeof code === 'string' && /[.:]/.test(code))
  );
}

/** An older problem is at most a warning, but still a failure here. A problem of the entry is none of the endpoint. */
function isFailure({ rule, severity, baselineState }: Finding): boolean {
  const isIdentity = rule.startsWith('chain/') || rule.endsWith('/wrong-chain');
  if (/^(?:file|entry)\//.test(rule)) return false;
  return !isIdentity && (severity === 'error' || (severity === 'warning' && baselineState === 'unchanged'));
}

function join(first: RunResult, second: RunResult): RunResult {
  const best = resultOrder.indexOf(first.result) <= resultOrder.indexOf(second.result) ? first : second;
  return { ...best, chains: [...new Set([...first.chains, ...second.chains])].sort() };
}
