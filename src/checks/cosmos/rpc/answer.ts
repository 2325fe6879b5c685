import type { Failure } from '../../../model/failure.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../model/json.js';
import type { ProblemOf } from '../../../model/rule.js';
import { truncate } from '../../../model/truncate.js';
import type { HttpAnswer } from '../../../net/http.js';
import type { FailedOutcome, Outcome } from '../../http/outcome.js';
import type { JsonOutcome } from '../archive.js';
import { type CometStatus, readCometStatus } from '../comet-status.js';
import { describeValue } from '../cosmjs-status.js';
import { readHead } from '../json.js';
import { readJsonAnswer } from '../../http/json-answer.js';
import { nameType } from '../../json/body.js';
import { describeBesideResult } from '../../../net/refusal.js';
import type { RpcData } from './rules.js';

/** A route of CometBFT's RPC that describes the node, https://docs.cometbft.com/v0.38/rpc/. */
export type RpcRoute = 'status' | 'block' | 'commit';

/** A request that was answered. */
export interface RpcAnswer {
  readonly kind: 'result';
  readonly node: CometStatus;
  /** Why some clients cannot read it, null if all can. */
  readonly deviation: string | null;
}

/** The outcome of a request, read. */
export type RpcOutcome = RpcAnswer | ProblemOutcome;

type ProblemOutcome = FailedOutcome<ProblemOf<RpcData> | Failure>;

/**
 * Reads the answer to a request of a route: JSON-RPC 2.0 with any id (CometBFT answers a GET with -1, older releases with an empty one), or the bare
 * result, as some gateways pass it on.
 */
export function readRpcAnswer(
  route: RpcRoute,
  answer: HttpAnswer,
  method: 'GET' | 'POST' = 'GET',
): RpcOutcome {
  return readAnswer<RpcOutcome>(route, answer, method, (result, deviation) => {
    const reading = readers[route](result);
    if ('reason' in reading) return problem(malformed(route, reading.reason));
    const { deviation: unread, ...node } = reading;
    return { kind: 'result', node, deviation: deviation ?? unread };
  });
}

/** The result of any other route, as an object. */
export function readRpcResult(route: string, answer: HttpAnswer): JsonOutcome {
  return readAnswer<JsonOutcome>(route, answer, 'GET', (value) => ({ kind: 'result', value }));
}

function readAnswer<Of extends Outcome>(
  call: string,
  answer: HttpAnswer,
  method: 'GET' | 'POST',
  readResult: (result: JsonObject, deviation: string | null) => Of,
): Of | ProblemOutcome {
  return readJsonAnswer<Of | ProblemOutcome, ProblemOf<RpcData>>(answer, {
    request: 'rpc',
    call,
    form: 'false or empty',
    isEndpointAnswer: (value) => Object.hasOwn(value, 'jsonrpc') || isResult(value),
    read: (value, deviation) => {
      const result = readEnvelope(value);
      if (typeof result === 'string') return problem(badEnvelope(result));
      return readResult(
        isJsonObject(result.value) ? result.value : {},
        deviation ?? describeEnvelope(value, method),
      );
    },
    tooComplex: (reason) => badEnvelope(reason),
    notJson: (data) => ({ code: 'rpc/not-json', data }),
  });
}

/** Whether an object is the bare result of a route. */
function isResult(value: JsonObject): boolean {
  return ['node_info', 'block', 'signed_header'].some((name) => isJsonObject(value[name]));
}

/** The result in an envelope, or bare; else what is wrong with it. */
function readEnvelope(value: JsonValue): { readonly value: JsonValue } | string {
  if (!isJsonObject(value)) return `expected an object, got ${nameType(value)}`;
  const isBare = isResult(value) && !Object.hasOwn(value, 'jsonrpc');
  if (!isBare && value['jsonrpc'] !== '2.0') return '"jsonrpc" must be "2.0"';
  const result = isBare ? value : value['result'];
  return result === undefined ? 'neither "result" nor "error"' : { value: result };
}

/** How the envelope of a result departs from the specifications. CosmJS refuses an answer to its POST without an envelope or an id. */
function describeEnvelope(value: JsonValue, method: 'GET' | 'POST'): string | null {
  if (!isJsonObject(value)) return null;
  const beside = describeBesideResult(value, 'false or empty');
  if (beside !== null || method === 'GET') return beside;
  if (!Object.hasOwn(value, 'jsonrpc')) return 'it is the bare result, without "jsonrpc" and "id"';
  return ['number', 'string'].includes(typeof value['id'])
    ? null
    : `"id" must be that of the request, got ${describeValue(value['id'])}`;
}

type Reading = (CometStatus & Pick<RpcAnswer, 'deviation'>) | { readonly reason: string };

const readers: Readonly<Record<RpcRoute, (result: JsonObject) => Reading>> = {
  status: readCometStatus,
  block: ({ block }) => readHeader(block, 'block'),
  commit: ({ signed_header: signed }) => readHeader(signed, 'signed_header'),
};

/** What the header of the newest block reports; a node without a block answers `null`. */
function readHeader(block: JsonValue | undefined, name: string): Reading {
  const node = { moniker: null, version: null, txIndex: null, syncing: null, deviation: null };
  if (block === null) return { ...node, chainId: '', head: null };
  const header = isJsonObject(block) ? block['header'] : undefined;
  if (!isJsonObject(header)) return { reason: `"${name}.header" must be an object` };
  const { chain_id: chainId, height, time } = header;
  if (typeof chainId !== 'string') return { reason: `"${name}.header.chain_id" must be a string` };
  const head = readHead(height, time, [`${name}.header.height`, `${name}.header.time`]);
  return 'reason' in head ? head : { ...node, chainId: truncate(chainId), head };
}

function badEnvelope(reason: string): ProblemOf<Pick<RpcData, 'rpc/bad-envelope'>> {
  return { code: 'rpc/bad-envelope', data: { reason } };
}

function malformed(call: string, reason: string): ProblemOf<Pick<RpcData, 'rpc/malformed-response'>> {
  return { code: 'rpc/malformed-response', data: { call, reason } };
}

function problem(reason: ProblemOf<RpcData>): ProblemOutcome {
  return { kind: 'problem', problem: reason };
}
