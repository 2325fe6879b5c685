import { describeType, isJsonObject, type JsonObject, type JsonValue } from '../../../model/json.js';
import type { Failure } from '../../../model/failure.js';
import type { ProblemOf } from '../../../model/rule.js';
import { truncate } from '../../../model/text.js';
import type { HttpAnswer } from '../../../net/http.js';
import { describeBesideResult } from '../../../net/refusal.js';
import { readJsonAnswer } from '../../http/json-answer.js';
import type { FailedOutcome } from '../../http/outcome.js';
import { type CometReading, describeValue, readCometStatus } from '../comet.js';
import { type CosmosReading, readHead } from '../judge.js';
import type { JsonRpcData } from '../../json/rules.js';
import type { CosmosData } from '../rules.js';

export type RpcData = JsonRpcData<'rpc'> &
  CosmosData<'rpc'> & {
    'rpc/malformed-response': { call: string; reason: string };
    'rpc/no-post': { detail: string };
    'rpc/no-get': { detail: string };
    'rpc/status-unavailable': { detail: string };
  };

/** The outcome of a request; `deviation` is why some clients cannot read its answer, null if all can. */
export type RpcOutcome<Value = CosmosReading> =
  | { readonly kind: 'result'; readonly value: Value; readonly deviation: string | null }
  | FailedOutcome<ProblemOf<RpcData> | Failure>;

type Method = 'GET' | 'POST';

/** Readers of the routes that describe a node, https://docs.cometbft.com/v0.38/rpc/. */
const readers = {
  status: readCometStatus,
  block: ({ block }: JsonObject) => readHeader(block, 'block'),
  commit: ({ signed_header: signed }: JsonObject) => readHeader(signed, 'signed_header'),
};

export type RpcRoute = keyof typeof readers;

/** What the header of the newest block reports; a node without a block answers `null`. */
function readHeader(block: JsonValue | undefined, name: string): CometReading | { readonly reason: string } {
  if (block === null) return { chainId: '', head: null, deviation: null };
  const header = isJsonObject(block) ? block['header'] : undefined;
  if (!isJsonObject(header)) return { reason: `"${name}.header" must be an object` };
  const { chain_id: chainId, height, time } = header;
  if (typeof chainId !== 'string') return { reason: `"${name}.header.chain_id" must be a string` };
  const head = readHead(height, time, [`${name}.header.height`, `${name}.header.time`]);
  return 'reason' in head ? head : { chainId: truncate(chainId), head, deviation: null };
}

export function readRpcAnswer(route: RpcRoute, answer: HttpAnswer, method: Method = 'GET'): RpcOutcome {
  const outcome = readRpcResult(route, answer, method);
  if (outcome.kind === 'problem') return outcome;
  const reading = readers[route](outcome.value);
  if (!('reason' in reading))
    return { ...outcome, value: reading, deviation: outcome.deviation ?? reading.deviation };
  const data = { call: route, reason: reading.reason };
  return { kind: 'problem', problem: { code: 'rpc/malformed-response', data } };
}

/** The result of any route: of JSON-RPC 2.0 with any id (a GET is answered with -1 or an empty one), or bare, as some gateways pass it on. */
export function readRpcResult(
  route: string,
  answer: HttpAnswer,
  method: Method = 'GET',
): RpcOutcome<JsonObject> {
  return readJsonAnswer<RpcOutcome<JsonObject>, ProblemOf<RpcData>>(answer, {
    request: 'rpc',
    call: route,
    form: 'false or empty',
    isEndpointAnswer: (value) => Object.hasOwn(value, 'jsonrpc') || isResult(value),
    read: (value, deviation) => {
      if (!isJsonObject(value)) return badEnvelope(`expected an object, got ${describeType(value)}`);
      const isBare = isResult(value) && !Object.hasOwn(value, 'jsonrpc');
      if (!isBare && value['jsonrpc'] !== '2.0') return badEnvelope('"jsonrpc" must be "2.0"');
      const result = isBare ? value : value['result'];
      if (result === undefined) return badEnvelope('neither "result" nor "error"');
      return {
        kind: 'result',
        value: isJsonObject(result) ? result : {},
        deviation: deviation ?? describeEnvelope(value, method),
      };
    },
    malformed: badEnvelope,
  });
}

function isResult(value: JsonObject): boolean {
  return ['node_info', 'block', 'signed_header'].some((name) => isJsonObject(value[name]));
}

/** How the envelope of a result departs from the specifications. CosmJS refuses an answer to its POST without an envelope or an id. */
function describeEnvelope(value: JsonObject, method: Method): string | null {
  const beside = describeBesideResult(value, 'false or empty');
  if (beside !== null || method === 'GET') return beside;
  if (!Object.hasOwn(value, 'jsonrpc')) return 'it is the bare result, without "jsonrpc" and "id"';
  return ['number', 'string'].includes(typeof value['id'])
    ? null
    : `"id" must be that of the request, got ${describeValue(value['id'])}`;
}

function badEnvelope(reason: string): FailedOutcome<ProblemOf<RpcData>> {
  return { kind: 'problem', problem: { code: 'rpc/bad-envelope', data: { reason } } };
}
