import type { ChainClaim } from '../../model/entry.js';
import type { JsonObject, JsonValue } from '../../model/json.js';
import type { KindWith, RuleProblem } from '../../model/rule.js';
import { truncate } from '../../model/text.js';
import type { BlockSummary, NodeInfo } from '../../net/grpc/messages.js';
import type { Head } from '../block/stale.js';
import type { NodeAnswers } from '../node/observation.js';

export type CosmosKind = KindWith<'no-tx-index'>;

/** CometBFT takes any text (`GenesisDoc.ValidateAndComplete` in types/genesis.go), but one with a blank or an invisible character is a mistake. */
export const cosmosChainId = {
  idFamily: 'cosmos',
  chainIdExample: 'kava_2222-10',
  isChainId: (text: string) => /^[^\s\p{C}\p{Default_Ignorable_Code_Point}]+$/u.test(text),
  normalizeChainId: (text: string) => text,
} as const;

export const cosmosFacts = { txIndex: null, lowestBlock: null, lowestState: null };

export const cometFacts = { moniker: null, version: null, ...cosmosFacts };

/** The facts of the software of a node that only its service reports. */
export const softwareFacts = { moniker: null, sdkVersion: null, appVersion: null };

/** What one answer of a Cosmos SDK node says of it, over any protocol; all text is untrusted. */
export interface CosmosReading {
  /** Empty if it names none. */
  readonly chainId?: string;
  /** Null, or of height 0, if the node has no block yet. */
  readonly head?: Head | null;
  readonly syncing?: boolean;
  /** Whether it has an index of transactions; null if it does not say. */
  readonly txIndex?: boolean | null;
  readonly facts?: JsonObject;
}

/** Whether a node has an index of transactions, by `tx_index` of its info (CometBFT, p2p/node_info.go); null if it does not say. */
export function readTxIndex(value: unknown): boolean | null {
  return value === 'on' ? true : value === 'off' ? false : null;
}

/** What the answers of a node of the Cosmos SDK say: the first one of its software. Pure. */
export function describeCosmosNode(
  kind: CosmosKind,
  readings: readonly CosmosReading[],
  { headProblem = null, problems = [] }: Partial<Pick<NodeAnswers, 'headProblem' | 'problems'>> = {},
): NodeAnswers {
  const [{ facts = {}, txIndex = null } = {}] = readings;
  const chainIds = listDistinctIds(readings.map(({ chainId }) => chainId));
  const reported = readings.flatMap(({ head }) => (head === undefined ? [] : [head]));
  const heads = reported.filter((head) => head !== null).filter(({ height }) => height !== 0);
  return {
    chainIds,
    heads,
    syncing: readings.flatMap(({ syncing }) => syncing ?? []),
    hasNoBlock: reported.length > 0 && heads.length === 0,
    headProblem,
    problems: [
      ...problems,
      ...(txIndex === false ? [{ code: `${kind}/no-tx-index` as const, data: {} }] : []),
    ],
    facts: { ...facts, txIndex },
    judgeClaim: (claim) => judgeCosmosClaim(kind, chainIds, claim),
  };
}

export interface GrpcNodeAnswers {
  readonly infos: readonly NodeInfo[];
  readonly blocks: readonly BlockSummary[];
  readonly syncing: readonly boolean[];
  /** Why the newest block, which was requested, is not known; else null. */
  readonly headProblem: RuleProblem | null;
}

export function describeGrpcNode(kind: CosmosKind, answers: GrpcNodeAnswers): NodeAnswers {
  const { infos, blocks, syncing, headProblem } = answers;
  const readings: CosmosReading[] = [
    ...infos.map(({ network, txIndex, ...facts }) => ({
      chainId: network,
      txIndex: readTxIndex(txIndex),
      facts,
    })),
    ...blocks.map(({ chainId, ...head }) => ({ chainId, head: { ...head, unit: 'seconds' as const } })),
    ...syncing.map((isSyncing) => ({ syncing: isSyncing })),
  ];
  return describeCosmosNode(kind, readings, { headProblem });
}

/** Whether an endpoint that reported these chain ids serves the chain that is claimed. Pure. */
export function judgeCosmosClaim(
  kind: CosmosKind | 'peer',
  ids: readonly string[],
  { chainId: expected, field }: ChainClaim,
): RuleProblem[] {
  const [actual] = ids;
  // If one of two ids is right, `chain/unsteady` reports the other.
  if (ids.includes(expected)) return [];
  return actual === undefined
    ? [{ code: `${kind}/chain-unknown`, data: { expected } }]
    : [{ code: `${kind}/wrong-chain`, data: { expected, actual, field } }];
}

/** The distinct chain ids among what an endpoint reported, the first one first; empty ones are none. */
export function listDistinctIds(ids: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(ids)].filter((id): id is string => id !== undefined && id !== '');
}

/** A time as protobuf and Go have it in JSON: RFC 3339 with up to nine digits of a second. */
const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/** A block's height, which Go and protobuf write to JSON as a string, since it has 64 bits; null for anything else. */
export function readHeight(value: JsonValue | undefined): number | string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : null;
  if (typeof value !== 'string' || !/^\d{1,19}$/.test(value)) return null;
  const height = BigInt(value);
  return height <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(height) : String(height);
}

/** A time in milliseconds since the epoch, null for anything else. */
export function readTime(value: JsonValue | undefined): number | null {
  const timeMs = typeof value === 'string' && rfc3339.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(timeMs) ? null : timeMs;
}

/** The newest block of a height and a time, or what is wrong with the two. `names` are those of the fields. */
export function readHead(
  height: JsonValue | undefined,
  time: JsonValue | undefined,
  names: readonly [height: string, time: string],
): Head | { readonly reason: string } {
  const number = readHeight(height);
  if (number === null) return { reason: `"${names[0]}" must be a height` };
  const timeMs = readTime(time);
  return timeMs === null
    ? { reason: `"${names[1]}" must be a time such as 2026-01-01T00:00:00Z` }
    : { height: number, timeMs, unit: 'seconds' };
}

/** An untrusted string of an answer, truncated; null for anything else. */
export function readText(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? truncate(value) : null;
}
