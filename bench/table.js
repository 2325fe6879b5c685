import { compare, median } from './measure.js';

/**
 * A figure and its comparison.
 * @typedef {object} Row
 * @property {string} work
 * @property {string} ours
 * @property {string} [peer] What it is compared with.
 * @property {number} [ratio] Ours to the peer's.
 * @property {string} reach The target.
 * @property {boolean} reached
 * @property {string | undefined} [reason] Why the target is missed.
 */

/** What may be measured of a process, and how it is shown: time, processor time, and the most memory. */
const figures = {
  wallMs: formatMs,
  cpuMs: (/** @type {number} */ ms) => `${formatMs(ms)} of processor time`,
  rssMb: (/** @type {number} */ mb) => `${mb.toFixed(0)} MB resident`,
};

/** @typedef {keyof typeof figures} Figure */
/** @typedef {Readonly<Partial<Record<Figure, number>>>} Usage */

/**
 * A row of a figure beside a peer's, to which its ratio may be at most so much.
 * @param {string} work
 * @param {number} ours
 * @param {readonly [name: string, value: number]} peer
 * @param {number} most Infinity if they are only compared.
 * @param {{ format?: (value: number) => string, ratio?: number, reason?: string | undefined }} [options]
 * @returns {Row}
 */
export function holdRatio(
  work,
  ours,
  [name, theirs],
  most,
  { format = formatMs, ratio = ours / theirs, reason } = {},
) {
  const reach = most === Infinity ? 'to compare' : `<= ${most} x`;
  const peer = `${name}: ${format(theirs)}`;
  return { work, ours: format(ours), peer, ratio, reach, reached: ratio <= most, reason };
}

/**
 * A row of a figure that may be at most so much.
 * @param {string} work
 * @param {number} ours
 * @param {number} most
 * @param {(value: number) => string} [format]
 * @param {string} [reason]
 * @returns {Row}
 */
export const holdLimit = (work, ours, most, format = formatMs, reason) => ({
  work,
  ours: format(ours),
  reach: `<= ${format(most)}`,
  reached: ours <= most,
  reason,
});

/**
 * A row of what was measured in turn with a peer: the medians, and that of the ratios, which may be at most so much.
 * @param {string} work
 * @param {Figure} figure
 * @param {readonly Usage[]} ours
 * @param {readonly [name: string, measures: readonly Usage[]]} peer
 * @param {number} most
 * @param {string} [reason]
 */
export function holdRounds(work, figure, ours, [name, theirs], most, reason) {
  const [own, base] = [list(ours, figure), list(theirs, figure)];
  const options = { format: figures[figure], ratio: compare(own, base), reason };
  return holdRatio(work, median(own), [name, median(base)], most, options);
}

/** A row of the most memory of all runs. @param {string} work @param {readonly Usage[]} ours @param {number} most @param {string} [reason] */
export const holdMemory = (work, ours, most, reason) =>
  holdLimit(work, Math.max(...list(ours, 'rssMb')), most, figures.rssMb, reason);

/** @param {readonly Usage[]} measures @param {Figure} figure */
const list = (measures, figure) => measures.map((measure) => measure[figure] ?? Number.NaN);

/** @param {number} ms */
export function formatMs(ms) {
  if (ms >= 10_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;
}

/** @param {number} mib */
export const formatMiB = (mib) => `${mib.toFixed(0)} MiB`;

/** @param {number} count */
export const formatCount = (count) => Math.round(count).toLocaleString('en');

/** The rows as a Markdown table, for the terminal and the docs; the work of the row above is not repeated. @param {readonly Row[]} rows */
export function formatTable(rows) {
  /** One that the row before has too is not repeated. @param {string | undefined} reason @param {Row | undefined} before */
  const describeReason = (reason, before) =>
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
