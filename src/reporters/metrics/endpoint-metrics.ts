import type { Finding } from '../../model/finding.js';
import { capabilityNames, readCapability } from '../../model/capability.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.js';
import { type EndpointReport, isGood, listVerdicts } from '../../model/report.js';
import { findChain, findHeight } from '../facts.js';
import { defuseRunnerCommands, escapeTerminal } from '../escape.js';
import { maskKeys } from '../mask.js';

/** A family of metrics and how to read it from an endpoint: as a value, or as samples with labels. */
type Definition = Omit<MetricFamily, 'samples'> & {
  readonly read: (
    endpoint: EndpointReport,
    findings: readonly Finding[],
  ) => number | null | undefined | readonly Sample[];
};

/** Names that begin with `probe_` are those of prometheus/blackbox_exporter, with the same meaning (its main.go, prober/http.go). */
const definitions: readonly Definition[] = [
  {
    name: 'probe_success',
    help: 'Whether the verdict is pass. 0 includes inconclusive: alert on endpoint_check_verdict.',
    read: ({ verdict }) => Number(isGood(verdict)),
  },
  {
    name: 'probe_duration_seconds',
    help: 'Time from the first attempt to the verdict, waits between retries included.',
    unit: 'seconds',
    read: ({ attempts, durationMs }) => (attempts === 0 ? null : toSeconds(durationMs)),
  },
  {
    name: 'probe_ssl_earliest_cert_expiry',
    help: 'When the certificate expires, in unix seconds.',
    read: ({ facts }) => readTime(facts['certificateExpiresAt']),
  },
  {
    name: 'probe_http_status_code',
    help: 'The HTTP status of the first answer. Absent for kinds without one.',
    read: ({ facts }) => readKnownNumber(facts['httpStatus']),
  },
  {
    name: 'probe_tls_version_info',
    help: 'The version of TLS, as a label. Always 1.',
    read: ({ facts }) => {
      const version = facts['tlsVersion'];
      return typeof version === 'string'
        ? [{ labels: { version: version.replace('v', ' ') }, value: 1 }]
        : null;
    },
  },
  {
    name: 'probe_ip_protocol',
    help: 'Whether the address that answered is of IPv4 or IPv6.',
    read: ({ facts: { address } }) =>
      typeof address === 'string' ? (address.startsWith('[') ? 6 : 4) : null,
  },
  {
    name: 'probe_dns_lookup_time_seconds',
    help: 'How long the name was looked up.',
    unit: 'seconds',
    read: ({ facts: { phasesMs } }) => {
      const ms = isJsonObject(phasesMs) ? phasesMs['dns'] : null;
      return typeof ms === 'number' ? toSeconds(ms) : null;
    },
  },
  {
    name: 'endpoint_check_verdict',
    help: 'The verdict: 1 for the one that it is, 0 for the others.',
    read: (endpoint) =>
      listVerdicts([endpoint]).map((name) => ({
        labels: { verdict: name },
        value: Number(name === endpoint.verdict),
      })),
  },
  {
    name: 'endpoint_check_phase_duration_seconds',
    help: 'Where the time of the attempt that counts went. A phase that was not reached is absent.',
    unit: 'seconds',
    read: ({ facts }) => listPhases(facts['phasesMs']),
  },
  {
    name: 'endpoint_check_block_height',
    help: 'The latest block that the endpoint reported.',
    read: ({ facts }) => readNumber(findHeight(facts)),
  },
  {
    name: 'endpoint_check_block_timestamp_seconds',
    help: 'The time of the latest block that the endpoint reported, in unix seconds.',
    unit: 'seconds',
    read: ({ facts }) => readTime(facts['blockTime']),
  },
  {
    name: 'endpoint_check_chain_id',
    help: 'The chain id that the endpoint reported, as a label. Always 1.',
    read: ({ facts }) => {
      const id = findChain(facts);
      return id === null ? null : [{ labels: { chain_id: id }, value: 1 }];
    },
  },
  {
    name: 'endpoint_check_capability',
    help: 'Whether the endpoint has what clients need beyond the check: 1 if so, 0 if not. Absent if it is not known.',
    read: ({ facts }) => listKnownCapabilities(facts),
  },
  {
    name: 'endpoint_check_logs_max_range_blocks',
    help: 'The widest search by eth_getLogs that it answers, in blocks: at most 10000 is tried.',
    unit: 'blocks',
    read: ({ facts }) => readKnownNumber(readCapability('logs', facts)),
  },
  {
    name: 'endpoint_check_finding',
    help: 'A rule that has a finding about the endpoint. Always 1.',
    read: (_, findings) => listRules(findings),
  },
  {
    name: 'endpoint_check_down_runs',
    help: 'Runs in a row in which it was down. 0 if it was up in the last that proved something, though it may fail for its chain.',
    read: ({ history }) => history && (history.streak.verdict === 'fail' ? history.streak.runs : 0),
  },
  {
    name: 'endpoint_check_last_up_timestamp_seconds',
    help: 'When the last run in which it was up began, in unix seconds. Absent if it never was.',
    unit: 'seconds',
    read: ({ history }) => readTime(history?.lastPass),
  },
  {
    name: 'endpoint_check_uptime_30d_ratio',
    help: 'The share of the last 30 days with a result on which it was up: it answered, whichever chain it serves.',
    unit: 'ratio',
    read: ({ history }) => history?.uptime30d,
  },
];

