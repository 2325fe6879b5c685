import { failure } from '../../model/failure.js';
import { isJsonObject } from '../../model/json.js';
import type { ChainClaim } from '../../model/entry.js';
import type { RuleProblem } from '../../model/rule.js';
import { type Head, readBlockTime } from '../block/stale.js';
import type { NodeAnswers } from '../node/observation.js';
import { describeBriefly } from '../rules/describe-briefly.js';
import { describeQuantity, readBlock, parseQuantity, readChainId } from './calls.js';
import type { RpcOutcome } from '../http/json-answer.js';
import type { EvmKind } from './rules.js';

/** What an EVM node answered, over any transport. Lists hold the answers to one call, in order. */
export interface EvmAnswers {
  readonly blocks: readonly RpcOutcome[];
  readonly chainIds: readonly RpcOutcome[];
  /** Null if it was not requested: only if there is no chain id. */
  readonly networkId: RpcOutcome | null;
  readonly syncing: RpcOutcome | null;
}

/** What the answers of an EVM node say of it, besides `problems` of its kind alone. Pure. */
export function describeAnswers(
  kind: EvmKind,
  answers: EvmAnswers,
  problems: readonly RuleProblem[] = [],
): NodeAnswers {
  const { blocks, chainIds } = answers;
  const { heads, headProblem, problem: blockProblem } = readHeads(kind, blocks);
  const isSyncing = readSyncing(answers.syncing);
  const hasNoBlock =
    heads.length === 0
      ? blocks.some((outcome) => outcome.kind === 'result' && outcome.result === null)
      : isSyncing === true && heads.every(({ height }) => height === 0);
  return {
    chainIds: listIds(chainIds).map(toQuantity),
    heads,
    syncing: isSyncing === null ? [] : [isSyncing],
    hasNoBlock,
    headProblem,
    problems: [
      ...problems,
      ...(blockProblem === null ? [] : [blockProblem]),
      ...judgeForm(kind, answers),
      // A node without a block has no chain yet.
      ...(hasNoBlock ? [] : judgeChainId(kind, chainIds)),
    ],
    facts: {},
    judgeClaim: (claim) => judgeClaim(kind, answers, claim),
  };
}

/** The heads of the blocks, why there is none for a block that is too large, and the problem of one that is none. */
function readHeads(
  kind: EvmKind,
  blocks: readonly RpcOutcome[],
): { heads: readonly Head[]; headProblem: RuleProblem | null; problem: RuleProblem | null } {
  const heads: Head[] = [];
  let headProblem: RuleProblem | null = null;
  let problem: RuleProblem | null = null;
  for (const outcome of blocks) {
    if (outcome.kind === 'problem' || outcome.result === null) continue;
    const block = readBlock(outcome.result);
    if (!('reason' in block))
      heads.push({ height: toQuantity(block.number), ...readBlockTime(block.timestamp) });
    else if (outcome.limitBytes === undefined)
      problem ??= { code: `${kind}/malformed-block`, data: { reason: block.reason } };
    else headProblem = failure('net/response-too-large', { limitBytes: outcome.limitBytes });
  }
  return { heads, headProblem, problem };
}

/** Whether it is catching up: an object says how far it is (ethereum/execution-apis, `eth_syncing`). Null for any other answer. */
function readSyncing(outcome: RpcOutcome | null): boolean | null {
  if (outcome?.kind !== 'result') return null;
  return isJsonObject(outcome.result) || (outcome.result === false ? false : null);
}

/** A quantity of JSON-RPC as a number, beyond 2^53 as a string, so that none is rounded. */
function toQuantity(value: bigint): number | string {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : String(value);
}

function listIds(outcomes: readonly RpcOutcome[]): readonly bigint[] {
  return outcomes.flatMap((outcome) => readChainId(outcome) ?? []);
}

/** How the answers depart from the specifications, though they can be read. */
function judgeForm(kind: EvmKind, { blocks, chainIds }: EvmAnswers): RuleProblem[] {
  const results = [...blocks, ...chainIds].flatMap((outcome) => (outcome.kind === 'result' ? outcome : []));
  const reasons = new Set([
    ...results.flatMap(({ deviation }) => deviation ?? []),
    ...blocks.flatMap((outcome) => {
      const block = outcome.kind === 'result' ? readBlock(outcome.result) : { reason: '' };
      return 'reason' in block ? [] : block.deviations;
    }),
    ...chainIds.flatMap(describeChainId),
  ]);
  return [...reasons].map((reason) => ({ code: `${kind}/nonstandard-answer`, data: { reason } }));
}

function describeChainId(outcome: RpcOutcome): readonly string[] {
  if (outcome.kind !== 'result' || readChainId(outcome) === null) return [];
  const { result } = outcome;
  if (typeof result !== 'string' || !result.startsWith('0x')) return ['eth_chainId answers a decimal number'];
  return describeQuantity(result) === null ? [] : ['the answer to eth_chainId has leading zeros'];
}

/** Whether clients get the chain id, which they request first. An endpoint that limits the rate may answer other clients. */
function judgeChainId(kind: EvmKind, chainIds: readonly RpcOutcome[]): RuleProblem[] {
  const [outcome] = chainIds;
  if (outcome === undefined || listIds(chainIds).length > 0 || findLimit(outcome) !== null) return [];
  return [{ code: `${kind}/chain-unknown`, data: { detail: describeNoChainId(outcome) } }];
}

function describeNoChainId(outcome: RpcOutcome): string {
  return outcome.kind === 'problem' ? describeBriefly(outcome.problem) : 'not a chain id';
}

function findLimit(outcome: RpcOutcome): RuleProblem | null {
  return outcome.kind === 'problem' && outcome.problem.code === 'net/rate-limited' ? outcome.problem : null;
}

function judgeClaim(
  kind: EvmKind,
  { chainIds, networkId }: EvmAnswers,
  { chainId: expected, field, derived }: ChainClaim,
): RuleProblem[] {
  const ids = listIds(chainIds);
  const [actual] = ids;
  // If one of two ids is right, `chain/unsteady` reports the other.
  if (ids.some((id) => id === parseQuantity(expected))) return [];
  if (actual !== undefined) {
    const data = { expected, actual: `${actual} (0x${actual.toString(16)})`, field, derived };
    return [{ code: `${kind}/wrong-chain`, data }];
  }
  const [outcome] = chainIds;
  if (outcome === undefined) return [];
  // An endpoint that limits the rate may serve this chain or another.
  const limit = findLimit(outcome);
  if (limit !== null) return [limit];
  const network = readChainId(networkId);
  if (network === null || network === parseQuantity(expected)) return [];
  const data = { expected, detail: describeNoChainId(outcome), networkId: network.toString() };
  return [{ code: `${kind}/network-differs`, data }];
}
