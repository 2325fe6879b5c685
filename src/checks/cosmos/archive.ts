import type { Problem, RuleText } from '../../model/rule.js';
import { aborted, waitAtMost } from '../../net/abort.js';

/** Whether a node has its chain from the first block on; if not, the lowest height that it has. */
export type Archive = { readonly isWhole: true } | { readonly isWhole: false; readonly lowest: number };

/** The outcome of the request for a block: whether the chain begins with it, a refusal in the node's words, or null if nothing is proved. */
export type BlockAnswer = { readonly isFirst: boolean } | { readonly refusal: string } | null;

/** How long the requests may take together. Shorter than `longestPauseMs`, the wait for a repeated request. */
const graceMs = 4_500;

/**
 * Requests block 1. A chain that continues an older one begins at a later height: a node names its lowest height, and the first block of a chain
 * has none before it. `earliest_block_height` of the status may be wrong, so it is not read. Null if nothing is proved.
 */
export async function findArchive(
  getBlock: (height: number) => Promise<BlockAnswer>,
): Promise<Archive | null> {
  const found = await waitAtMost(searchFirst(getBlock), graceMs);
  return found === aborted ? null : found;
}

async function searchFirst(getBlock: (height: number) => Promise<BlockAnswer>): Promise<Archive | null> {
  const block = await getBlock(1);
  if (block === null) return null;
  if ('isFirst' in block) return { isWhole: true };
  const lowest = readLowest(block.refusal);
  const first = lowest === null ? null : await getBlock(lowest);
  if (lowest === null || first === null) return null;
  if ('refusal' in first) {
    // The node has removed its lowest block since.
    const later = readLowest(first.refusal);
    return later !== null && later > lowest ? { isWhole: false, lowest: later } : null;
  }
  return first.isFirst ? { isWhole: true } : { isWhole: false, lowest };
}

/** As CometBFT's rpc/core/env.go words it, which the Cosmos SDK passes on. */
function readLowest(refusal: string): number | null {
  const [, height] = /lowest height is ([1-9]\d{0,14})\b/.exec(refusal) ?? [];
  return height === undefined ? null : Number(height);
}

/** The problem of a node that lacks blocks; none if it has all, if no entry claims so, or if nothing is proved. Pure. */
export function judgeArchive(kind: string, archive: Archive | null): Problem[] {
  return archive?.isWhole === false
    ? [{ code: `${kind}/not-archive`, data: { lowest: archive.lowest } }]
    : [];
}

export type NotArchiveData = { readonly lowest: number };

/** The rule for a node that has not all blocks. */
export const notArchive: RuleText<NotArchiveData> = {
  severity: 'warning',
  summary: 'the node does not have all blocks',
  explanation:
    'The entry says `"archive": true`, so programs that read old blocks choose it, and fail. The node refused block ' +
    '1, and its lowest block is not the first of its chain.',
  sample: { lowest: 15_234_001 },
  message: ({ lowest }) => `the entry is listed as an archive, but the lowest block of the node is ${lowest}`,
  hint: () => 'remove "archive", or let the node keep all blocks (min-retain-blocks = 0 in app.toml)',
};
