import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceKind } from '../../model/failure.js';
import type { PhasesMs } from '../../model/report.js';
import { failure } from '../../model/failure.js';
import { aborted, waitAtMost, withLimit } from '../../net/abort.js';
import type { ProbeContext } from '../../net/probe-context.js';
import { type HttpConnection, openHttp } from '../../net/http.js';
import { identifyHttp, isGrpcServer } from '../identify.js';
import { reclassifyLimit } from '../reclassify-limit.js';
import { readChainId } from './chain-id.js';
import { formatCall, type JsonRpcCall, type JsonRpcOutcome, readAnswer } from './json-rpc.js';

/** What the probe of an EVM endpoint observed. */
export interface EvmObservation {
  readonly connection: Pick<
    HttpConnection,
    'address' | 'certificateExpiresAt' | 'certificateLifetimeMs' | 'cipherSuite'
  > | null;
  /** False only for plain http, in a local test. */
  readonly secure: boolean;
  readonly block: JsonRpcOutcome;
  readonly chainId: JsonRpcOutcome | null;
  /** The chain id once more: balancers over nodes of two chains report one and then the other. Null where it was not answered in time. */
  readonly secondChainId: JsonRpcOutcome | null;
  /** The answer to net_version, where eth_chainId has no valid one. */
  readonly networkId: JsonRpcOutcome | null;
  readonly phasesMs: PhasesMs;
}

/** The request that an endpoint must answer to be listed. */
const getLatestBlock: JsonRpcCall = { id: 1, method: 'eth_getBlockByNumber', params: ['latest', false] };
const getChainId: JsonRpcCall = { id: 2, method: 'eth_chainId', params: [] };
const getChainIdAgain: JsonRpcCall = { ...getChainId, id: 3 };
/** The network id, which is the chain id of nearly all chains (EIP-155 tells them apart). */
const getNetworkId: JsonRpcCall = { id: 4, method: 'net_version', params: [] };

/** Pause before the chain id is requested again after a rate limit or a failure; most limits are per second. */
const pauseMs = 1_000;
/** Maximum Retry-After that is honoured for the chain id, and how long it may take once the block is there. */
const longestPauseMs = 5_000;
/** How long the network id may take. */
const networkIdMs = 2_000;
/** How long the second chain id, which was requested with the first, may take after it. */
const graceMs = 500;

/**
 * Requests the latest block, and the chain id twice. The first attempt sends all at once on one connection; later ones request the block and
 * the chain id one after the other. They never go as a batch, which public nodes refuse.
 */
export async function probeEvm(context: ProbeContext, attempt: number): Promise<EvmObservation> {
  const { target, clock } = context;
  const opened = await openHttp(context);
  if (!opened.ok) {
    const block = await nameOtherKind(context, { kind: 'problem', problem: opened.failure });
    return { ...noChainId, connection: null, secure: target.secure, block, phasesMs: clock.read() };
  }
  const connection = opened.value;
  // Not the connection itself: the observation, and all that it references, stays in memory until the end of the run.
  const { address, certificateExpiresAt, certificateLifetimeMs, cipherSuite } = connection;
  try {
    const first = request(connection, getLatestBlock);
    const early = attempt === 1 ? request(connection, getChainId) : null;
    const again = attempt === 1 ? request(connection, getChainIdAgain) : null;
    const block = await nameOtherKind(context, await requestAlone(context, await first, attempt));
    const ids =
      block.kind === 'result' ? await requestChainIds(context, connection, early, again) : noChainId;
    return {
      connection: { address, certificateExpiresAt, certificateLifetimeMs, cipherSuite },
      secure: target.secure,
      block,
      ...ids,
      phasesMs: clock.read(),
    };
  } finally {
    connection.close();
  }
}

/** Failures of servers that do not speak HTTP/1.1, which may be gRPC. */
const withoutHttp1: readonly string[] = ['tls/no-http1', 'http/not-http', 'net/reset'];
/** Answers of servers that do, which may be of another kind. */
const withHttp1: readonly string[] = ['http/status', 'evm/method-missing', 'evm/bad-envelope'];

/** The outcome of the first call, or that the endpoint is of another kind where it answers as one. */
async function nameOtherKind(context: ProbeContext, outcome: JsonRpcOutcome): Promise<JsonRpcOutcome> {
  const code = findCode(outcome) ?? '';
  if (withoutHttp1.includes(code) && (await isGrpcServer(context))) return otherKind('grpc');
  const kind = withHttp1.includes(code) ? await identifyHttp(context) : null;
  return kind === null || kind === 'evm' ? outcome : otherKind(kind);
}

function otherKind(kind: ServiceKind): JsonRpcOutcome {
  return { kind: 'problem', problem: { code: 'evm/other-kind', data: { kind } } };
}

