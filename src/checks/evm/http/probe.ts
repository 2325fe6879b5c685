import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from '../../../model/entry.js';
import type { PhasesMs } from '../../../model/report.js';
import { aborted, waitAtMost } from '../../../net/abort.js';
import type { ProbeContext } from '../../../net/probe-context.js';
import { type HttpConnection, openHttp } from '../../../net/http.js';
import { checkCors, type Cors, type PageRequest } from '../../http/cors.js';
import { keepsMethod, probeFollowing, type Redirect } from '../../http/follow-redirect.js';
import {
  callAgainIfConfused,
  callAlone,
  callNext,
  findCode,
  type HttpCall,
  longestPauseMs,
  pauseMs,
  reclassify,
} from '../../http/calls.js';
import { type HttpTransport, pickPeer } from '../../node/transport.js';
import { nameOtherKind } from '../../http/identify.js';
import { readChainId } from '../chain-id.js';
import { readLargeBlock } from './large-block.js';
import { formatCall, type JsonRpcCall } from '../../json/rpc-call.js';
import { type JsonRpcOutcome, readAnswer } from './json-rpc.js';

/** What the probe of an EVM endpoint observed. */
export interface EvmObservation extends HttpTransport {
  readonly block: JsonRpcOutcome;
  readonly chainId: JsonRpcOutcome | null;
  /** A second answer of the chain id: balancers over nodes of two chains report one and then the other. Null if it was not answered in time. */
  readonly secondChainId: JsonRpcOutcome | null;
  /** The answer to net_version, if eth_chainId has no valid one. */
  readonly networkId: JsonRpcOutcome | null;
  readonly redirect: Redirect | null;
  readonly cors: Cors;
  readonly phasesMs: PhasesMs;
}

/** The request that an endpoint must answer to be listed. */
const getLatestBlock: JsonRpcCall = { id: 1, method: 'eth_getBlockByNumber', params: ['latest', false] };
const getChainId: JsonRpcCall = { id: 2, method: 'eth_chainId', params: [] };
const getSecondChainId: JsonRpcCall = { ...getChainId, id: 3 };
/** The network id, which is the chain id of nearly all chains (EIP-155 tells them apart). */
const getNetworkId: JsonRpcCall = { id: 4, method: 'net_version', params: [] };

/** How long the network id may take. */
const networkIdMs = 2_000;
/** How much longer the second chain id may take than the first, with which it was requested. */
const graceMs = 500;

/**
 * Requests the latest block, and the chain id twice. The first attempt sends all at once on one connection; later ones request the block and the
 * chain id one after the other. They are never sent as a batch, which public nodes refuse.
 */
export function probeEvm(context: ProbeContext, attempt: number): Promise<EvmObservation> {
  return probeFollowing(
    context,
    { method: 'POST', route: '' },
    (targetContext) => probeAt(targetContext, attempt),
    ({ block }) => (block.kind === 'problem' ? block.problem : null),
  );
}

async function probeAt(context: ProbeContext, attempt: number): Promise<EvmObservation> {
  const { target, clock } = context;
  const opened = await openHttp(context);
  if (!opened.ok) {
    const block = await explainOutcome(context, { kind: 'problem', problem: opened.failure });
    const { secure } = target;
    return { ...unanswered, connection: null, secure, block, phasesMs: clock.read() };
  }
  const connection = opened.value;
  try {
    const first = request(connection, getLatestBlock);
    const early = attempt === 1 ? request(connection, getChainId) : null;
    const second = attempt === 1 ? request(connection, getSecondChainId) : null;
    const answer = await first;
    // On the first attempt other requests follow it.
    const alone = attempt === 1 ? await callAgainIfConfused(context, answer, callOf(getLatestBlock)) : answer;
    const block = await explainOutcome(context, alone);
    const ids =
      block.kind === 'result' ? await requestChainIds(context, connection, early, second) : noChainId;
    const phasesMs = clock.read();
    return {
      ...unanswered,
      connection: pickPeer(connection),
      secure: target.secure,
      block,
      ...ids,
      cors: block.kind === 'result' ? await checkCors(context, getBlockOf(target)) : null,
      phasesMs,
    };
  } finally {
    connection.close();
  }
}

/** The outcome of the first call, or that the endpoint is of another kind if it answers as such. */
async function explainOutcome(context: ProbeContext, outcome: JsonRpcOutcome): Promise<JsonRpcOutcome> {
  // A proxy redirects a POST to a path without its final slash, whatever it serves below it.
  const answers = ['evm/method-missing', 'evm/bad-envelope', 'http/redirect'];
  // Clients follow this redirect, so its target is identified instead.
  if (
    outcome.kind === 'problem' &&
    outcome.problem.code === 'http/redirect' &&
    keepsMethod(outcome.problem.data)
  )
    return outcome;
  return nameOtherKind(context, outcome, { listedAs: 'evm', answers });
}

/** The request for the latest block, as a page would make it. */
function getBlockOf({ path }: Target): PageRequest {
  const headers = { 'content-type': 'application/json' };
  return { method: 'POST', path, headers, body: formatCall(getLatestBlock) };
}

type ChainIds = Pick<EvmObservation, 'chainId' | 'secondChainId' | 'networkId'>;

const noChainId: ChainIds = { chainId: null, secondChainId: null, networkId: null };

/** What stays unknown of an endpoint that does not answer. */
const unanswered = { ...noChainId, redirect: null, cors: null };

/** Failures that may be transient, of a node that has answered the block. */
const transientCodes: readonly string[] = ['evm/rpc-error', 'http/upstream-down', 'http/status', 'net/reset'];

async function requestChainIds(
  context: ProbeContext,
  connection: HttpConnection,
  early: Promise<JsonRpcOutcome> | null,
  repeated: Promise<JsonRpcOutcome> | null,
): Promise<ChainIds> {
  const first: JsonRpcOutcome = await callNext(context, connection, callOf(getChainId), early);
  const answer = repeated === null ? aborted : await waitAtMost(repeated, graceMs);
  const second = answer === aborted || readChainId(answer) === null ? null : answer;
  if (readChainId(first) !== null) return { ...noChainId, chainId: first, secondChainId: second };
  // If one of the two calls fails, the answer to the other counts.
  if (second !== null) return { ...noChainId, chainId: second };
  const code = findCode(first) ?? '';
  if (code === 'net/rate-limited') return { ...noChainId, chainId: first };
  if (transientCodes.includes(code)) {
    await sleep(pauseMs, undefined, { signal: context.signal }).catch(() => undefined);
    const later = reclassify(await callAlone(context, callOf(getChainId), longestPauseMs));
    if (readChainId(later) !== null) return { ...noChainId, chainId: later };
  }
  const networkId = await callAlone(context, callOf(getNetworkId), networkIdMs);
  return { ...noChainId, chainId: first, networkId };
}

/** A call, to be made on any connection. */
const callOf =
  (call: JsonRpcCall): HttpCall<JsonRpcOutcome> =>
  (connection) =>
    request(connection, call);

async function request(connection: HttpConnection, call: JsonRpcCall): Promise<JsonRpcOutcome> {
  const answer = await connection.post(formatCall(call));
  if (answer.ok) return readAnswer(call, answer.value);
  const { failure, beginning } = answer;
  const large = beginning === undefined ? null : readLargeBlock(call, beginning);
  return large ?? { kind: 'problem', problem: failure };
}
