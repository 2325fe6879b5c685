import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceKind } from '../../model/failure.js';
import type { PhasesMs } from '../../model/report.js';
import { withLimit } from '../../net/abort.js';
import type { ProbeContext } from '../../net/probe-context.js';
import { type HttpConnection, openHttp } from '../../net/http.js';
import { identifyHttp, isGrpcServer } from '../identify.js';
import { reclassifyLimit } from '../reclassify-limit.js';
import { formatCall, type JsonRpcCall, type JsonRpcOutcome, readAnswer } from './json-rpc.js';

/** What the probe of an EVM endpoint observed. */
export interface EvmObservation {
  readonly connection: Pick<
    HttpConnection,
    'address' | 'certificateExpiresAt' | 'certificateLifetimeMs'
  > | null;
  /** False only for plain http, in a local test. */
  readonly secure: boolean;
  readonly block: JsonRpcOutcome;
  readonly chainId: JsonRpcOutcome | null;
  readonly phasesMs: PhasesMs;
}

/** The request that an endpoint must answer to be listed. */
const getLatestBlock: JsonRpcCall = { id: 1, method: 'eth_getBlockByNumber', params: ['latest', false] };
const getChainId: JsonRpcCall = { id: 2, method: 'eth_chainId', params: [] };

/** Pause before the chain id is requested again after a rate limit; most limits are per second. */
const pauseMs = 1_000;
/** Maximum Retry-After that is honoured for the chain id, and maximum duration of the second request. */
const longestPauseMs = 5_000;

/**
 * Requests the latest block and the chain id. The first attempt sends both at once on one connection; later ones send
 * them one after the other. They never go as a batch, which public nodes refuse.
 */
export async function probeEvm(context: ProbeContext, attempt: number): Promise<EvmObservation> {
  const { target, clock } = context;
  const opened = await openHttp(context);
  if (!opened.ok) {
    const block = await nameOtherKind(context, { kind: 'problem', problem: opened.failure });
    return { connection: null, secure: target.secure, block, chainId: null, phasesMs: clock.read() };
  }
  const connection = opened.value;
  // Not the connection itself: the observation, and all that it references, stays in memory until the end of the run.
  const { address, certificateExpiresAt, certificateLifetimeMs } = connection;
  try {
    const first = request(connection, getLatestBlock);
    const early = attempt === 1 ? request(connection, getChainId) : null;
    const block = await nameOtherKind(context, await first);
    const chainId = block.kind === 'result' ? await requestChainId(context, connection, early) : null;
    return {
      connection: { address, certificateExpiresAt, certificateLifetimeMs },
      secure: target.secure,
      block,
      chainId,
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

async function requestChainId(
  context: ProbeContext,
  connection: HttpConnection,
  early: Promise<JsonRpcOutcome> | null,
): Promise<JsonRpcOutcome> {
  const { signal } = context;
  let outcome = reclassify(await (early ?? request(connection, getChainId)));
  // A server may close after each answer (RFC 9112 section 9.6): the second request then has its own connection.
  if (findCode(outcome) === 'net/reset' && !signal.aborted) outcome = await requestChainIdAgain(context);
  if (outcome.kind === 'result' || outcome.problem.code !== 'net/rate-limited') return outcome;

  const { retryAfterMs } = outcome.problem.data;
  const waitMs = Math.max(pauseMs, retryAfterMs ?? 0);
  if (waitMs > longestPauseMs) return outcome;
  await sleep(waitMs, undefined, { signal }).catch(() => undefined);
  if (signal.aborted) return outcome;
  const limit = withLimit(signal, longestPauseMs);
  const second = await requestChainIdAgain({ ...context, signal: limit.signal });
  limit.clear();
  // Any other outcome after a limit (a ban, a time-out) proves nothing more about the chain.
  return second.kind === 'result' ? second : outcome;
}

function findCode(outcome: JsonRpcOutcome): string | null {
  return outcome.kind === 'problem' ? outcome.problem.code : null;
}

async function requestChainIdAgain(context: ProbeContext): Promise<JsonRpcOutcome> {
  const opened = await openHttp(context);
  if (!opened.ok) return { kind: 'problem', problem: opened.failure };
  try {
    return reclassify(await request(opened.value, getChainId));
  } finally {
    opened.value.close();
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
