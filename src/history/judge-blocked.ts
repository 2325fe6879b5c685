import { groupBy } from '../model/group-by.js';
import { foldProvider } from '../registry/spelling.js';
import type { DeadEntry, ListedEndpoint } from './dead-report.js';

/** The name of a provider without capitals, spaces and punctuation, in which entries often differ; empty if it is unknown. */
export function readProvider({ entry: { provider } }: ListedEndpoint): string {
  return foldProvider(provider ?? '').trim();
}

/** How many hosts must fall silent together, so that one dead machine is no firewall. */
const minHosts = 2;

/**
 * The dead entries of providers that may block the machine that checks: nothing of the provider is reached any more, and these of its hosts fell
 * silent with one run, in which others were up.
 */
export function findBlockers(
  dead: readonly DeadEntry[],
  providers: ReadonlyMap<string, readonly ListedEndpoint[]>,
): ReadonlySet<DeadEntry> {
  const silent = dead.filter((entry) => {
    const all = providers.get(readProvider(entry)) ?? [];
    const isReached = all.some(({ lines }) => lines.some(({ structural }) => structural === null));
    return readProvider(entry) !== '' && entry.sign === 'silent' && entry.othersUp > 0 && !isReached;
  });
  const runs = groupBy(silent, (entry) =>
    JSON.stringify([readProvider(entry), ...entry.lines.map(({ structural }) => structural?.since)]),
  );
  const together = [...runs.values()].filter(
    (entries) => new Set(entries.map(({ entry }) => entry.target?.host)).size >= minHosts,
  );
  const blocking = new Set(together.flat());
  // In the order of the files.
  return new Set(dead.filter((entry) => blocking.has(entry)));
}
