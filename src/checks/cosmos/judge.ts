import type { ChainClaim } from '../../model/entry.js';
import type { Problem } from '../../model/rule.js';
import type { BlockSummary, NodeInfo } from '../../net/grpc/messages.js';
import { type NodeAnswers, noAnswers } from '../node/observation.js';
import type { Head } from '../block/stale.js';

/**
 * How the chain ids of Cosmos SDK nodes are read, whatever the kind of the endpoint that reports them: a text, compared as it is.
 * CometBFT takes any (`GenesisDoc.ValidateAndComplete` in types/genesis.go), but one with a blank or a character that is not shown is a mistake.
 */
export const cosmosChainId = {
  idFamily: 'cosmos',
  chainIdExample: 'kava_2222-10',
  isChainId: (text: string) => /^[^\s\p{C}\p{Default_Ignorable_Code_Point}]+$/u.test(text),
  normalizeChainId: (text: string) => text,
} as const;

/** The facts of what clients need beyond the check. */
export const cosmosFacts = { txIndex: null, lowestBlock: null, lowestState: null };

/** Whether a node has an index of transactions, by `tx_index` of its info (CometBFT, p2p/node_info.go); null if it does not say. */
export function readTxIndex(value: unknown): boolean | null {
  return value === 'on' ? true : value === 'off' ? false : null;
}

/** The problem of a node without such an index. */
export function noTxIndex(kind: string): Problem {
  return { code: `${kind}/no-tx-index`, data: {} };
}

/**
 * What the answers of a node of the Cosmos SDK say; `chainIds` may repeat one, and have empty ones, `txIndex` is null if they do not say. Pure.
 */
export function describeCosmosNode(
  kind: string,
  {
    chainIds: reported,
    txIndex = null,
    ...answers
  }: Partial<Omit<NodeAnswers, 'chainIds'>> & {
    readonly chainIds: readonly (string | undefined)[];
    readonly txIndex?: boolean | null;
  },
): NodeAnswers {
  const chainIds = listDistinctIds(reported);
  const { heads = [] } = answers;
  const hasNoBlock = answers.hasNoBlock === true || (heads.length > 0 && heads.every(isNone));
  const node = {
    ...noAnswers,
    ...answers,
    chainIds,
    heads: heads.filter((head) => !isNone(head)),
    hasNoBlock,
    facts: { ...answers.facts, txIndex },
    problems: [...(answers.problems ?? []), ...(txIndex === false ? [noTxIndex(kind)] : [])],
  };
  return { ...node, judgeClaim: (claim) => judgeCosmosClaim(kind, chainIds, claim) };
}

/** A node without a block reports the height 0. */
function isNone({ height }: Head): boolean {
  return height === 0;
}

/** The answers of a node over gRPC, whatever carries it. */
export interface GrpcNodeAnswers {
  readonly infos: readonly NodeInfo[];
  readonly blocks: readonly BlockSummary[];
  readonly syncing: readonly boolean[];
  /** Why the newest block, which was requested, is not known; else null. */
  readonly headProblem: Problem | null;
}

/** The facts of the software of a node that only its service reports. */
export const softwareFacts = { moniker: null, sdkVersion: null, appVersion: null };

/** What the answers of a node over gRPC say. Pure. */
export function describeGrpcNode(
  kind: string,
  { infos, blocks, syncing, headProblem }: GrpcNodeAnswers,
): NodeAnswers {
  const [info] = infos;
  return describeCosmosNode(kind, {
    chainIds: [...infos.map(({ network }) => network), ...blocks.map(({ chainId }) => chainId)],
    heads: blocks.map(({ height, timeMs }) => ({ height, timeMs, unit: 'seconds' })),
    syncing,
    headProblem,
    txIndex: readTxIndex(info?.txIndex),
    facts:
      info === undefined
        ? {}
        : { moniker: info.moniker, sdkVersion: info.sdkVersion, appVersion: info.appVersion },
  });
}

/** Whether an endpoint that reported these chain ids serves the chain that is claimed. Pure. */
export function judgeCosmosClaim(
  kind: string,
  ids: readonly string[],
  { chainId: expected, field }: ChainClaim,
): Problem[] {
  const [actual] = ids;
  // If one of two ids is right, `chain/unsteady` reports the other.
  if (ids.includes(expected)) return [];
  return actual === undefined
    ? [{ code: `${kind}/chain-unknown`, data: { expected } }]
    : [{ code: `${kind}/wrong-chain`, data: { expected, actual, field } }];
}

/** The distinct chain ids among what an endpoint reported, the first one first; empty ones are none. */
export function listDistinctIds(ids: readonly (string | null | undefined)[]): readonly string[] {
  return [...new Set(ids)].filter((id): id is string => typeof id === 'string' && id !== '');
}
