/** Of a bench: whether other programs are compared with, and whether sizes are small. */
export interface Options {
  peers: boolean;
  quick: boolean;
}

/** A figure and its comparison. */
export interface Row {
  work: string;
  ours: string;
  /** What it is compared with. */
  peer?: string;
  /** Ours to the peer's. */
  ratio?: number;
  /** The target. */
  reach: string;
  reached: boolean;
  /** Why the target is missed. */
  reason?: string | undefined;
}

/** What may be measured of a process, and how it is shown: time, processor time, and the most memory. */
const figures = {
  wallMs: formatMs,
  cpuMs: (ms: number) => `${formatMs(ms)} of processor time`,
  rssMb: (mb: number) => `${mb.toFixed(0)} MB resident`,
};

export type Figure = keyof typeof figures;
export type Usage = Readonly<Partial<Record<Figure, number>>>;

/**
 * A row of a figure beside a peer's, to which its ratio may be at most so much.
 * @param most Infinity if they are only compared.
 */
export function holdRatio(
  work: string,
  ours: number,
  [name, theirs]: readonly [name: string, value: number],
  most: number,
  {
    format = formatMs,
    ratio = ours / theirs,
    reason,
  }: { format?: (value: number) => string; ratio?: number; reason?: string | undefined } = {},
): Row {
  const reach = most === Infinity ? 'to compare' : `<= ${most} x`;
  const peer = `${name}: ${format(theirs)}`;
  return { work, ours: format(ours), peer, ratio, reach, reached: ratio <= most, reason };
}

/** A row of a figure that may be at most so much. */
export const holdLimit = (
  work: string,
  ours: number,
  most: number,
  format: (value: number) => string = formatMs,
  reason?: string,
): Row => ({
  work,
  ours: format(ours),
  reach: `<= ${format(most)}`,
  reached: ours <= most,
  reason,
});

/** A row of what was measured in turn with a peer: the medians, and that of the ratios, which may be at most so much. */
export function holdRounds(
  work: string,
  figure: Figure,
  ours: readonly Usage[],
  [name, theirs]: readonly [name: string, measures: readonly Usage[]],
  most: number,
  reason?: string,
) {
  const [own, base] = [list(ours, figure), list(theirs, figure)];
  const options = { format: figures[figure], ratio: compare(own, base), reason };
  return holdRatio(work, median(own), [name, median(base)], most, options);
}

/** A row of the most memory of all runs. */
export const holdMemory = (work: string, ours: readonly Usage[], most: number, reason?: string) =>
  holdLimit(work, Math.max(...list(ours, 'rssMb')), most, figures.rssMb, reason);

const list = (measures: readonly Usage[], figure: Figure) =>
  measures.map((measure) => measure[figure] ?? Number.NaN);

export function formatMs(ms: number) {
  if (ms >= 10_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;
}

export const formatMiB = (mib: number) => `${mib.toFixed(0)} MiB`;

export const formatCount = (count: number) => Math.round(count).toLocaleString('en');

/** The rows as a Markdown table, for the terminal and the docs; the work of the row above is not repeated. */
export function formatTable(rows: readonly Row[]) {
  /** One that the row before has too is not repeated. */
  const describeReason = (reason: string | undefined, before: Row | undefined) =>
    reason === undefined
      ? []
      : before?.reached === false && before.reason === reason
        ? ['as above']
        : [reason];
  const lines = rows.map(({ work, ours, peer = '', ratio, reach, reached, reason }, at) => [
    work === rows[at - 1]?.work ? '' : work,
    ours,
    peer,
    ratio?.toFixed(2) ?? '',
    [reach, ...(reached ? [] : ['missed', ...describeReason(reason, rows[at - 1])])].join(', '),
  ]);
  const header = ['work', 'endpoint-check', 'compared with', 'ratio', 'reach'];
  const widths = header.map((_, column) =>
    Math.max(...[header, ...lines].map((line) => line[column]?.length ?? 0)),
  );
  const rule = widths.map((width) => '-'.repeat(width));
  return [header, rule, ...lines]
    .map((line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
    .join('\n');
}

/**
 * Runs the candidates in turn, A B C A B C …, so that changes in the speed of the machine affect all of them equally. Each returns its
 * measurement; a first round warms up the disk cache and does not count.
 */
export async function measureInTurn<Name extends string, Measure>(
  candidates: Partial<Record<Name, () => Promise<Measure>>>,
  rounds: number,
) {
  const entries = Object.entries(candidates) as [Name, () => Promise<Measure>][];
  const measures = {} as Record<Name, Measure[]>;
  for (const [name] of entries) measures[name] = [];
  for (let round = -1; round < rounds; round++) {
    for (const [name, measure] of entries) {
      const measured = await measure();
      if (round >= 0) measures[name].push(measured);
    }
  }
  return measures;
}

/** The median of the ratios, round by round. */
export function compare(ours: readonly number[], base: readonly number[]) {
  return median(ours.map((value, round) => value / (base[round] ?? Number.NaN)));
}

export const median = (values: readonly number[]) => findPercentile(values, 0.5);

/** The value that this share of all values, from 0 to 1, does not exceed. */
export function findPercentile(values: readonly number[], share: number) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