/**
 * The metrics of an endpoint, without families that have no samples. `findings` are those about the endpoint; `labels` are added to every
 * sample. A skipped endpoint only has the verdict.
 */
export function listEndpointMetrics(
  endpoint: EndpointReport,
  findings: readonly Finding[],
  labels: Readonly<Record<string, string>>,
): readonly MetricFamily[] {
  return definitions.flatMap(({ read, ...family }) => {
    if (endpoint.verdict === 'skipped' && family.name !== 'endpoint_check_verdict') return [];
    const values = read(endpoint, findings) ?? [];
    const unlabelled = typeof values === 'number' ? [{ labels: {}, value: values }] : values;
    const samples = unlabelled.map((sample) => ({ ...sample, labels: { ...labels, ...sample.labels } }));
    return samples.length === 0 ? [] : [{ ...family, samples }];
  });
}

const phaseNames = { dns: 'dns', connect: 'connect', tls: 'tls', firstByte: 'first_byte', total: 'total' };

function listPhases(phases: JsonValue | undefined): readonly Sample[] {
  if (!isJsonObject(phases)) return [];
  return Object.entries(phaseNames).flatMap(([field, phase]) => {
    const ms = phases[field];
    return typeof ms === 'number' ? [{ labels: { phase }, value: toSeconds(ms) }] : [];
  });
}

/** All but the range of logs, which is a number. A batch of two calls is one. */
function listKnownCapabilities(facts: JsonObject): readonly Sample[] {
  return capabilityNames.flatMap((name) => {
    const value = name === 'logs' ? null : (readCapability(name, facts) ?? null);
    return value === null ? [] : [{ labels: { name }, value: Number(Number(value) > 0) }];
  });
}

function readKnownNumber(value: JsonValue | undefined): number | null {
  return typeof value === 'number' ? value : null;
}

/** Each rule once per severity, in the order of the findings. */
function listRules(findings: readonly Finding[]): readonly Sample[] {
  const distinct = new Map(findings.map(({ rule, severity }) => [`${severity} ${rule}`, { rule, severity }]));
  return [...distinct.values()].map((labels) => ({ labels, value: 1 }));
}

/** Rounded to microseconds, which hides the noise of binary fractions. */
function toSeconds(ms: number): number {
  return Math.round(ms * 1_000) / 1_000_000;
}

/** Unix seconds of an ISO 8601 time; null if it is invalid. */
function readTime(time: JsonValue | undefined): number | null {
  return typeof time === 'string' ? readNumber(Date.parse(time) / 1_000) : null;
}

function readNumber(value: string | number | null): number | null {
  const number = value === null ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : null;
}

export interface Sample {
  /** Names match `[a-zA-Z_][a-zA-Z0-9_]*`; values may contain untrusted text, which is escaped during rendering. */
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** All values of a metric (OpenMetrics 1.0, section "MetricFamily"). All are gauges, since nothing here counts events. */
export interface MetricFamily {
  /** Ends in `_` and the unit, if there is one. */
  readonly name: string;
  /** A constant line without quotes and backslashes, which the two formats escape differently. */
  readonly help: string;
  readonly unit?: 'seconds' | 'ratio' | 'blocks';
  readonly samples: readonly Sample[];
}

/** Renders families, which must be distinct, as OpenMetrics 1.0. For Prometheus' text format, `# UNIT` and `# EOF` are comments. */
export function renderMetrics(families: readonly MetricFamily[]): string {
  // Cached, since labels repeat at every metric of an endpoint.
  const escaped = new Map<string, string>();
  const lines = families.flatMap(({ name, help, unit, samples }) => [
    `# HELP ${name} ${help}\n`,
    `# TYPE ${name} gauge\n`,
    ...(unit === undefined ? [] : [`# UNIT ${name} ${unit}\n`]),
    ...samples.map(({ labels, value }) => `${name}${renderLabels(labels, escaped)} ${value}\n`),
  ]);
  return `${lines.join('')}# EOF\n`;
}

/** Renders the labels of a sample. Samples of a family with the same result are the same series. `escaped` caches values. */
export function renderLabels(
  labels: Readonly<Record<string, string>>,
  escaped = new Map<string, string>(),
): string {
  const pairs = Object.entries(labels).map(([name, value]) => {
    const text = escaped.get(value) ?? cleanLabel(value).replaceAll(/[\\"]/g, '\\$&');
    escaped.set(value, text);
    return `${name}="${text}"`;
  });
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

/** Makes the value of a label a line of harmless text: keys in urls masked, control characters escaped, and truncated. */
export function cleanLabel(value: string): string {
  // A runner only recognises `::` at the start of a line, where no value is.
  return defuseRunnerCommands(`"${escapeTerminal(maskKeys(value))}`).slice(1);
}
