import { findPercentile } from '../support/requests.js';
import { formatCells, formatOutcome } from '../table.js';

/**
 * A figure beside that of an older version and the floor, with its target.
 * @typedef {object} Row
 * @property {string} what
 * @property {string} now
 * @property {string} before
 * @property {string} floor
 * @property {string} target
 * @property {boolean} reached
 * @property {string} [reason] What was tried if the target is missed.
 */

/**
 * Measures this checkout, and an older one if there is one. Resolves to the figures of this one, and to a function that makes a row of both.
 * @template Figures
 * @param {string | null} before
 * @param {(checkout: string) => Promise<Figures>} measure
 */
export async function measureBoth(before, measure) {
  const now = await measure('.');
  const then = before === null ? null : await measure(before);
  /**
   * @param {string} what
   * @param {(figures: Figures) => string} format
   * @param {string} floor
   * @param {string} target
   * @param {boolean} reached
   * @param {string} [reason]
   * @returns {Row}
   */
  const row = (what, format, floor, target, reached, reason) => ({
    ...{ what, now: format(now), before: then === null ? '–' : format(then), floor, target, reached },
    ...(reason !== undefined && { reason }),
  });
  return { now, row };
}

/** @param {number} ms */
export const formatMs = (ms) =>
  Number.isNaN(ms)
    ? 'none'
    : ms < 10
      ? `${ms.toFixed(1)} ms`
      : ms < 10_000
        ? `${ms.toFixed(0)} ms`
        : `${(ms / 1_000).toFixed(1)} s`;

/** The percentile that counts, and the failures. @param {import('../support/requests.js').Load} load */
export const formatLoad = ({ times, failed }) =>
  [
    `p99 ${formatMs(findPercentile(times, 0.99))} of ${times.length}`,
    ...Object.entries(failed).map(([status, count]) => `${count} × ${status}`),
  ].join(', ');

/** Whether nothing failed and the percentile is within the limit. @param {import('../support/requests.js').Load} load @param {number} limitMs */
export const isWithin = ({ times, failed }, limitMs) =>
  times.length > 0 && Object.keys(failed).length === 0 && findPercentile(times, 0.99) <= limitMs;

/**
 * The rows as a Markdown table, without the column of earlier figures if there are none.
 * @param {readonly Row[]} rows
 */
export function formatRows(rows) {
  const hasBefore = rows.some(({ before }) => before !== '–');
  return formatCells(
    ['what', 'serve', ...(hasBefore ? ['before'] : []), 'floor', 'target', 'reached'],
    rows.map(({ what, now, before, floor, target, reached, reason }) => [
      what,
      now,
      ...(hasBefore ? [before] : []),
      floor,
      target,
      formatOutcome(reached, reason),
    ]),
  );
}
