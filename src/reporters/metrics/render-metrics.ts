import { defuseRunnerCommands, escapeTerminal } from '../escape.js';
import { maskKeys } from '../mask.js';
import type { MetricFamily } from './metric.js';

/** The text formats, each with the content type that it is sent with over HTTP. */
export const metricsFormats = {
  openmetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
  prometheus: 'text/plain; version=0.0.4; charset=utf-8',
} as const;

/**
 * Renders families, each of which is there once, as OpenMetrics 1.0 or in Prometheus' text format 0.0.4. What this makes as OpenMetrics
 * is read as the other format too, in which `# UNIT` and `# EOF` are comments.
 */
export function renderMetrics(
  families: readonly MetricFamily[],
  format: keyof typeof metricsFormats,
): string {
  // Labels repeat at every metric of an endpoint.
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
 * The labels of a sample as both formats write them: keys in urls masked, control characters shown as escapes, long values cut. Two
 * samples of a family are the same series where this is the same. Values are looked up in `escaped` first, and added to it.
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

/** A runner takes `::` for a command only where a line begins, which no value does. */
function escapeValue(value: string): string {
  const shown = escapeTerminal(maskKeys(value)).replaceAll(/[\\"]/g, '\\$&');
  return defuseRunnerCommands(`"${shown}`).slice(1);
}
