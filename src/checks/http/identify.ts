import { endpointKinds } from '../../model/endpoint-kind.generated.js';
import { explain, failure, type Failure, type ServiceKind } from '../../model/failure.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.js';
import type { KindWith, RuleProblem } from '../../model/rule.js';
import { frameMessage } from '../../net/grpc/message-reader.js';
import type { HttpAnswer } from '../../net/http.js';
import { classifyHttpStatus } from '../../net/http-status.js';
import { PhaseClock, type ProbeContext } from '../../net/probe-context.js';
import { appendPath } from '../url/http-url.js';
import { formatCall, parseAnswer } from '../json/messages.js';
import type { Sign } from '../check.js';
import { kinds } from '../kinds.generated.js';
import { requestAlone, runInTime } from './requests.js';
import { grpcWebFields } from './grpc-web-frames.js';

/** How long it may take to identify an endpoint, in addition to the check itself. */
const identifyMs = 3_000;

const getStatus = formatCall({ id: 1, method: 'status', params: [] });
const getChainId = formatCall({ id: 1, method: 'eth_chainId', params: [] });
/** The signs of the kinds that are served over HTTP. */
const signs = endpointKinds.flatMap((kind) => {
  const { sign, isWebSocket } = kinds[kind];
  return sign === undefined || isWebSocket === true ? [] : [[kind, sign] as const];
});
/** A route of the REST API of every Cosmos SDK node since 0.40, by way of gRPC-Gateway. */
const nodeInfoPath = '/cosmos/base/tendermint/v1beta1/node_info';
const nodeService = 'cosmos.base.tendermint.v1beta1.Service';
const nodeInfoMethod = `/${nodeService}/GetNodeInfo`;

/** Failures of servers that do not speak HTTP/1.1, which may be gRPC. */
const withoutHttp1: readonly string[] = ['tls/no-http1', 'http/not-http', 'net/reset'];

/** The kind that an endpoint is listed as, and the codes, beside an HTTP error, of answers that another kind may give. */
export interface Listing {
  readonly listedAs: KindWith<'other-kind'>;
  readonly answers: readonly string[];
}

/** The other kind of an endpoint that failed with a code, null if it is no known one. */
export async function findOtherKind(
  context: ProbeContext,
  code: string,
  { listedAs, answers }: Listing,
): Promise<ServiceKind | null> {
  if (withoutHttp1.includes(code)) return (await isGrpcServer(context)) ? 'grpc' : null;
  // A proxy reports this for a server that resets anything but gRPC, such as grpc-go 1.33, which Cosmos SDK has up to 0.46.
  if (code === 'http/upstream-down') return (await isGrpcServer(context, true)) ? 'grpc' : null;
  if (code !== 'http/status' && !answers.includes(code)) return null;
  let kind = await identifyHttp(context);
  if (kind === null && !listedAs.endsWith('ws') && (await isEvmWebSocket(context))) kind = 'evm-ws';
  if (kind === null && (await isGrpcServer(context, true))) kind = 'grpc';
  // The beginning of a page, which the problem quotes, tells more than that it is a page.
  const isKnown = kind === listedAs || (kind === 'web' && /\/not-(?:json|grpc-web)$/.test(code));
  return isKnown ? null : kind;
}

export async function nameOtherKind(
  context: ProbeContext,
  problem: RuleProblem,
  listing: Listing,
): Promise<RuleProblem> {
  const kind = await findOtherKind(context, problem.code, listing);
  return kind === null ? problem : explain(problem, failure(`${listing.listedAs}/other-kind`, { kind }));
}

