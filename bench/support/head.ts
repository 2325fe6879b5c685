/** The clock of a chain: so many blocks at the time `startedAt` (milliseconds since the epoch), and one more every `blockMs`. */
export interface Clock {
  blocks: number;
  startedAt: number;
  blockMs: number;
}

/** The latest block. */
export const findHead = ({ blocks, startedAt, blockMs }: Clock, now = Date.now()) =>
  blocks + Math.floor((now - startedAt) / blockMs);

/** When a block was made, in seconds since the epoch. */
export const findTimestamp = ({ blocks, startedAt, blockMs }: Clock, block: number) =>
  Math.floor((startedAt + (block - blocks) * blockMs) / 1_000);
