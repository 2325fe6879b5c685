import { wasAsked } from '../model/capability.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.js';
import type { EndpointReport, Report } from '../model/report.js';

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
