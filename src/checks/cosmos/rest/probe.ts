import type { HttpAnswer, HeaderList, HttpConnection } from '../../../net/http.js';
import { heightField } from '../../../net/grpc/height.js';
import type { ProbeContext } from '../../../net/probe-context.js';
import type { NodeObservation, NodeAnswers } from '../../node/observation.js';
import { callAlone, callNext, callOnce, type HttpCall } from '../../http/calls.js';
import { isOpen } from '../../http/outcome.js';
import { type Requests, resultOf } from '../../http/requests.js';
import { type HttpNodeAnswers, probeOverHttp } from '../../node/probe-over-http.js';
import { appendPath } from '../../url/http-url.js';
import { readArchiveBlock, readArchiveRefusal, readTxSearch } from '../archive.js';
import { type CosmosCalls, createFurther } from '../capabilities.js';
import { readHeight } from '../json.js';
import {
  formatRoute,
  readFields,
  readLatestBlock,
  readNodeInfo,
  readSyncing,
  type RestOutcome,
  type RestProblem,
  type RestRoute,
  type RestBlock,
  type RestNode,
} from './answer.js';
import { isJsonObject } from '../../../model/json.js';
import { truncate } from '../../../model/truncate.js';
import { type Listing, nameOtherKind } from '../../http/identify.js';
import { parseAnswer } from '../../json/body.js';
import type { Problem } from '../../../model/rule.js';
import { describeCosmosNode, softwareFacts } from '../judge.js';
import { describeBriefly } from '../../rules/describe-briefly.js';

/** How long the state of syncing may take, if it has to show that the endpoint is a REST API. */
const graceMs = 2_000;

/**
 * Requests the node's info, its newest block and the state of syncing; either of the first two is enough. On the first attempt the last two are
 * requested twice.
 */
export function probeRest(context: ProbeContext, attempt: number): Promise<NodeObservation> {
  const first = { method: 'GET', route: formatRoute('node_info') } as const;
  return probeOverHttp({ first, ask, listing, explain: explainFailure }, context, attempt);
}

async function ask(requests: Requests): Promise<HttpNodeAnswers> {
  const { context, connection } = requests;
  const getSyncing = get(context, 'syncing', readSyncing);
  const getBlock = get(context, 'blocks/latest', readLatestBlock);
  const info = requests.ask(get(context, 'node_info', readNodeInfo));
  const syncing = [requests.ask(getSyncing), requests.ask(getSyncing)];
  // Last, since an answer beyond the limit ends the connection.
  const block = requests.ask(getBlock);
  const secondBlock = requests.ask(getBlock);
  const nodeInfo = await info.required();
  const newest = isAnswered(nodeInfo) ? await block.next() : await block.required();
  const isRefused = nodeInfo.kind === 'problem' && newest.kind === 'problem';
  const problem = isRefused ? chooseProblem(nodeInfo.problem, newest.problem) : null;
  const isTooLarge = problem?.code === 'net/response-too-large';
  const isAskedAlone = isTooLarge && requests.attempt > 1;
  const [again, states] = await Promise.all([
    problem === null ? secondBlock.extra() : Promise.resolve(null),
    Promise.all(
      isAskedAlone ? [callAlone(context, getSyncing, graceMs)] : syncing.map(({ extra }) => extra()),
    ),
  ]);
  const isSyncing = states.flatMap((outcome) => resultOf(outcome)?.value ?? []);
  const secondHead = resultOf(again);
  const blocks = secondHead === null ? [newest] : [newest, secondHead];
  const route = nodeInfo.kind === 'result' ? 'node_info' : 'blocks/latest';
  const answers = describeAnswers({ nodeInfo, blocks, syncing: isSyncing });
  return {
    ...answers,
    // If the block is beyond the limit, this answer shows that the endpoint is a REST API.
    problem: isTooLarge && isSyncing.length > 0 ? null : problem,
    pages: [{ method: 'GET', path: appendPath(context.target.path, formatRoute(route)) }],
    further: createFurther('rest', answers.facts['txIndex'], (limited, isOnce) =>
      createCalls(limited, connection, isOnce ? callOnce : callNext),
    ),
  };
}

/** The answers that may come from an endpoint of another kind. */
const listing = {
  listedAs: 'rest',
  answers: ['rest/not-json', 'rest/method-missing', 'rest/malformed-response'],
} as const;

/** A GET of a route, to be made on any connection. */
function get<Value>(
  { target }: ProbeContext,
  route: RestRoute,
  read: (answer: HttpAnswer) => RestOutcome<Value>,
): HttpCall<RestOutcome<Value>> {
  return getPath(appendPath(target.path, formatRoute(route)), read);
}

function getPath<Value>(
  path: string,
  read: (answer: HttpAnswer) => RestOutcome<Value>,
  headers: HeaderList = {},
): HttpCall<RestOutcome<Value>> {
  return async (connection) => {
    const answer = await connection.get(headers, path);
    return answer.ok ? read(answer.value) : { kind: 'problem', problem: answer.failure };
  };
}

/** Whether the node itself answered, even with an error, so that HTTP 503 to the next request is a limit. */
function isAnswered(outcome: RestOutcome<unknown>): boolean {
  return (
    outcome.kind === 'result' || ['rest/node-error', 'rest/method-missing'].includes(outcome.problem.code)
  );
}

