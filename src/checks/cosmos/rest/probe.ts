import type { Failure, ServiceKind } from '../../../model/failure.js';
import { isJsonObject, type JsonObject } from '../../../model/json.js';
import type { RuleProblem, ProblemOf } from '../../../model/rule.js';
import { truncate } from '../../../model/text.js';
import type { HeaderList, HttpAnswer } from '../../../net/http.js';
import type { ProbeContext } from '../../../net/probe-context.js';
import { heightField } from '../../../net/words.js';
import { type Listing, nameOtherKind } from '../../http/identify.js';
import { readJsonAnswer } from '../../http/json-answer.js';
import { type FailedOutcome, isOpen } from '../../http/outcome.js';
import {
  callAlone,
  getOf,
  type HttpCall,
  postOf,
  requestAlone,
  type Requests,
  runInTime,
  type Send,
} from '../../http/requests.js';
import { type NotJsonData, parseAnswer } from '../../json/messages.js';
import type { NodeAnswers, NodeObservation } from '../../node/observation.js';
import { type HttpNodeAnswers, probeOverHttp } from '../../node/probe-over-http.js';
import { describeBriefly } from '../../rules/describe-briefly.js';
import { appendPath } from '../../url/http-url.js';
import { prove, readArchiveBlock, readField } from '../archive.js';
import { type CosmosCalls, createFurther } from '../capabilities.js';
import {
  type CosmosReading,
  describeCosmosNode,
  readHead,
  readHeight,
  readText,
  readTxIndex,
} from '../judge.js';
import type { CosmosData, NodeErrorData } from '../rules.js';

export type RestData = CosmosData<'rest'> & {
  'rest/not-json': NotJsonData;
  'rest/other-kind': { kind: ServiceKind };
  'rest/method-missing': { call: string };
  'rest/legacy-api': { chainId: string };
  'rest/node-error': NodeErrorData;
  'rest/malformed-response': { call: string; reason: string };
  'rest/node-info-unavailable': { detail: string };
  'rest/nonstandard-answer': { reason: string };
};

/** The outcome of a request; `deviation` is how a readable answer departs from the specifications. */
type RestOutcome<Value = CosmosReading> =
  | { readonly kind: 'result'; readonly value: Value; readonly deviation: string | null }
  | FailedOutcome<ProblemOf<RestData> | Failure>;

/** A route that describes the node (cosmos-sdk `proto/cosmos/base/tendermint/v1beta1/query.proto`, by way of gRPC-Gateway). */
type RestRoute = 'node_info' | 'blocks/latest' | 'syncing';

/** `sdk_block` takes the place of `block` since Cosmos SDK 0.47. */
const readers: Readonly<Record<RestRoute, (fields: JsonObject) => CosmosReading | { reason: string }>> = {
  node_info: ({ default_node_info: info, application_version: application }) => {
    if (!isJsonObject(info)) return { reason: '"default_node_info" must be an object' };
    const { network, moniker, version, other } = info;
    if (typeof network !== 'string') return { reason: '"default_node_info.network" must be a string' };
    const app = isJsonObject(application) ? application : {};
    return {
      chainId: truncate(network),
      txIndex: readTxIndex(isJsonObject(other) ? other['tx_index'] : null),
      facts: {
        moniker: readText(moniker),
        version: readText(version),
        sdkVersion: readText(app['cosmos_sdk_version']),
        appVersion: readText(app['version']),
      },
    };
  },
  'blocks/latest': ({ block, sdk_block: sdkBlock }) => {
    const [name, value] = isJsonObject(sdkBlock) ? ['sdk_block', sdkBlock] : ['block', block];
    const header = isJsonObject(value) ? value['header'] : undefined;
    if (!isJsonObject(header)) return { reason: `"${name}.header" must be an object` };
    const { chain_id: chainId, height, time } = header;
    const head = readHead(height, time, [`${name}.header.height`, `${name}.header.time`]);
    return 'reason' in head ? head : { head, chainId: readText(chainId) ?? '' };
  },
  syncing: ({ syncing }) =>
    typeof syncing === 'boolean' ? { syncing } : { reason: '"syncing" must be true or false' },
};

