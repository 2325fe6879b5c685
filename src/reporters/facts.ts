import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.js';
import type { EndpointReport, Report } from '../model/report.js';
import { wasAsked } from '../model/capability.js';

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

export interface CapabilityTable {
  readonly columns: readonly string[];
  readonly rows: readonly { readonly endpoint: EndpointReport; readonly cells: readonly string[] }[];
}

/** The columns of kinds that have one of these facts, by fact. */
const families: readonly { readonly fact: string; readonly columns: Readonly<Record<string, string>> }[] = [
  {
    fact: 'logs',
    columns: {
      logs: 'logs (blocks)',
      batch: 'batch',
      archive: 'archive',
      finalized: 'finalized',
      safe: 'safe',
      debug: 'debug',
      trace: 'trace',
    },
  },
  {
    fact: 'txIndex',
    columns: {
      txIndex: 'tx index',
      archive: 'archive',
      lowestBlock: 'lowest block',
      lowestState: 'lowest state',
      simulate: 'POST',
    },
  },
];

/** The endpoints that passed and were asked for what clients need, a table a family, without columns that none of them has. */
export function listCapabilities({ endpoints }: Report): readonly CapabilityTable[] {
  return families.flatMap(({ fact, columns }) => {
    const asked = endpoints.filter(
      ({ verdict, facts }) => verdict === 'pass' && Object.hasOwn(facts, fact) && wasAsked(facts),
    );
    const names = Object.keys(columns).filter((name) =>
      asked.some(({ facts }) => Object.hasOwn(facts, name)),
    );
    const rows = asked.map((endpoint) => ({
      endpoint,
      cells: names.map((name) => describeCell(name, endpoint.facts)),
    }));
    return rows.length === 0 ? [] : [{ columns: names.map((name) => columns[name] ?? name), rows }];
  });
}

/** A number, `yes`, `no`, or `?` if it is not known; empty if the kind does not have it. */
function describeCell(name: string, facts: JsonObject): string {
  if (!Object.hasOwn(facts, name)) return '';
  const fact: JsonValue = facts[name] ?? null;
  const value = isJsonObject(fact) ? (fact['maxRange'] ?? null) : fact;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'number' ? value.toLocaleString('en') : '?';
}
