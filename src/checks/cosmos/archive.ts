import type { Problem, RuleText } from '../../model/rule.js';
import { aborted, waitAtMost } from '../../net/abort.js';

/** Whether a node has its chain from the first block on; else the lowest height that it has. */
export type Archive = { readonly isWhole: true } | { readonly isWhole: false; readonly lowest: number };

/** What came of the request of a block: whether the chain begins with it, a refusal in the node's words, or null for what proves nothing. */
export type BlockAnswer = { readonly isFirst: boolean } | { readonly refusal: string } | null;

/** How long the requests may take together: less than one waits for its answer before it is repeated (`longestPauseMs`). */
const graceMs = 4_500;

/**
 * Requests block 1. A chain that goes on with the state of an older one begins at another height: a node names the lowest that it has, and the
 * first block of a chain has none before it. `earliest_block_height` of the status may be wrong, so it is not read. Null if nothing is proved.
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
    // It has removed its lowest block since.
    const later = readLowest(first.refusal);
    return later !== null && later > lowest ? { isWhole: false, lowest: later } : null;
  }
  return first.isFirst ? { isWhole: true } : { isWhole: false, lowest };
}

/** From the words of CometBFT's rpc/core/env.go, which the Cosmos SDK passes on. */
function readLowest(refusal: string): number | null {
  const [, height] = /lowest height is ([1-9]\d{0,14})\b/.exec(refusal) ?? [];
  return height === undefined ? null : Number(height);
}

/** The problem of a node that has not all blocks; none if it has, or nobody asked, or nothing is proved. Pure. */
export function judgeArchive(kind: string, archive: Archive | null): Problem[] {
  return archive?.isWhole === false
    ? [{ code: `${kind}/not-archive`, data: { lowest: archive.lowest } }]
    : [];
}

/** Data of the rule for a node that has not all blocks. */
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