/**
 * The outcome of the first call, on a connection of its own where the one with several requests was reset: a server that closes after each
 * answer has the others unread, so that the system resets the connection, and with it an answer that was not yet received (RFC 1122
 * section 4.2.2.13).
 */
async function requestAlone(
  context: ProbeContext,
  outcome: JsonRpcOutcome,
  attempt: number,
): Promise<JsonRpcOutcome> {
  const isShared = attempt === 1 && findCode(outcome) === 'net/reset' && !context.signal.aborted;
  return isShared ? requestOnce(context, getLatestBlock, context.budgetMs) : outcome;
}

type ChainIds = Pick<EvmObservation, 'chainId' | 'secondChainId' | 'networkId'>;

const noChainId: ChainIds = { chainId: null, secondChainId: null, networkId: null };

/** Failures of a node that answered the block that may pass in a moment. */
const mayPass: readonly string[] = ['evm/rpc-error', 'http/upstream-down', 'http/status', 'net/reset'];

async function requestChainIds(
  context: ProbeContext,
  connection: HttpConnection,
  early: Promise<JsonRpcOutcome> | null,
  again: Promise<JsonRpcOutcome> | null,
): Promise<ChainIds> {
  const first = await requestChainId(context, connection, early);
  const answer = again === null ? aborted : await waitAtMost(again, graceMs);
  const second = answer === aborted || readChainId(answer) === null ? null : answer;
  if (readChainId(first) !== null) return { ...noChainId, chainId: first, secondChainId: second };
  // What fails once in two is answered all the same.
  if (second !== null) return { ...noChainId, chainId: second };
  const code = findCode(first) ?? '';
  if (code === 'net/rate-limited') return { ...noChainId, chainId: first };
  if (mayPass.includes(code)) {
    await sleep(pauseMs, undefined, { signal: context.signal }).catch(() => undefined);
    const later = reclassify(await requestOnce(context, getChainId, longestPauseMs));
    if (readChainId(later) !== null) return { ...noChainId, chainId: later };
  }
  return { ...noChainId, chainId: first, networkId: await requestOnce(context, getNetworkId, networkIdMs) };
}

async function requestChainId(
  context: ProbeContext,
  connection: HttpConnection,
  early: Promise<JsonRpcOutcome> | null,
): Promise<JsonRpcOutcome> {
  const { signal } = context;
  const answer = await waitAtMost(early ?? request(connection, getChainId), longestPauseMs);
  if (answer === aborted) {
    const { address } = connection;
    return {
      kind: 'problem',
      problem: failure('net/response-timeout', { address, limitMs: longestPauseMs }),
    };
  }
  let outcome = reclassify(answer);
  // A server may close after each answer (RFC 9112 section 9.6): the second request then has its own connection.
  if (findCode(outcome) === 'net/reset' && !signal.aborted)
    outcome = reclassify(await requestOnce(context, getChainId, longestPauseMs));
  if (outcome.kind === 'result' || outcome.problem.code !== 'net/rate-limited') return outcome;

  const { retryAfterMs } = outcome.problem.data;
  const waitMs = Math.max(pauseMs, retryAfterMs ?? 0);
  if (waitMs > longestPauseMs) return outcome;
  await sleep(waitMs, undefined, { signal }).catch(() => undefined);
  if (signal.aborted) return outcome;
  const second = reclassify(await requestOnce(context, getChainId, longestPauseMs));
  // Any other outcome after a limit (a ban, a time-out) proves nothing more about the chain.
  return second.kind === 'result' ? second : outcome;
}

function findCode(outcome: JsonRpcOutcome): string | null {
  return outcome.kind === 'problem' ? outcome.problem.code : null;
}

/** A call on a connection of its own. */
async function requestOnce(
  context: ProbeContext,
  call: JsonRpcCall,
  limitMs: number,
): Promise<JsonRpcOutcome> {
  const limit = withLimit(context.signal, limitMs);
  const opened = await openHttp({ ...context, signal: limit.signal });
  try {
    return opened.ok ? await request(opened.value, call) : { kind: 'problem', problem: opened.failure };
  } finally {
    limit.clear();
    if (opened.ok) opened.value.close();
  }
}

/** The meaning of an outcome after a call that was answered. */
function reclassify(outcome: JsonRpcOutcome): JsonRpcOutcome {
  return outcome.kind === 'problem'
    ? { kind: 'problem', problem: reclassifyLimit(outcome.problem) }
    : outcome;
}

async function request(connection: HttpConnection, call: JsonRpcCall): Promise<JsonRpcOutcome> {
  const answer = await connection.post(formatCall(call));
  return answer.ok ? readAnswer(call, answer.value) : { kind: 'problem', problem: answer.failure };
}