function formatRoute(route: RestRoute | `blocks/${number}`): string {
  return `/cosmos/base/tendermint/v1beta1/${route}`;
}

export function readRestAnswer(route: RestRoute, answer: HttpAnswer): RestOutcome {
  const outcome = readFields(route, answer);
  if (outcome.kind === 'problem') return outcome;
  const reading = readers[route](outcome.value);
  return 'reason' in reading ? malformed(route, reading.reason) : { ...outcome, value: reading };
}

export function readFields(route: string, answer: HttpAnswer): RestOutcome<JsonObject> {
  const fieldNames = ['default_node_info', 'block', 'sdk_block', 'syncing'];
  return readJsonAnswer<RestOutcome<JsonObject>, ProblemOf<RestData>>(answer, {
    request: 'rest',
    call: route,
    form: 'gateway',
    isEndpointAnswer: (value) => fieldNames.some((name) => Object.hasOwn(value, name)),
    read: (value, deviation) =>
      isJsonObject(value) ? { kind: 'result', value, deviation } : malformed(route, 'expected an object'),
    malformed: (reason) => malformed(route, reason),
  });
}

function malformed(call: string, reason: string): FailedOutcome<ProblemOf<RestData>> {
  return { kind: 'problem', problem: { code: 'rest/malformed-response', data: { call, reason } } };
}

/** How long the state of syncing may take, if it has to show that the endpoint is a REST API. */
const graceMs = 2_000;

/** Requests the node's info, or else its newest block, and the state of syncing; the last two twice on the first attempt. */
export function probe(context: ProbeContext, attempt: number): Promise<NodeObservation> {
  const first = { method: 'GET', route: formatRoute('node_info') } as const;
  return probeOverHttp({ first, ask, listing, explain: explainFailure }, context, attempt);
}

async function ask(requests: Requests): Promise<HttpNodeAnswers> {
  const { context } = requests;
  const getSyncing = get(context, 'syncing');
  const getBlock = get(context, 'blocks/latest');
  const info = requests.ask(get(context, 'node_info'));
  const syncing = [requests.ask(getSyncing), requests.ask(getSyncing)];
  // Last, since an answer beyond the limit ends the connection.
  const block = requests.ask(getBlock);
  const secondBlock = requests.ask(getBlock);
  const nodeInfo = await info.required();
  // If the node itself answers, even with an error, HTTP 503 to the next request is a limit.
  const isAnswered =
    nodeInfo.kind === 'result' || ['rest/node-error', 'rest/method-missing'].includes(nodeInfo.problem.code);
  const newest = isAnswered ? await block.next() : await block.required();
  const isRefused = nodeInfo.kind === 'problem' && newest.kind === 'problem';
  const problem = isRefused ? chooseProblem(nodeInfo.problem, newest.problem) : null;
  const isTooLarge = problem?.code === 'net/response-too-large';
  const isAskedAlone = isTooLarge && requests.attempt > 1;
  const [again, outcomes] = await Promise.all([
    problem === null ? secondBlock.extra() : Promise.resolve(null),
    Promise.all(
      isAskedAlone ? [callAlone(context, getSyncing, graceMs)] : syncing.map(({ extra }) => extra()),
    ),
  ]);
  const states = outcomes.flatMap((outcome) => (outcome?.kind === 'result' ? outcome.value : []));
  const blocks = [newest, ...(again?.kind === 'result' ? [again] : [])];
  const route = nodeInfo.kind === 'result' ? 'node_info' : 'blocks/latest';
  const answers = describeAnswers(nodeInfo, blocks, states);
  return {
    ...answers,
    // If the block is beyond the limit, this answer shows that the endpoint is a REST API.
    problem: isTooLarge && states.length > 0 ? null : problem,
    pages: [{ method: 'GET', path: appendPath(context.target.path, formatRoute(route)) }],
    further: createFurther('rest', answers, (limited, isOnce) =>
      createCalls(context.target.path, requests.createSend(limited, isOnce)),
    ),
  };
}

