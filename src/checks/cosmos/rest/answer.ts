import type { Failure } from '../../../model/failure.js';
import { isJsonObject, type JsonObject } from '../../../model/json.js';
import type { ProblemOf } from '../../../model/rule.js';
import { truncate } from '../../../model/truncate.js';
import type { HttpAnswer } from '../../../net/http.js';
import { readJsonAnswer } from '../../http/json-answer.js';
import type { FailedOutcome } from '../../http/outcome.js';
import { type CosmosReading, readTxIndex } from '../judge.js';
import { readHead, readText } from '../json.js';
import type { RestData } from './rules.js';

/** The outcome of a request; `deviation` is how a readable answer departs from the specifications. */
export type RestOutcome<Value = CosmosReading> =
  | { readonly kind: 'result'; readonly value: Value; readonly deviation: string | null }
  | FailedOutcome<ProblemOf<RestData> | Failure>;

/** A route that describes the node (cosmos-sdk `proto/cosmos/base/tendermint/v1beta1/query.proto`, by way of gRPC-Gateway). */
export type RestRoute = 'node_info' | 'blocks/latest' | 'syncing';

/** `sdk_block` takes the place of `block` since Cosmos SDK 0.47. */
const readers: Readonly<Record<RestRoute, (fields: JsonObject) => CosmosReading | { reason: string }>> = {
  node_info: ({ default_node_info: info, application_version: application }) => {
    if (!isJsonObject(info)) return { reason: '"default_node_info" must be an object' };
    const { network, moniker, version, other } = info;
    if (typeof network !== 'string') return { reason: '"default_node_info.network" must be a string' };
    const app = isJsonObject(application) ? application : {};
    return {
      chainId: truncate(network),
      txIndex: readTxIndex(isJsonObject(other) ? other['tx_index'] : null),
      facts: {
        moniker: readText(moniker),
        version: readText(version),
        sdkVersion: readText(app['cosmos_sdk_version']),
        appVersion: readText(app['version']),
      },
    };
  },
  'blocks/latest': ({ block, sdk_block: sdkBlock }) => {
    const [name, value] = isJsonObject(sdkBlock) ? ['sdk_block', sdkBlock] : ['block', block];
    const header = isJsonObject(value) ? value['header'] : undefined;
    if (!isJsonObject(header)) return { reason: `"${name}.header" must be an object` };
    const { chain_id: chainId, height, time } = header;
    const head = readHead(height, time, [`${name}.header.height`, `${name}.header.time`]);
    return 'reason' in head ? head : { head, chainId: readText(chainId) ?? '' };
  },
  syncing: ({ syncing }) =>
    typeof syncing === 'boolean' ? { syncing } : { reason: '"syncing" must be true or false' },
};

export function formatRoute(route: RestRoute | `blocks/${number}`): string {
  return `/cosmos/base/tendermint/v1beta1/${route}`;
}

export function readRestAnswer(route: RestRoute, answer: HttpAnswer): RestOutcome {
  const outcome = readFields(route, answer);
  if (outcome.kind === 'problem') return outcome;
  const reading = readers[route](outcome.value);
  return 'reason' in reading ? malformed(route, reading.reason) : { ...outcome, value: reading };
}

export function readFields(route: string, answer: HttpAnswer): RestOutcome<JsonObject> {
  const fieldNames = ['default_node_info', 'block', 'sdk_block', 'syncing'];
  return readJsonAnswer<RestOutcome<JsonObject>, ProblemOf<RestData>>(answer, {
    request: 'rest',
    call: route,
    form: 'gateway',
    isEndpointAnswer: (value) => fieldNames.some((name) => Object.hasOwn(value, name)),
    read: (value, deviation) =>
      isJsonObject(value) ? { kind: 'result', value, deviation } : malformed(route, 'expected an object'),
    malformed: (reason) => malformed(route, reason),
  });
}

function malformed(call: string, reason: string): FailedOutcome<ProblemOf<RestData>> {
  return { kind: 'problem', problem: { code: 'rest/malformed-response', data: { call, reason } } };
}
