import type { EntryFields, EntryList } from '../formats/format.js';
import { formats } from '../formats/index.js';
import { type EndpointReport, type Report, routeKind } from '../model/report.js';

/** A head that is so much older than the newest of its chain counts as behind, as in `chain/behind`; in milliseconds. */
const lagStepMs = 60_000;

/**
 * Renders the endpoints that passed, as JSON: by chain and kind, each as an entry of its registry's format, best first. Best is the highest uptime
 * of 30 days if there is a history, then the head that is fewest whole minutes behind the newest of the chain, then the lowest latency. Urls
 * are as the registry writes them, with any key.
 */
export function renderList(report: Report): string {
  const formatOf = new Map(report.files.map(({ path, format }) => [path, format]));
  const passed = report.endpoints.filter(({ verdict, kind }) => verdict === 'pass' && kind !== routeKind);
  const newest = findNewestBlocks(passed);
  const best = passed
    .map((endpoint) => ({ endpoint, rank: computeRank(endpoint, newest) }))
    .sort((a, b) => compareRanks(a.rank, b.rank));
  const chains = new Map<string, Map<string, unknown[]>>();
  for (const { endpoint } of best) {
    const kinds = getOrAdd(chains, nameChain(endpoint), () => new Map<string, unknown[]>());
    const format = endpoint.file === null ? undefined : formatOf.get(endpoint.file);
    getOrAdd(kinds, endpoint.kind, () => []).push(formatEntry(endpoint, format ?? null));
  }
  const sorted = [...chains].sort(([a], [b]) => (a < b ? -1 : 1));
  const listed = sorted.map(([chain, kinds]) => [chain, Object.fromEntries(kinds)] as const);
  return `${JSON.stringify(Object.fromEntries(listed), null, 2)}\n`;
}

/** Its name in the registry; without one, the chain that it serves. */
function nameChain({ chain, facts }: EndpointReport): string {
  const { chainId } = facts;
  return chain ?? (typeof chainId === 'string' || typeof chainId === 'number' ? String(chainId) : '');
}

/** Numbers to compare in turn; the lower is the better. */
type Rank = readonly [downtime: number, lag: number, latencyMs: number];

function computeRank(endpoint: EndpointReport, newest: ReadonlyMap<string, number>): Rank {
  const { history, durationMs } = endpoint;
  const blockTimeMs = readBlockTime(endpoint);
  const newestMs = newest.get(nameChain(endpoint)) ?? Number.NEGATIVE_INFINITY;
  const lag = blockTimeMs === null ? Infinity : Math.floor((newestMs - blockTimeMs) / lagStepMs);
  return [1 - (history?.uptime30d ?? 1), lag, history?.latencyMs ?? durationMs];
}

function compareRanks(a: Rank, b: Rank): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

/** The time of each chain's newest head, over all kinds. */
function findNewestBlocks(endpoints: readonly EndpointReport[]): ReadonlyMap<string, number> {
  const newest = new Map<string, number>();
  for (const endpoint of endpoints) {
    const timeMs = readBlockTime(endpoint);
    const chain = nameChain(endpoint);
    if (timeMs !== null && timeMs > (newest.get(chain) ?? Number.NEGATIVE_INFINITY))
      newest.set(chain, timeMs);
  }
  return newest;
}

function readBlockTime({ facts }: EndpointReport): number | null {
  const { blockTime } = facts;
  const timeMs = typeof blockTime === 'string' ? Date.parse(blockTime) : Number.NaN;
  return Number.isNaN(timeMs) ? null : timeMs;
}

/** An endpoint as its format lists it; with `url` and `provider` if it stands in no file. */
function formatEntry({ kind, url, provider }: EndpointReport, name: string | null): unknown {
  const format = formats.find((candidate) => candidate.name === name);
  if (format === undefined) return provider === null ? { url } : { provider, url };
  const list = format.lists.find(
    (candidate) =>
      candidate.kind === kind || Object.values(candidate.kindByScheme ?? {}).some((other) => other === kind),
  );
  if (isBare(list, provider)) return url;
  return formatFields(format.entryFields, url, provider);
}

function isBare(list: EntryList | undefined, provider: string | null): boolean {
  if (list === undefined) return false;
  return list.form === 'strings' || list.form === 'string' || (list.form === 'any' && provider === null);
}

function formatFields(fields: EntryFields, url: string | null, provider: string | null): object {
  const address = { [fields.address.name]: url };
  if (fields.provider === null || provider === null) return address;
  const operator = { [fields.provider.name]: provider };
  return fields.providerFirst === true ? { ...operator, ...address } : { ...address, ...operator };
}

function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const value = map.get(key) ?? create();
  map.set(key, value);
  return value;
}
