/**
 * A figure and its comparison.
 * @typedef {object} Row
 * @property {string} work
 * @property {string} ours
 * @property {string} peer What it is compared with; empty if there is nothing to compare.
 * @property {number | null} ratio Ours to the peer's.
 * @property {string} reach The target.
 * @property {boolean | null} reached Null if it was not measured; `reason` says why.
 * @property {string} [reason] Why the target is missed or was not measured.
 */

/**
 * @param {string} work
 * @param {string} ours
 * @param {string} reach
 * @param {boolean} reached
 * @param {{ peer?: string, ratio?: number, reason?: string }} [comparison]
 * @returns {Row}
 */
export function describeFigure(work, ours, reach, reached, { peer = '', ratio, reason } = {}) {
  return { work, ours, peer, ratio: ratio ?? null, reach, reached, ...(reason !== undefined && { reason }) };
}

/**
 * A row for a figure that cannot be measured on this machine: it is shown, but does not count as reached.
 * @param {string} work
 * @param {string} reach
 * @param {string} reason
 * @returns {Row}
 */
export function skip(work, reach, reason) {
  return { work, ours: '', peer: '', ratio: null, reach, reached: null, reason };
}

/**
 * The row of the most memory that a run had.
 * @param {number} rssMb
 * @param {number} limitMb
 * @param {string} work
 * @returns {Row}
 */
export function describeMemory(rssMb, limitMb, work) {
  return describeFigure(work, `${rssMb.toFixed(0)} MB resident`, `<= ${limitMb} MB`, rssMb <= limitMb);
}

/**
 * The first line of an error.
 * @param {unknown} error
 */
export function describeError(error) {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}

/** @param {number} ms */
export const formatMs = (ms) => (ms < 10_000 ? `${ms.toFixed(0)} ms` : `${(ms / 1_000).toFixed(1)} s`);

/**
 * The rows as a Markdown table, for the terminal and the docs; the work of the row above is not repeated.
 * @param {readonly Row[]} rows
 * @returns {string}
 */
export const formatTable = (rows) =>
  formatCells(
    ['work', 'endpoint-check', 'compared with', 'ratio', 'reach'],
    rows.map(({ work, ours, peer, ratio, reach, reached, reason }, at) => [
      work === rows[at - 1]?.work ? '' : work,
      ours,
      peer,
      ratio === null ? '' : ratio.toFixed(2),
      [reach, ...(reached === true ? [] : [formatMiss(reached, reason)])].join(', '),
    ]),
  );

/**
 * @param {boolean | null} reached
 * @param {string} [reason]
 */
function formatMiss(reached, reason) {
  const answer = reached === null ? 'not measured' : 'missed';
  return reason === undefined ? answer : `${answer}: ${reason}`;
}

/**
 * @param {boolean | null} reached
 * @param {string} [reason]
 */
export function formatOutcome(reached, reason) {
  const answer = reached === null ? 'not measured' : reached ? 'yes' : 'no';
  return reached === true || reason === undefined ? answer : `${answer}: ${reason}`;
}

/**
 * @param {readonly string[]} header
 * @param {readonly (readonly string[])[]} cells
 */
export function formatCells(header, cells) {
  const widths = header.map((name, at) =>
    Math.max(name.length, ...cells.map((line) => line[at]?.length ?? 0)),
  );
  /** @param {readonly string[]} line */
  const format = (line) => `| ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [format(header), format(widths.map((width) => '-'.repeat(width))), ...cells.map(format)].join('\n');
}
