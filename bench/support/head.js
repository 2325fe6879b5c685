/**
 * The clock of a chain: so many blocks at the time `startedAt` (milliseconds since the epoch), and one more every `blockMs`; 0 for a chain
 * that stands still.
 * @typedef {{ blocks: number, startedAt: number, blockMs: number }} Clock
 */

/** The latest block. @param {Clock} clock @param {number} [now] */
export const findHead = ({ blocks, startedAt, blockMs }, now = Date.now()) =>
  blocks + (blockMs === 0 ? 0 : Math.floor((now - startedAt) / blockMs));

/** When a block was made, in seconds since the epoch. A chain that stands still has made its latest one just now. @param {Clock} clock @param {number} block */
export const findTimestamp = ({ blocks, startedAt, blockMs }, block) =>
  Math.floor((startedAt + (block - blocks) * (blockMs === 0 ? 1_000 : blockMs)) / 1_000);
