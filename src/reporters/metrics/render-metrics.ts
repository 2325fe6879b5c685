import { defuseRunnerCommands, escapeTerminal } from '../escape.js';
import { maskKeys } from '../mask.js';
import type { MetricFamily } from './metric.js';

export const metricsFormats = {
  openmetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
  prometheus: 'text/plain; version=0.0.4; charset=utf-8',
} as const;

/**
 * Renders families, which must be distinct, as OpenMetrics 1.0 or in Prometheus' text format 0.0.4. The OpenMetrics output is also valid in the
 * other format, in which `# UNIT` and `# EOF` are comments.
 */
export function renderMetrics(
  families: readonly MetricFamily[],
  format: keyof typeof metricsFormats,
): string {
  // Cached, since labels repeat at every metric of an endpoint.
  const escaped = new Map<string, string>();
  const lines = families.flatMap(({ name, type, help, unit, samples }) => [
    `# HELP ${name} ${help}\n`,
    `# TYPE ${name} ${type}\n`,
    ...(unit === undefined || format === 'prometheus' ? [] : [`# UNIT ${name} ${unit}\n`]),
    ...samples.map(({ labels, value }) => `${name}${renderLabels(labels, escaped)} ${value}\n`),
  ]);
  return `${lines.join('')}${format === 'openmetrics' ? '# EOF\n' : ''}`;
}

/**
 * Renders the labels of a sample for both formats: keys in urls masked, control characters escaped, long values truncated. Samples of a family
 * with the same result are the same series. `escaped` caches values.
 */
export function renderLabels(
  labels: Readonly<Record<string, string>>,
  escaped = new Map<string, string>(),
): string {
  const pairs = Object.entries(labels).map(([name, value]) => {
    const known = escaped.get(value) ?? escapeValue(value);
    escaped.set(value, known);
    return `${name}="${known}"`;
  });
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

/** A runner only recognises `::` at the start of a line, where no value is. */
function escapeValue(value: string): string {
  const shown = escapeTerminal(maskKeys(value)).replaceAll(/[\\"]/g, '\\$&');
  return defuseRunnerCommands(`"${shown}`).slice(1);
}
