import type { JsonValue } from '../../model/json.js';
import type { RuleProblem } from '../../model/rule.js';
import { saysBatch } from '../../net/words.js';
import type { RpcOutcome } from '../http/json-answer.js';
import { isOpen } from '../http/outcome.js';
import type { JsonRpcCall } from '../json/messages.js';
import { type Capabilities, describeArchive } from '../node/observation.js';
import { type Ask, type FindCapability, isRefusal, known, type Unanswered } from '../node/interview.js';
import type { Head } from '../block/stale.js';
import { describeBriefly } from '../rules/describe-briefly.js';
import { getChainId, readBlock } from './calls.js';
import { type MakeCall, searchEvmArchive } from './archive.js';
import type { EvmKind } from './rules.js';
import { logSearch } from '../../model/capability.js';
import { classifyHeightRefusal } from '../../net/words.js';
import { readRangeLimit } from './range-limit.js';

/** Sends calls as one batch; resolves to the outcomes of the calls. */
export type SendBatch = (
  calls: readonly JsonRpcCall[],
) => Promise<{ readonly kind: 'result'; readonly outcomes: readonly RpcOutcome[] } | Unanswered>;

/** How a kind asks for them; `sendBatch` is null where clients send none. */
export interface EvmCalls {
  readonly call: MakeCall;
  readonly sendBatch: SendBatch | null;
}

/** What clients of EVM nodes need, the most wanted first. */
export function listEvmCapabilities(
  kind: EvmKind,
  head: Head | null,
  ask: Ask,
  { call, sendBatch }: EvmCalls,
): readonly FindCapability[] {
  const askCall: MakeCall = (method, params) => ask<RpcOutcome>(() => call(method, params));
  return [
    ...(head === null ? [] : [() => findLogs(kind, head, ask, call)]),
    ...(sendBatch === null ? [] : [() => findBatch(ask, sendBatch)]),
    () => findTag('finalized', askCall),
    () => findTag('safe', askCall),
    async () => known('archive', describeArchive(await searchEvmArchive(askCall, head))),
    () => findMethod('debug', askCall, 'debug_traceTransaction', [unknownHash, {}]),
    () => findMethod('trace', askCall, 'trace_transaction', [unknownHash]),
  ];
}

async function findLogs(kind: EvmKind, head: Head, ask: Ask, call: MakeCall): Promise<Partial<Capabilities>> {
  const { maxRange, refusal } = await findLogRange(Number(head.height), (params, isAnswer) =>
    ask<RpcOutcome>(() => call('eth_getLogs', params), isAnswer),
  );
  const detail = maxRange === 0 && refusal !== null ? describeBriefly(refusal) : null;
  return {
    facts: { logs: { maxRange } },
    problems: detail === null ? [] : [{ code: `${kind}/no-logs`, data: { detail } }],
  };
}

/** As ethers sends its first calls; four, since some providers accept three (AmbireTech/ambire-common `getRpcProvider.ts`). */
const batchSizes = [2, 4];

/** How many calls a batch may have, as far as it was tried; 0 if it is refused. */
async function findBatch(ask: Ask, sendBatch: SendBatch) {
  let batch = 0;
  for (const size of batchSizes) {
    const calls = Array.from({ length: size }, (_, at) => ({ ...getChainId, id: at + 1 }));
    let answered = 0;
    const outcome = await ask(async () => {
      const sent = await sendBatch(calls);
      if (sent.kind === 'problem') return sent;
      answered = sent.outcomes.filter(hasResult).length;
      return sent.outcomes.find((item) => item.kind === 'problem') ?? sent;
    }, refusesBatch);
    if (outcome.kind === 'problem' && isOpen(outcome.problem) && !refusesBatch(outcome.problem))
      return batch === 0 ? {} : { facts: { batch } };
    const cap = outcome.kind === 'problem' ? readCap(outcome.problem, size) : 0;
    batch = Math.max(batch, answered, cap);
    if (answered < size) break;
  }
  return { facts: { batch } };
}

/** Whether a call of a batch was answered: providers that shorten batches send errors, or null, for the others. */
function hasResult(outcome: RpcOutcome): boolean {
  return outcome.kind === 'result' && outcome.result !== null;
}

function refusesBatch(problem: RuleProblem): boolean {
  return saysBatch(describeBriefly(problem));
}

/** "Batch of more than 3 requests": the cap, if it is below what was sent. */
function readCap(problem: RuleProblem, size: number): number {
  const [, cap = '0'] = /(?:more than|limit|max\w*)\D{0,20}(\d+)/i.exec(describeBriefly(problem)) ?? [];
  return Number(cap) < size ? Number(cap) : 0;
}

/** Whether a block is answered for a tag of finality (ethereum/execution-apis, `BlockTag`); nodes without one answer an error or null. */
async function findTag(tag: 'finalized' | 'safe', call: MakeCall) {
  const outcome = await call('eth_getBlockByNumber', [tag, false]);
  if (outcome.kind === 'result' && outcome.result === null) return known(tag, false);
  if (outcome.kind === 'result') return known(tag, 'number' in readBlock(outcome.result) ? true : null);
  const isMissing = isRefusal(outcome.problem) || /not found/i.test(describeBriefly(outcome.problem));
  return known(tag, isMissing ? false : null);
}

const unknownHash = `0x${'11'.repeat(32)}`;

/** "Method not found", and EIP-1474's "method not supported". */
const absentCodes: readonly unknown[] = [-32601, -32004];
const absentWords =
  /(?:method|namespace|module|api)\b.{0,60}(?:not (?:found|supported|available|allowed|enabled)|does ?n.t exist|does not exist|disabled|unsupported)|not available on|upgrade|whitelist/i;
/**
 * Of the transaction: what else is not found may be a route of a gateway. Geth, reth and Erigon "transaction not found", Nethermind "Cannot find
 * transaction", evmd "tx not found".
 */
const unknownWords =
  /\b(?:transaction|tx)(?:hash)?\b.{0,80}not found|(?:cannot|could not|unable to) find (?:the )?(?:transaction|tx)|(?:unknown|no) (?:transaction|tx)\b/i;

/** Whether a method is there: asked for a transaction that does not exist, a node that has it says so. */
async function findMethod(
  name: 'debug' | 'trace',
  call: MakeCall,
  method: string,
  params: readonly JsonValue[],
) {
  const outcome = await call(method, params);
  if (outcome.kind === 'result') return known(name, true);
  const { problem } = outcome;
  const words = describeBriefly(problem);
  if (absentCodes.includes(problem.data['code']) || absentWords.test(words)) return known(name, false);
  if (unknownWords.test(words)) return known(name, true);
  return known(name, isRefusal(problem) && !problem.code.endsWith('/rpc-error') ? false : null);
}

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
async function findLogRange(height: number, search: SearchLogs): Promise<LogRange> {
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
