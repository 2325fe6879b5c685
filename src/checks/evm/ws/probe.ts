import { failure } from '../../../model/failure.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../model/json.js';
import { aborted, sleep, waitAtMost } from '../../../net/abort.js';
import type { ProbeContext } from '../../../net/probe-context.js';
import { pauseMs } from '../../http/requests.js';
import { longestPauseMs } from '../../http/outcome.js';
import type { RpcOutcome } from '../../http/json-answer.js';
import type { JsonRpcCall } from '../../json/messages.js';
import { findNewest, type NodeObservation } from '../../node/observation.js';
import type { CallOutcome } from '../../websocket/calls.js';
import {
  callOnAnother,
  nameProblem,
  probeOverWebSocket,
  readSubscription,
  type WebSocketNodeAnswers,
  type WebSocketRequests,
} from '../../websocket/probe-over-websocket.js';
import type { Further } from '../../node/interview.js';
import { type MakeCall, searchEvmArchive } from '../archive.js';
import { listEvmCapabilities } from '../capabilities.js';
import {
  getChainId,
  getLatestBlock,
  getNetworkId,
  getSyncing,
  isAtGenesis,
  networkIdMs,
  secondCalls,
  trimResult,
  readChainId,
} from '../calls.js';
import { describeAnswers } from '../judge.js';

/** https://geth.ethereum.org/docs/interacting-with-geth/rpc/pubsub */
const subscribe: JsonRpcCall = { id: 7, method: 'eth_subscribe', params: ['newHeads'] };
/** The chain id once more, after a limit. */
const getChainIdAgain: JsonRpcCall = { ...getChainId, id: 8 };
/** Ids of the calls beyond the check begin here; those that name another kind are above 100. */
const firstFurtherId = 10;

/** How long answers may take that are not required, after those that are. */
const graceMs = 2_000;

/** Makes a call, or waits for the answer to one that was made at once. */
type Send = (call: JsonRpcCall) => Promise<CallOutcome>;

/**
 * Requests the latest block, the chain id, whether the node is catching up, the first two once more, and subscribes to new heads, over one
 * websocket. The first attempt sends all at once; later ones request the block, the chain id and the subscription one after another.
 */
export function probe(context: ProbeContext, attempt: number): Promise<NodeObservation> {
  return probeOverWebSocket({ ...websocket, ask }, context, attempt);
}

const websocket = { kind: 'evm-ws', isEvent, none: 'false' } as const;

async function ask(requests: WebSocketRequests): Promise<WebSocketNodeAnswers> {
  const { calls, attempt } = requests;
  const atOnce = [getLatestBlock, getChainId, subscribe, getSyncing, ...secondCalls];
  const early = new Map<JsonRpcCall, Promise<CallOutcome>>(
    attempt === 1 ? atOnce.map((call) => [call, calls.call(call)]) : [],
  );
  const send: Send = (call) => early.get(call) ?? calls.call(call);
  const block = await send(getLatestBlock);
  if (block.kind === 'result') return describe(requests, send, block);
  const { problem } = block;
  const { code, data } = problem;
  return (code === 'net/response-too-large' ? await askAnew(requests, data.limitBytes) : null) ?? { problem };
}

/**
 * Asks a node whose block is beyond the limit. That message ends the websocket before any of it can be read, so a second one has to show by its
 * chain id that this is an EVM node; null if it does not.
 */
async function askAnew(
  requests: WebSocketRequests,
  limitBytes: number,
): Promise<WebSocketNodeAnswers | null> {
  const block = { kind: 'result', result: {}, limitBytes } as const;
  const answers = await callOnAnother(requests.context, websocket, (calls) =>
    describe({ ...requests, calls, attempt: 2 }, (call) => calls.call(call), block),
  );
  return answers.problem === null && answers.node.chainIds.length > 0 ? answers : null;
}

/** Waits for the answers besides the block, and describes all. */
async function describe(
  { context, calls, address, attempt }: WebSocketRequests,
  send: Send,
  block: CallOutcome,
): Promise<WebSocketNodeAnswers> {
  const wait = async (call: JsonRpcCall, limitMs: number): Promise<RpcOutcome> => {
    const outcome = await waitAtMost(send(call), limitMs);
    const timeout = failure('net/response-timeout', { address, limitMs });
    return nameOutcome(outcome === aborted ? { kind: 'problem', problem: timeout } : outcome);
  };
  const newest = nameOutcome(block);
  const ids = await requestIds(context, wait);
  const subscription = readSubscription('eth_subscribe', await send(subscribe), findFault);
  const isAtOnce = attempt === 1;
  const calledAgain = isAtOnce ? secondCalls : [];
  // At genesis it decides whether there is a chain at all.
  const syncingMs = isAtGenesis(newest) ? longestPauseMs : isAtOnce ? graceMs : null;
  const [syncing, second] = await Promise.all([
    syncingMs === null ? Promise.resolve(null) : wait(getSyncing, syncingMs),
    Promise.all(calledAgain.map((call) => wait(call, graceMs))),
  ]);
  const [secondId, secondBlock] = second.map((outcome) => (outcome.kind === 'result' ? [outcome] : []));
  const node = describeAnswers('evm-ws', {
    blocks: [newest, ...(secondBlock ?? [])],
    chainIds: [ids.chainId, ...(secondId ?? [])],
    networkId: ids.networkId,
    syncing,
  });
  let nextId = firstFurtherId;
  const call: MakeCall = async (method, params) =>
    nameOutcome(await calls.call({ id: nextId++, method, params }));
  const newestHead = findNewest(node.heads);
  const further: Further = {
    searchArchive: () => searchEvmArchive(call, newestHead),
    listCapabilities: (_context, ask) =>
      listEvmCapabilities('evm-ws', newestHead, ask, { call, sendBatch: null }),
  };
  return { problem: null, node, subscription, further };
}

/** The chain id, requested again after a limit; if it is none, the network id too. */
async function requestIds(
  { signal }: ProbeContext,
  wait: (call: JsonRpcCall, limitMs: number) => Promise<RpcOutcome>,
): Promise<{ readonly chainId: RpcOutcome; readonly networkId: RpcOutcome | null }> {
  let chainId = await wait(getChainId, longestPauseMs);
  if (chainId.kind === 'problem' && chainId.problem.code === 'net/rate-limited') {
    await sleep(pauseMs, signal);
    const second = await wait(getChainIdAgain, longestPauseMs);
    // Any other outcome after a limit proves nothing more about the chain.
    if (second.kind === 'problem') return { chainId, networkId: null };
    chainId = second;
  }
  const isKnown = readChainId(chainId) !== null;
  return { chainId, networkId: isKnown ? null : await wait(getNetworkId, networkIdMs) };
}

/** A notification of a subscription; requests of a server have another method. */
function isEvent({ method, params }: JsonObject): boolean {
  return method === 'eth_subscription' && isJsonObject(params);
}

function findFault(result: JsonValue): string | null {
  return typeof result === 'string' ? null : 'expected the id of the subscription, a string';
}

/** An outcome with the family of its problem, and only the part of its result that the check reads. */
function nameOutcome(outcome: CallOutcome): RpcOutcome {
  return outcome.kind === 'result'
    ? { ...outcome, result: trimResult(outcome.result) }
    : { kind: 'problem', problem: nameProblem('evm-ws', outcome.problem) };
}