/** Why neither request was answered. A refusal of one request decides nothing if the other failed without an answer. */
function chooseProblem(nodeInfo: RestProblem, block: RestProblem): RestProblem {
  if (block.code === 'net/rate-limited' || block.code === 'http/challenged') return block;
  return isOpen(block) && !isOpen(nodeInfo) ? block : nodeInfo;
}

function createCalls(context: ProbeContext, connection: HttpConnection, send: typeof callOnce): CosmosCalls {
  const { path } = context.target;
  const request = (name: string, route: string, headers: HeaderList = {}) =>
    send(
      context,
      connection,
      getPath(appendPath(path, route), (answer) => readFields(name, answer), headers),
    );
  return {
    getBlock: async (height) =>
      readArchiveBlock(await request('blocks', formatRoute(`blocks/${height}`)), height),
    getLowestState: async () => {
      const status = await request('status', '/cosmos/base/node/v1beta1/status');
      if (status.kind === 'problem') return status;
      const lowest = readHeight(status.value['earliest_store_height']);
      return { lowest: typeof lowest === 'number' && lowest > 0 ? lowest : null };
    },
    getState: async (height) => {
      const headers = { [heightField]: String(height) };
      const params = await request('params', '/cosmos/bank/v1beta1/params', headers);
      return params.kind === 'problem' ? readArchiveRefusal(params) : { hasState: true };
    },
    // Since Cosmos SDK 0.50 the query counts, before that the events.
    searchTx: async () =>
      readTxSearch(
        await request('txs', '/cosmos/tx/v1beta1/txs?query=tx.height%3D1&events=tx.height%3D1&limit=1'),
      ),
    simulate: async () => {
      const outcome = await send(context, connection, async (http) => {
        const answer = await http.post('{}', {}, appendPath(path, '/cosmos/tx/v1beta1/simulate'));
        return answer.ok
          ? readFields('simulate', answer.value)
          : { kind: 'problem', problem: answer.failure };
      });
      return outcome.kind === 'problem' ? readArchiveRefusal(outcome) : { isSimulated: true };
    },
  };
}

/** How long the search for the old REST API may take, in addition to the check itself. */
const legacyMs = 2_000;

/** The problem of an endpoint that answers no route: which other kind it is, or that it is the REST API of an old node. */
async function explainFailure(context: ProbeContext, problem: Problem, listing: Listing): Promise<Problem> {
  const { code } = problem;
  if (code === 'http/status' || code === 'rest/method-missing') {
    const chainId = await findLegacyApi(context);
    if (chainId !== null) return { code: 'rest/legacy-api', data: { chainId } };
  }
  return nameOtherKind(context, problem, listing);
}

/**
 * The chain id that the REST API before Cosmos SDK 0.40 reports at /node_info (cosmos-sdk 0.39, `client/rpc/status.go`), null if it is no such
 * node.
 */
async function findLegacyApi(context: ProbeContext): Promise<string | null> {
  const outcome = await callAlone(
    context,
    async (http) => {
      const answer = await http.get({}, appendPath(context.target.path, '/node_info'));
      return { kind: 'result', value: answer.ok ? parseAnswer(answer.value) : null } as const;
    },
    legacyMs,
  );
  const value = outcome.kind === 'result' && isJsonObject(outcome.value) ? outcome.value : {};
  const info = value['node_info'];
  if (!isJsonObject(info)) return null;
  return typeof info['network'] === 'string' ? truncate(info['network']) : '';
}

/** What a REST API answered. */
interface RestAnswers {
  readonly nodeInfo: RestOutcome<RestNode>;
  /** The newest block, and a second answer with it, if there is one. */
  readonly blocks: readonly RestOutcome<RestBlock>[];
  readonly syncing: readonly boolean[];
}

/** What the answers of a REST API say of the node. Pure. */
function describeAnswers({ nodeInfo, blocks, syncing }: RestAnswers): NodeAnswers {
  const answered = blocks.flatMap((outcome) => (outcome.kind === 'result' ? outcome.value : []));
  const info = nodeInfo.kind === 'result' ? nodeInfo.value : null;
  const [block] = blocks;
  const { chainId, txIndex, ...software } = info ?? {
    chainId: '',
    version: null,
    txIndex: null,
    ...softwareFacts,
  };
  return describeCosmosNode('rest', {
    chainIds: [chainId, ...answered.map((answer) => answer.chainId)],
    heads: answered.map(({ height, timeMs }) => ({ height, timeMs, unit: 'seconds' })),
    syncing,
    headProblem: block?.kind === 'problem' ? block.problem : null,
    problems: judgeForm(nodeInfo, blocks),
    txIndex,
    facts: software,
  });
}

/** What is missing, and how the answers depart from the specifications, though they can be read. */
function judgeForm(nodeInfo: RestAnswers['nodeInfo'], blocks: RestAnswers['blocks']): Problem[] {
  const reasons = [nodeInfo, ...blocks].flatMap((outcome) =>
    outcome.kind === 'result' && outcome.deviation !== null ? outcome.deviation : [],
  );
  return [
    ...[...new Set(reasons)].map((reason) => ({ code: 'rest/nonstandard-answer', data: { reason } })),
    ...(nodeInfo.kind === 'problem'
      ? [{ code: 'rest/node-info-unavailable', data: { detail: describeBriefly(nodeInfo.problem) } }]
      : []),
  ];
}
