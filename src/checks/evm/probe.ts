import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceKind } from '../../model/failure.js';
import type { PhasesMs } from '../../model/report.js';
import { withLimit } from '../../net/abort.js';
import type { ProbeContext } from '../../net/probe-context.js';
import { type HttpConnection, openHttp } from '../../net/http.js';
import { identifyHttp, isGrpcServer } from '../identify.js';
import { reclassifyLimit } from '../reclassify-limit.js';
import { formatCall, type JsonRpcCall, type JsonRpcOutcome, readAnswer } from './json-rpc.js';

/** What a context with an EVM endpoint showed. */
export interface EvmObservation {
  readonly connection: Pick<HttpConnection, 'address' | 'certificateExpiresAt'> | null;
  /** False only for plain http, in a local test. */
  readonly secure: boolean;
  readonly block: JsonRpcOutcome;
  readonly chainId: JsonRpcOutcome | null;
  readonly phasesMs: PhasesMs;
}

/** The request that an endpoint must answer to be listed. */
const getLatestBlock: JsonRpcCall = { id: 1, method: 'eth_getBlockByNumber', params: ['latest', false] };
const getChainId: JsonRpcCall = { id: 2, method: 'eth_chainId', params: [] };

/** How long a limit of the rate is left alone before the chain id is asked for again; most are of requests in a second. */
const pauseMs = 1_000;
/** How long an endpoint may ask to be left alone, and how long it then may take, for what is but required where a chain is claimed. */
const longestPauseMs = 5_000;

/**
 * Asks for the latest block and for the chain id. The first attempt sends both at once on one connection; later ones send
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
  // Not the connection itself: what is seen is kept to the end of the run, and with it all that it holds.
  const { address, certificateExpiresAt } = connection;
  try {
    const first = ask(connection, getLatestBlock);
    const early = attempt === 1 ? ask(connection, getChainId) : null;
    const block = await nameOtherKind(context, await first);
    const chainId = block.kind === 'result' ? await askChainId(context, connection, early) : null;
    return {
      connection: { address, certificateExpiresAt },
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

async function askChainId(
  context: ProbeContext,
  connection: HttpConnection,
  early: Promise<JsonRpcOutcome> | null,
): Promise<JsonRpcOutcome> {
  const { signal } = context;
  let outcome = behindAnswer(await (early ?? ask(connection, getChainId)));
  // A server that closes after each answer, which is its right (RFC 9112 section 9.6), is asked on a connection of its own.
  if (findCode(outcome) === 'net/reset' && !signal.aborted) outcome = await askAnew(context);
  if (outcome.kind === 'result' || outcome.problem.code !== 'net/rate-limited') return outcome;

  const { retryAfterMs } = outcome.problem.data;
  const waitMs = Math.max(pauseMs, retryAfterMs ?? 0);
  if (waitMs > longestPauseMs) return outcome;
  await sleep(waitMs, undefined, { signal }).catch(() => undefined);
  if (signal.aborted) return outcome;
  const limit = withLimit(signal, longestPauseMs);
  const second = await askAnew({ ...context, signal: limit.signal });
  limit.clear();
  // Whatever a limit is followed by but an answer (a ban, silence), it says no more of the chain.
  return second.kind === 'result' ? second : outcome;
}

function findCode(outcome: JsonRpcOutcome): string | null {
  return outcome.kind === 'problem' ? outcome.problem.code : null;
}

async function askAnew(context: ProbeContext): Promise<JsonRpcOutcome> {
  const opened = await openHttp(context);
  if (!opened.ok) return { kind: 'problem', problem: opened.failure };
  try {
    return behindAnswer(await ask(opened.value, getChainId));
  } finally {
    opened.value.close();
  }
}

/** What an outcome means behind a call that was answered. */
function behindAnswer(outcome: JsonRpcOutcome): JsonRpcOutcome {
  return outcome.kind === 'problem'
    ? { kind: 'problem', problem: reclassifyLimit(outcome.problem) }
    : outcome;
}

async function ask(connection: HttpConnection, call: JsonRpcCall): Promise<JsonRpcOutcome> {
  const answer = await connection.post(formatCall(call));
  return answer.ok ? readAnswer(call, answer.value) : { kind: 'problem', problem: answer.failure };
}
