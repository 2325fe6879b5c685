import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.js';
import type { EndpointReport } from '../model/report.js';

/** Describes the facts about an endpoint in short lines; if it was not probed, the reason, unless the whole run explains that. */
export function describeFacts(
  { facts, attempts, durationMs, skipReason }: EndpointReport,
  verbose: boolean,
): string[] {
  if (attempts === 0) return skipReason === null ? [] : [skipReason];
  const chain = findChain(facts);
  const height = findHeight(facts);
  const brief = [
    // Routes of a query service have names.
    formatKnown(facts['route']),
    chain === null ? null : `chain ${chain}`,
    height === null ? null : `block ${height}`,
    `${Math.round(durationMs)} ms`,
    attempts > 1 ? `${attempts} attempts` : null,
  ];
  const lines = [brief.filter((part) => part !== null).join(', ')];
  if (verbose) lines.push(...Object.entries(facts).flatMap(([name, value]) => describeFact(name, value)));
  return lines;
}

/** The chain id that an endpoint of any kind reported; null if it reported none. */
export function findChain(facts: JsonObject): string | null {
  return formatKnown(facts['chainId']);
}

/** The latest block that an endpoint of any kind reported; null if it reported none. */
export function findHeight(facts: JsonObject): string | null {
  return formatKnown(facts['blockHeight']);
}

function describeFact(name: string, value: JsonValue): string[] {
  if (value === null || value === '') return [];
  if (Array.isArray(value)) return [`${name}: ${value.length}`];
  if (!isJsonObject(value)) return [`${name}: ${formatPlain(value)}`];
  const fields = Object.entries(value).filter(([, field]) => field !== null);
  return [`${name}: ${fields.map(([field, amount]) => `${field} ${formatPlain(amount)}`).join(', ')}`];
}

function formatKnown(value: JsonValue | undefined): string | null {
  const isKnown = (typeof value === 'string' && value !== '') || typeof value === 'number';
  return isKnown ? formatPlain(value) : null;
}

function formatPlain(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
