/**
 * The clock of a chain: so many blocks at the time `startedAt` (milliseconds since the epoch), and one more every `blockMs`.
 * @typedef {{ blocks: number, startedAt: number, blockMs: number }} Clock
 */

/** The latest block. @param {Clock} clock @param {number} [now] */
export const findHead = ({ blocks, startedAt, blockMs }, now = Date.now()) =>
  blocks + Math.floor((now - startedAt) / blockMs);

/** When a block was made, in seconds since the epoch. @param {Clock} clock @param {number} block */
export const findTimestamp = ({ blocks, startedAt, blockMs }, block) =>
  Math.floor((startedAt + (block - blocks) * blockMs) / 1_000);
