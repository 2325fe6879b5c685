import { defuseRunnerCommands, escapeTerminal } from '../escape.js';
import { maskKeys } from '../mask.js';

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
