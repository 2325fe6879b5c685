import { isJsonObject, type JsonValue } from '../model/json.js';
import type { EndpointReport } from '../model/report.js';

/** The lines that say what is known of an endpoint, as short as they can be; none where nothing is known. */
export function describeFacts({ facts, attempts, durationMs }: EndpointReport, verbose: boolean): string[] {
  if (attempts === 0) return [];
  const chain = firstText(facts['network'], facts['chainId']);
  const height = facts['blockHeight'] ?? facts['blockNumber'];
  const brief = [
    chain === null ? null : `chain ${chain}`,
    typeof height === 'number' || typeof height === 'string' ? `block ${height}` : null,
    `${Math.round(durationMs)} ms`,
    attempts > 1 ? `${attempts} attempts` : null,
  ];
  const lines = [brief.filter((part) => part !== null).join(', ')];
  if (verbose) lines.push(...Object.entries(facts).flatMap(([name, value]) => describeFact(name, value)));
  return lines;
}

function describeFact(name: string, value: JsonValue): string[] {
  if (value === null || value === '') return [];
  if (Array.isArray(value)) return [`${name}: ${value.length}`];
  if (!isJsonObject(value)) return [`${name}: ${formatPlain(value)}`];
  const known = Object.entries(value).filter(([, member]) => member !== null);
  return [`${name}: ${known.map(([member, amount]) => `${member} ${formatPlain(amount)}`).join(', ')}`];
}

function firstText(...values: readonly (JsonValue | undefined)[]): string | null {
  const known = values.find(
    (value) => (typeof value === 'string' && value !== '') || typeof value === 'number',
  );
  return known === undefined ? null : formatPlain(known);
}

function formatPlain(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
