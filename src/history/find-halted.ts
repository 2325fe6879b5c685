import { findCheck } from '../checks/index.js';
import { groupBy } from '../model/group-by.js';
import type { HistoryLine, StoppedHead } from '../model/history.js';
import type { Registry } from '../registry/load.js';
import { foldProvider } from '../registry/spelling.js';
import { type ListedEndpoint, findLines, keyOfChain } from './entry-line.js';
import { type DeadLimits, isUp } from './judge-line.js';
import { haltedBlocks, isHalted } from './update-history.js';

export interface HaltedEndpoint extends ListedEndpoint {
  readonly head: StoppedHead;
}

/** A chain that makes no blocks, or that makes blocks again. */
export interface HaltedChain {
  readonly chain: string;
  /** The files that list its entries, sorted. */
  readonly files: readonly string[];
  readonly height: number;
  /** The latest of the times since which these endpoints stand there, and the fewest runs. */
  readonly since: string;
  readonly runs: number;
  readonly providers: number;
  readonly endpoints: readonly HaltedEndpoint[];
}

export interface HaltedReport {
  readonly limits: DeadLimits;
  readonly halted: readonly HaltedChain[];
  /** They had halted, and an endpoint has newer blocks. */
  readonly resumed: readonly HaltedChain[];
}

/** Fewer may be nodes that nobody looks after, while the chain goes on. */
const minProviders = 2;

/**
 * Finds the live chains that have halted: all endpoints that show their head stand at one, and those of at least two providers have stood there for so
 * many counted runs over so many days. Peers, and nodes that are catching up, show none.
 */
export function findHalted(
  { entries }: Pick<Registry, 'entries'>,
  lines: readonly HistoryLine[],
  limits: DeadLimits,
): HaltedReport {
  const live = entries.filter(({ target, chainStatus }) => target !== null && chainStatus === 'live');
  const up = findLines(live, [lines]).filter(({ lines: [line] }) => line !== undefined && isUp(line));
  const chains = groupBy(up, ({ entry }) => keyOfChain(entry.chain, entry.place.file));
  const halted: HaltedChain[] = [];
  const resumed: HaltedChain[] = [];
  for (const [key, endpoints] of chains) {
    if (key === null) continue;
    const heads = endpoints.map(({ lines: [line] }) => line?.head);
    const stopped = endpoints.flatMap((endpoint, at) => {
      const head = heads[at] ?? null;
      return head === null ? [] : { ...endpoint, head };
    });
    const isAgain = ({ head }: HaltedEndpoint) => head.until !== undefined;
    if (stopped.some(isAgain)) resumed.push(describeChain(stopped.filter(isAgain)));
    if (heads.includes(undefined) || stopped.some(isAgain) || !standTogether(stopped)) continue;
    const long = stopped.filter(({ lines: [line], head }) => isHalted(head, line?.lastRun ?? '', limits));
    if (listFamilies(long).some((family) => countProviders(family) >= minProviders))
      halted.push(describeChain(long));
  }
  return { limits, halted, resumed };
}

/** Whether the endpoints stand at one head, those of another virtual machine at another. */
function standTogether(endpoints: readonly HaltedEndpoint[]): boolean {
  return listFamilies(endpoints).every((family) => {
    const heights = family.map(({ head }) => head.height);
    return Math.max(...heights) - Math.min(...heights) <= haltedBlocks;
  });
}

function listFamilies(endpoints: readonly HaltedEndpoint[]): readonly (readonly HaltedEndpoint[])[] {
  return [...groupBy(endpoints, ({ entry }) => findCheck(entry.kind)?.idFamily).values()];
}

function countProviders(endpoints: readonly HaltedEndpoint[]): number {
  return new Set(
    endpoints.map(({ entry: { provider, target } }) => foldProvider(provider ?? '') || (target?.host ?? '')),
  ).size;
}

function describeChain(endpoints: readonly HaltedEndpoint[]): HaltedChain {
  const heads = endpoints.map(({ head }) => head);
  return {
    chain: endpoints[0]?.entry.chain ?? '',
    files: [...new Set(endpoints.flatMap(({ entry }) => entry.place.file ?? []))].sort(),
    height: Math.max(...heads.map(({ height }) => height)),
    since: heads.reduce((latest, { since }) => (since > latest ? since : latest), ''),
    runs: Math.min(...heads.map(({ runs }) => runs)),
    providers: countProviders(endpoints),
    endpoints,
  };
}
