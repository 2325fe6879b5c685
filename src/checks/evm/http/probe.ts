import { sleep } from '../../../net/abort.js';
import type { HttpConnection } from '../../../net/http.js';
import type { ProbeContext } from '../../../net/probe-context.js';
import type { RuleProblem } from '../../../model/rule.js';
import { findNewest, noAnswers, type NodeObservation } from '../../node/observation.js';
import type { PageRequest } from '../../http/cors.js';
import { keepsMethod } from '../../http/follow-redirect.js';
import {
  callAlone,
  callNext,
  callOnce,
  type HttpCall,
  pauseMs,
  reclassify,
  type Requests,
} from '../../http/requests.js';
import type { RpcOutcome } from '../../http/json-answer.js';
import { longestPauseMs } from '../../http/outcome.js';
import { type Listing, nameOtherKind } from '../../http/identify.js';
import { type HttpNodeAnswers, probeOverHttp } from '../../node/probe-over-http.js';
import { formatCall, type JsonRpcCall } from '../../json/messages.js';
import type { JsonValue } from '../../../model/json.js';
import type { Head } from '../../block/stale.js';
import type { Further } from '../../node/interview.js';
import { searchEvmArchive } from '../archive.js';
import { listEvmCapabilities } from '../capabilities.js';
import {
  getChainId,
  getLatestBlock,
  getNetworkId,
  getSyncing,
  isAtGenesis,
  networkIdMs,
  secondCalls,
  readChainId,
} from '../calls.js';
import { describeAnswers } from '../judge.js';
import { batchOf, readAnswer, readLargeBlock, requestSecond } from './json-rpc.js';

/**
 * Requests the latest block, the chain id, whether the node is catching up, and the first two once more in a batch. The first attempt sends all at
 * once on one connection; later ones request the block and the chain id one after the other.
 */
export function probe(context: ProbeContext, attempt: number): Promise<NodeObservation> {
  const first = { method: 'POST', route: '' } as const;
  return probeOverHttp({ first, ask, explain, listing }, context, attempt);
}

/** A proxy redirects a POST to a path without its final slash, whatever it serves below it. */
const listing = {
  listedAs: 'evm',
  answers: ['evm/method-missing', 'evm/bad-envelope', 'http/redirect'],
} as const;

async function explain(context: ProbeContext, problem: RuleProblem, at: Listing): Promise<RuleProblem> {
  const { code, data } = problem;
  // Clients follow this redirect, so its target is identified instead.
  const isFollowed = code === 'http/redirect' && keepsMethod({ status: Number(data['status']) });
  return isFollowed ? problem : nameOtherKind(context, problem, at);
}

async function ask(requests: Requests): Promise<HttpNodeAnswers> {
  const { context, connection } = requests;
  const block = requests.ask(callOf(getLatestBlock));
  const chainId = requests.ask(callOf(getChainId));
  const syncing = requests.ask(callOf(getSyncing));
  const batch = requests.ask(batchOf(secondCalls));
  const pages = [formatPage(context)];
  const newest = await block.required();
  if (newest.kind === 'problem') return { ...noAnswers, problem: newest.problem, pages };
  const id = await chainId.next();
  const [second, isSyncing] = await Promise.all([
    requestSecond(context, batch, callOf),
    isAtGenesis(newest) ? syncing.next() : syncing.extra(),
  ]);
  const chainIds = [id, ...second.chainIds];
  const answers = describeAnswers(
    'evm',
    {
      blocks: [newest, ...second.blocks],
      syncing: isSyncing,
      ...(chainIds.every((outcome) => readChainId(outcome) === null)
        ? await requestIdsAgain(context, id)
        : { chainIds, networkId: null }),
    },
    second.problems,
  );
  return {
    ...answers,
    problem: null,
    pages,
    further: askOn(connection, findNewest(answers.heads)),
  };
}

/** What is asked beyond the check, first on its connection. */
function askOn(connection: HttpConnection, head: Head | null): Further {
  let nextId = 10;
  const nextCall = (method: string, params: readonly JsonValue[]) => callOf({ id: nextId++, method, params });
  return {
    searchArchive: (context) =>
      searchEvmArchive((method, params) => callNext(context, connection, nextCall(method, params)), head),
    listCapabilities: (context, ask) =>
      listEvmCapabilities('evm', head, ask, {
        call: (method, params) => callOnce(context, connection, nextCall(method, params)),
        sendBatch: (calls) => callOnce(context, connection, batchOf(calls)),
      }),
  };
}

/** The request for the latest block, as a page would make it. */
function formatPage({ target: { path } }: ProbeContext): PageRequest {
  const headers = { 'content-type': 'application/json' };
  return { method: 'POST', path, headers, body: formatCall(getLatestBlock) };
}

/** Failures that may be transient, of a node that has answered the block. */
const transientCodes: readonly string[] = ['evm/rpc-error', 'http/upstream-down', 'http/status', 'net/reset'];

/** The chain id a moment after it was refused, unless by a limit; if there is still none, the network id too. */
async function requestIdsAgain(context: ProbeContext, refused: RpcOutcome) {
  const code = refused.kind === 'problem' ? refused.problem.code : '';
  if (code === 'net/rate-limited') return { chainIds: [refused], networkId: null };
  if (transientCodes.includes(code)) {
    await sleep(pauseMs, context.signal);
    const later = reclassify(await callAlone(context, callOf(getChainId), longestPauseMs));
    if (readChainId(later) !== null) return { chainIds: [later], networkId: null };
  }
  const networkId = await callAlone(context, callOf(getNetworkId), networkIdMs);
  return { chainIds: [refused], networkId };
}

function callOf(call: JsonRpcCall): HttpCall<RpcOutcome> {
  return async (connection) => {
    const answer = await connection.post(formatCall(call));
    if (answer.ok) return readAnswer(call, answer.value);
    const { failure, beginning } = answer;
    const large = beginning === undefined ? null : readLargeBlock(call, beginning);
    return large ?? { kind: 'problem', problem: failure };
  };
}
