import { logSearch } from '../../model/capability.js';
import type { JsonValue } from '../../model/json.js';
import type { RuleProblem } from '../../model/rule.js';
import { classifyHeightRefusal } from '../../net/words.js';
import { isRefusal } from '../node/interview.js';
import { describeBriefly } from '../rules/describe-briefly.js';
import type { RpcOutcome } from '../http/json-answer.js';
import { readRangeLimit } from './range-limit.js';

/** Searches for logs; `isAnswer` tells a refusal of the range from a limit of the rate. */
export type SearchLogs = (
  params: readonly JsonValue[],
  isAnswer: (problem: RuleProblem) => boolean,
) => Promise<RpcOutcome>;

/** The widest search for logs that a node answers. */
export interface LogRange {
  /** In blocks: the widest that was answered, or what the refusal of a wider one names; 0 if not even one is. Null if that is not known. */
  readonly maxRange: number | null;
  readonly refusal: RuleProblem | null;
}

/** Logs that no contract makes, so that every node answers an empty list. */
const noLogs = { address: `0x${'0'.repeat(36)}dEaD`, topics: [`0x${'11'.repeat(32)}`] };
/** Blocks of each search, and those of the last one after a refusal that names no number. */
const searches = [
  { blocks: 1, smaller: null },
  { blocks: 1_000, smaller: 100 },
  { blocks: logSearch.mostBlocks, smaller: 2_000 },
];

/** Finds the widest search for logs with at most four requests, and stops at a refusal. */
export async function findLogRange(height: number, search: SearchLogs): Promise<LogRange> {
  // Geth and evmd refuse a search that ends above their head.
  const to = Math.max(0, height - logSearch.behindHead);
  const searchBlocks = (blocks: number) => {
    const from = Math.max(0, to - blocks + 1);
    const range = { fromBlock: formatBlock(from), toBlock: formatBlock(to) };
    return search([{ ...noLogs, ...range }], refusesSearch);
  };
  let answered: number | null = null;
  for (const { blocks, smaller } of searches) {
    const outcome = await searchBlocks(blocks);
    if (outcome.kind === 'result') {
      if (!Array.isArray(outcome.result)) break;
      answered = Math.min(blocks, to + 1);
      // No more blocks than there are.
      if (answered === to + 1) break;
      continue;
    }
    const { problem } = outcome;
    if (!refusesSearch(problem)) return { maxRange: answered, refusal: null };
    if (answered === null) return { maxRange: isRefusal(problem) ? 0 : null, refusal: problem };
    const limit = readRangeLimit(problem);
    const stated = limit?.kind === 'too-many-blocks' ? limit.stated : [];
    const [cap = null] = stated.filter((number) => number >= (answered ?? 0) && number <= blocks);
    if (cap !== null || smaller === null) return { maxRange: cap ?? answered, refusal: problem };
    const last = await searchBlocks(smaller);
    const isAnswered = last.kind === 'result' && Array.isArray(last.result);
    return { maxRange: isAnswered ? smaller : answered, refusal: problem };
  }
  return { maxRange: answered, refusal: null };
}

/** Whether a search is refused for what it is: not since the node has pruned the blocks, is behind, or answers what nobody asked for. */
function refusesSearch(problem: RuleProblem): boolean {
  if (problem.code === 'net/response-too-large') return false;
  const limit = readRangeLimit(problem);
  if (limit !== null) return limit.kind !== 'beyond-head';
  return isRefusal(problem) && classifyHeightRefusal({ details: describeBriefly(problem) }) === null;
}

function formatBlock(height: number): string {
  return `0x${height.toString(16)}`;
}