/** Which kind of service answers HTTP/1.1 requests at a target, null if unknown. One request per connection. */
export function identifyHttp(context: ProbeContext): Promise<ServiceKind | null> {
  // The path at which a websocket was looked for is below that of the services.
  const base = context.target.path.replace(/\/websocket\/?(?=\?|$)/, '') || '/';
  return bounded({ ...context, target: { ...context.target, path: base } }, async (limited) => {
    // If a proxy serves it below a path, it redirects a POST to the path without a final slash.
    const root = appendPath(base, '/');
    const status = readJson(await requestAlone(limited, (http) => http.post(getStatus, {}, root)));
    if (isJsonObject(status?.['result']) && isJsonObject(status['result']['node_info'])) return 'rpc';
    for (const [kind, sign] of signs) {
      const answer = readJson(
        await requestAlone(limited, (http) =>
          http.post(formatCall({ id: 1, method: sign.method, params: [] })),
        ),
      );
      if (fitsSign(sign, answer?.['result'])) return kind;
      // Only what speaks JSON-RPC is asked more of it.
      if (answer?.['jsonrpc'] === undefined) break;
    }
    const path = appendPath(base, nodeInfoPath);
    const info = readJson(await requestAlone(limited, (http) => http.get({}, path)));
    if (isJsonObject(info?.['default_node_info'])) return 'rest';
    const method = appendPath(base, nodeInfoMethod);
    const frame = frameMessage(Buffer.alloc(0));
    const reply = await requestAlone(limited, (http) => http.post(frame, grpcWebFields, method));
    // A node refuses at any path, by a status in the header fields, without a message.
    if (isOfType(reply, 'application/grpc-web') && reply?.body[0] === 0) return 'grpc-web';
    return isOfType(await requestAlone(limited, (http) => http.get({})), 'text/html') ? 'web' : null;
  });
}

/** Whether a result is one that only nodes of a kind answer to the call of its sign. */
export function fitsSign(sign: Sign, result: JsonValue | undefined): boolean {
  return typeof result === 'string' && new RegExp(sign.result).test(result);
}

/** Whether a target serves EVM over websockets alone, as geth at 8546. */
export async function isEvmWebSocket(context: ProbeContext): Promise<boolean> {
  const { openWebSocket } = await import('../../net/websocket.js');
  return bounded(context, async (limited) => {
    const { opened } = await openWebSocket(limited, 'evm-ws');
    if (!opened.ok) return false;
    opened.value.send(getChainId);
    const message = await opened.value.receive();
    opened.value.close();
    return message.ok && /"result"\s*:\s*"0x/.test(message.value);
  });
}

function isOfType(answer: HttpAnswer | null, type: string): boolean {
  if (answer?.status !== 200) return false;
  return new RegExp(`^${type}\\b`, 'i').test(String(answer.headers['content-type']));
}

/** The failure of an endpoint whose answers have no body that is read: that of its page, if a bot protection wrote it or it names a price. */
export function findRefusalPage(context: ProbeContext): Promise<Failure | null> {
  return bounded(context, async (limited) => {
    const page = await requestAlone(limited, (http) => http.get({ accept: 'text/html' }));
    const refusal = page && classifyHttpStatus(page.status, page.headers, 'grpc', page.body);
    return refusal?.code === 'http/challenged' || refusal?.code === 'http/payment-required' ? refusal : null;
  });
}

/**
 * Whether a gRPC server answers HTTP/2 requests at a target. A proxy that answers in HTTP itself may also turn its refusals into statuses of gRPC, as
 * Envoy does (https://github.com/envoyproxy/envoy/blob/v1.36.0/source/common/grpc/status.cc), so behind one these count only if they name the service.
 */
export async function isGrpcServer(context: ProbeContext, isBehindProxy = false): Promise<boolean> {
  const [{ GrpcConnection }, { getNodeInfo }] = await Promise.all([
    import('../../net/grpc/connection.js'),
    import('../../net/grpc/messages.js'),
  ]);
  return bounded(context, async (limited) => {
    const addresses = await limited.resolve(limited.target.host, limited.signal);
    if (!addresses.ok) return false;
    const transport = limited.target.secure ? 'tls' : 'plaintext';
    const connection = new GrpcConnection(limited, addresses.value, transport);
    try {
      const result = await connection.call(getNodeInfo);
      if (result.kind === 'answer') return true;
      if (result.kind === 'status') return !isBehindProxy || result.status.details.includes(nodeService);
      if (isBehindProxy) return false;
      // A status that only gRPC has, with the same meaning for every call.
      return 'detail' in result.failure.data && /^[A-Z_]+(: |$)/.test(result.failure.data.detail);
    } finally {
      connection.close();
    }
  });
}

function bounded<Value>(
  context: ProbeContext,
  run: (limited: ProbeContext) => Promise<Value>,
): Promise<Value> {
  return runInTime({ ...context, clock: new PhaseClock() }, identifyMs, run);
}

function readJson(answer: HttpAnswer | null): JsonObject | null {
  const value = answer === null ? null : parseAnswer(answer);
  return isJsonObject(value) ? value : null;
}
