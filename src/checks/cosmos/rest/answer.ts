import type { Failure } from '../../../model/failure.js';
import { isJsonObject, type JsonObject } from '../../../model/json.js';
import type { ProblemOf } from '../../../model/rule.js';
import { truncate } from '../../../model/truncate.js';
import type { HttpAnswer } from '../../../net/http.js';
import type { Head } from '../../block/stale.js';
import { readHead, readText } from '../json.js';
import { readTxIndex } from '../judge.js';
import { readJsonAnswer } from '../../http/json-answer.js';
import type { RestData } from './rules.js';

/**
 * A route of the REST API, by the path below the service (cosmos-sdk `proto/cosmos/base/tendermint/v1beta1/query.proto`); gRPC-Gateway derives it
 * from the node's gRPC service.
 */
export type RestRoute = 'node_info' | 'blocks/latest' | 'syncing';

/** The path of a route. */
export function formatRoute(route: RestRoute | `blocks/${number}`): string {
  return `/cosmos/base/tendermint/v1beta1/${route}`;
}

/** The answer of node_info; all text is untrusted. */
export interface RestNode {
  /** Empty if it reports none. */
  readonly chainId: string;
  readonly moniker: string | null;
  /** Of CometBFT, or of the software that the chain runs instead. */
  readonly version: string | null;
  readonly sdkVersion: string | null;
  readonly appVersion: string | null;
  /** Whether it has an index of transactions; null if it does not say. */
  readonly txIndex: boolean | null;
}

/** The answer of blocks/latest. */
export interface RestBlock extends Head {
  /** Empty if it has none. */
  readonly chainId: string;
}

/** The outcome of a request, read. */
export type RestOutcome<Value> =
  | { readonly kind: 'result'; readonly value: Value; readonly deviation: string | null }
  | { readonly kind: 'problem'; readonly problem: RestProblem };

/** The problem of an answer. */
export type RestProblem = ProblemOf<RestData> | Failure;

/** Reads the answer to node_info. */
export function readNodeInfo(answer: HttpAnswer): RestOutcome<RestNode> {
  return readAnswer<RestNode>(
    'node_info',
    answer,
    ({ default_node_info: info, application_version: application }) => {
      if (!isJsonObject(info)) return { reason: '"default_node_info" must be an object' };
      const { network, moniker, version, other } = info;
      if (typeof network !== 'string') return { reason: '"default_node_info.network" must be a string' };
      const app = isJsonObject(application) ? application : {};
      return {
        chainId: truncate(network),
        moniker: readText(moniker),
        version: readText(version),
        sdkVersion: readText(app['cosmos_sdk_version']),
        appVersion: readText(app['version']),
        txIndex: readTxIndex(isJsonObject(other) ? other['tx_index'] : null),
      };
    },
  );
}

/** Reads the answer to blocks/latest; `sdk_block` takes the place of `block` since Cosmos SDK 0.47. */
export function readLatestBlock(answer: HttpAnswer): RestOutcome<RestBlock> {
  return readAnswer<RestBlock>('blocks/latest', answer, ({ block, sdk_block: sdkBlock }) => {
    const name = isJsonObject(sdkBlock) ? 'sdk_block' : 'block';
    const found = isJsonObject(sdkBlock) ? sdkBlock : block;
    const header = isJsonObject(found) ? found['header'] : undefined;
    if (!isJsonObject(header)) return { reason: `"${name}.header" must be an object` };
    const { chain_id: chainId, height, time } = header;
    const head = readHead(height, time, [`${name}.header.height`, `${name}.header.time`]);
    return 'reason' in head ? head : { ...head, chainId: readText(chainId) ?? '' };
  });
}

/** Reads the answer to syncing: whether the node is catching up. */
export function readSyncing(answer: HttpAnswer): RestOutcome<boolean> {
  return readAnswer<boolean>('syncing', answer, ({ syncing }) =>
    typeof syncing === 'boolean' ? syncing : { reason: '"syncing" must be true or false' },
  );
}

/** Reads the answer to any other route, as an object. */
export function readFields(route: string, answer: HttpAnswer): RestOutcome<JsonObject> {
  return readAnswer(route, answer, (fields) => fields);
}

function readAnswer<Value>(
  route: string,
  answer: HttpAnswer,
  readValue: (fields: JsonObject) => Value | { readonly reason: string },
): RestOutcome<Value> {
  const malformed = (reason: string) =>
    ({ code: 'rest/malformed-response', data: { call: route, reason } }) as const;
  const fieldNames = ['default_node_info', 'block', 'sdk_block', 'syncing'];
  return readJsonAnswer<RestOutcome<Value>, ProblemOf<RestData>>(answer, {
    request: 'rest',
    call: route,
    form: 'gateway',
    isEndpointAnswer: (value) => fieldNames.some((name) => Object.hasOwn(value, name)),
    read: (value, deviation) => {
      const read = isJsonObject(value) ? readValue(value) : { reason: 'expected an object' };
      return isReason(read)
        ? { kind: 'problem', problem: malformed(read.reason) }
        : { kind: 'result', value: read, deviation };
    },
    tooComplex: malformed,
    notJson: (data) => ({ code: 'rest/not-json', data }),
  });
}

function isReason(read: unknown): read is { readonly reason: string } {
  return isJsonObject(read) && typeof read['reason'] === 'string';
}