const listing = {
  listedAs: 'rest',
  answers: ['rest/not-json', 'rest/method-missing', 'rest/malformed-response'],
} as const;

function get({ target }: ProbeContext, route: RestRoute): HttpCall<RestOutcome> {
  return getOf(appendPath(target.path, formatRoute(route)), (answer) => readRestAnswer(route, answer));
}

/** Why neither request was answered. A refusal of one request decides nothing if the other failed without an answer. */
function chooseProblem(nodeInfo: RuleProblem, block: RuleProblem): RuleProblem {
  if (block.code === 'net/rate-limited' || block.code === 'http/challenged') return block;
  return isOpen(block) && !isOpen(nodeInfo) ? block : nodeInfo;
}

function createCalls(path: string, send: Send): CosmosCalls {
  const request = (name: string, route: string, headers?: HeaderList) =>
    send(getOf(appendPath(path, route), (answer) => readFields(name, answer), headers));
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
      return prove(await request('params', '/cosmos/bank/v1beta1/params', headers), { hasState: true });
    },
    searchTx: async () => {
      // Since Cosmos SDK 0.50 the query counts, before that the events.
      const query = 'query=tx.height%3D1&events=tx.height%3D1&limit=1';
      return prove(await request('txs', `/cosmos/tx/v1beta1/txs?${query}`), { isIndexed: true });
    },
    simulate: async () => {
      const read = (answer: HttpAnswer) => readFields('simulate', answer);
      const call = postOf(appendPath(path, '/cosmos/tx/v1beta1/simulate'), '{}', read);
      return prove(await send(call), { isSimulated: true });
    },
  };
}

/** How long the search for the old REST API may take, in addition to the check itself. */
const legacyMs = 2_000;

/** The problem of an endpoint that answers no route: which other kind it is, or that it is the REST API of an old node. */
async function explainFailure(
  context: ProbeContext,
  problem: RuleProblem,
  listing: Listing,
): Promise<RuleProblem> {
  const { code } = problem;
  if (code === 'http/status' || code === 'rest/method-missing') {
    const chainId = await findLegacyApi(context);
    if (chainId !== null) return { code: 'rest/legacy-api', data: { chainId } };
  }
  return nameOtherKind(context, problem, listing);
}

/** The chain id at /node_info of the REST API before Cosmos SDK 0.40 (0.39, `client/rpc/status.go`), null if it is no such node. */
function findLegacyApi(context: ProbeContext): Promise<string | null> {
  return runInTime(context, legacyMs, async (limited) => {
    const path = appendPath(context.target.path, '/node_info');
    const answer = await requestAlone(limited, (http) => http.get({}, path));
    const info = readField(answer === null ? null : parseAnswer(answer), 'node_info');
    return isJsonObject(info) ? (readText(info['network']) ?? '') : null;
  });
}

/** What the answers of a REST API say of the node; `blocks` may have a second answer with the newest one. Pure. */
function describeAnswers(
  nodeInfo: RestOutcome,
  blocks: readonly RestOutcome[],
  states: readonly CosmosReading[],
): NodeAnswers {
  const answered = [nodeInfo, ...blocks].filter((outcome) => outcome.kind === 'result');
  const reasons = new Set(answered.flatMap(({ deviation }) => deviation ?? []));
  const problems: RuleProblem[] = [...reasons].map((reason) => ({
    code: 'rest/nonstandard-answer',
    data: { reason },
  }));
  if (nodeInfo.kind === 'problem') {
    const data = { detail: describeBriefly(nodeInfo.problem) };
    problems.push({ code: 'rest/node-info-unavailable', data });
  }
  const [block] = blocks;
  const headProblem = block?.kind === 'problem' ? block.problem : null;
  const readings = [...answered.map(({ value }) => value), ...states];
  return describeCosmosNode('rest', readings, { headProblem, problems });
}
