import { setTimeout as sleep } from 'node:timers/promises';
import { failure } from '../../../model/failure.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../model/json.js';
import type { PhasesMs } from '../../../model/report.js';
import { aborted, waitAtMost } from '../../../net/abort.js';
import type { Peer } from '../../../net/open-socket.js';
import type { ProbeContext } from '../../../net/probe-context.js';
import { openWebSocket } from '../../../net/websocket.js';
import { readChainId } from '../chain-id.js';
import type { JsonRpcCall } from '../../json/rpc-call.js';
import { trimResult } from '../outcome.js';
import { longestPauseMs, pauseMs } from '../../http/calls.js';
import type { HttpTransport } from '../../node/transport.js';
import { type CallOutcome, startCalls, type WebSocketCalls } from '../../websocket/calls.js';
import { explainUpgrade, openOrAsk } from '../../websocket/ask-by-post.js';
import { nameOtherWebSocket } from '../../websocket/other-kind.js';
import { addEvent, readSubscription, type Subscription } from '../../websocket/subscription.js';

/** What the probe of an EVM websocket observed. The codes of its problems get their family from the judge. */
export interface EvmWsObservation extends HttpTransport {
  readonly block: CallOutcome;
  readonly chainId: CallOutcome | null;
  /** The answer to net_version, if eth_chainId has no valid one. */
  readonly networkId: CallOutcome | null;
  /** Null if the block was not answered. */
  readonly subscription: Subscription | null;
  readonly phasesMs: PhasesMs;
}

const getLatestBlock: JsonRpcCall = { id: 1, method: 'eth_getBlockByNumber', params: ['latest', false] };
const getChainId: JsonRpcCall = { id: 2, method: 'eth_chainId', params: [] };
/** https://geth.ethereum.org/docs/interacting-with-geth/rpc/pubsub */
const subscribe: JsonRpcCall = { id: 3, method: 'eth_subscribe', params: ['newHeads'] };
/** A second request of the chain id, after a limit. */
const getSecondChainId: JsonRpcCall = { ...getChainId, id: 4 };
/** The network id, which is the chain id of nearly all chains (EIP-155 tells them apart). */
const getNetworkId: JsonRpcCall = { id: 5, method: 'net_version', params: [] };

/** How long the network id may take. */
const optionalMs = 2_000;

/**
 * Requests the latest block and the chain id, and subscribes to new heads, over one websocket. The first attempt sends all at once; later ones
 * one after another.
 */
export async function probeEvmWs(context: ProbeContext, attempt: number): Promise<EvmWsObservation> {
  const { target, clock } = context;
  const { peer, opened } = await openOrAsk(context, 'evm-ws');
  const transport = { connection: peer, secure: target.secure };
  if (!opened.ok) {
    const problem = await explainUpgrade(context, opened.failure, 'evm-ws');
    const block = { kind: 'problem', problem } as const;
    return { ...transport, ...unanswered, block, phasesMs: clock.read() };
  }
  try {
    const calls = startCalls(opened.value, isEvent, 'false');
    const first = calls.call(getLatestBlock);
    const early = attempt === 1 ? { id: calls.call(getChainId), events: calls.call(subscribe) } : null;
    const block = trim(await first);
    if (block.kind === 'problem' && block.problem.code === 'net/response-too-large') {
      const rest = await probeWithoutBlock(context, block.problem.data.limitBytes);
      return rest ?? { ...transport, ...unanswered, block, phasesMs: clock.read() };
    }
    if (block.kind === 'problem') {
      const named = {
        kind: 'problem',
        problem: await nameOtherWebSocket(calls, block.problem, 'evm-ws'),
      } as const;
      return { ...transport, ...unanswered, block: named, phasesMs: clock.read() };
    }
    return { ...transport, block, ...(await requestRest(context, calls, peer, early)) };
  } finally {
    opened.value.close();
  }
}

/**
 * Probes a node whose block is beyond the limit. That message ends the websocket before any of it can be read, so a second one has to show by its
 * chain id that this is an EVM node; null if it does not.
 */
async function probeWithoutBlock(
  { clock, ...context }: ProbeContext,
  limitBytes: number,
): Promise<EvmWsObservation | null> {
  const secondContext = { ...context, clock: clock.startAnother() };
  const { peer, opened } = await openWebSocket(secondContext, 'evm-ws');
  if (!opened.ok) return null;
  try {
    const rest = await requestRest(secondContext, startCalls(opened.value, isEvent, 'false'), peer, null);
    const block = { kind: 'result', result: {}, limitBytes } as const;
    const { secure } = context.target;
    return readChainId(rest.chainId) === null ? null : { connection: peer, secure, block, ...rest };
  } finally {
    opened.value.close();
  }
}

/** The calls after the block; `early` are those that were requested with it. */
async function requestRest(
  context: ProbeContext,
  calls: WebSocketCalls,
  peer: Peer | null,
  early: { readonly id: Promise<CallOutcome>; readonly events: Promise<CallOutcome> } | null,
): Promise<Omit<EvmWsObservation, keyof HttpTransport | 'block'>> {
  const ids = await requestIds(context, calls, peer?.address ?? '', early?.id ?? calls.call(getChainId));
  const outcome = await (early?.events ?? calls.call(subscribe));
  const confirmed = readSubscription('eth_subscribe', outcome, findFault);
  const phasesMs = context.clock.read();
  return { ...ids, subscription: await addEvent(confirmed, calls), phasesMs };
}

const unanswered = { chainId: null, networkId: null, subscription: null };

/** A notification of a subscription; requests of a server have another method. */
function isEvent({ method, params }: JsonObject): boolean {
  return method === 'eth_subscription' && isJsonObject(params);
}

/** What is wrong with the id of a subscription, null if it is valid. */
function findFault(result: JsonValue): string | null {
  return typeof result === 'string' ? null : 'expected the id of the subscription, a string';
}

function trim(outcome: CallOutcome): CallOutcome {
  return outcome.kind === 'result' ? { ...outcome, result: trimResult(outcome.result) } : outcome;
}

async function requestIds(
  { signal }: ProbeContext,
  calls: WebSocketCalls,
  address: string,
  early: Promise<CallOutcome>,
): Promise<Pick<EvmWsObservation, 'chainId' | 'networkId'>> {
  let chainId = await waitFor(early, address, longestPauseMs);
  if (chainId.kind === 'problem' && chainId.problem.code === 'net/rate-limited') {
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    const second = await waitFor(calls.call(getSecondChainId), address, longestPauseMs);
    // Any other outcome after a limit proves nothing more about the chain.
    if (second.kind === 'problem') return { chainId, networkId: null };
    chainId = second;
  }
  if (readChainId(chainId) !== null) return { chainId, networkId: null };
  return { chainId, networkId: await waitFor(calls.call(getNetworkId), address, optionalMs) };
}

async function waitFor(
  pending: Promise<CallOutcome>,
  address: string,
  limitMs: number,
): Promise<CallOutcome> {
  const outcome = await waitAtMost(pending, limitMs);
  return outcome === aborted
    ? { kind: 'problem', problem: failure('net/response-timeout', { address, limitMs }) }
    : trim(outcome);
}
