import { failure, type Failure } from '../../../model/failure.js';
import type { Problem } from '../../../model/rule.js';
import type { PhasesMs } from '../../../model/report.js';
import { aborted, createChild, waitAtMost } from '../../../net/abort.js';
import { limits } from '../../../net/limits.js';
import type { ProbeContext } from '../../../net/probe-context.js';
import { type CallResult, type GrpcConnection, openGrpc } from '../../../net/grpc/connection.js';
import type { ConnectionState, Transport } from '../../../net/grpc/session.js';
import { sniffProtocol } from '../../../net/grpc/sniff-protocol.js';
import {
  getLatestBlock,
  getNodeInfo,
  getSyncing,
  type BlockSummary,
  listServices,
  type NodeInfo,
  type ServiceList,
} from '../../../net/grpc/messages.js';
import { reclassifyLimit } from '../../http/reclassify-limit.js';
import { chooseTransport, maySpeakPlaintext, type RunningProbe } from './choose-transport.js';

/** What the probe of a gRPC endpoint observed. */
export interface GrpcObservation {
  /** Null if nothing was connected. */
  readonly transport: Transport | null;
  readonly connection: Pick<
    ConnectionState,
    'address' | 'alpn' | 'certificateExpiresAt' | 'certificateLifetimeMs' | 'cipherSuite' | 'isNamedBySubject'
  > | null;
  /** The failure of all calls; the answers are then null. */
  readonly failure: Failure | null;
  readonly reflection: Reflection | null;
  readonly nodeInfo: CallResult<NodeInfo> | null;
  readonly syncing: boolean | null;
  readonly latestBlock: BlockSummary | null;
  /** Why the latest block, which was requested, is not known; else null. */
  readonly headProblem: Problem | null;
  /** The answer of GetNodeInfo once more: balancers over nodes of two chains report one and then the other. */
  readonly secondInfo: NodeInfo | null;
  readonly phasesMs: PhasesMs;
}

/** The answer of the version that counts. */
export interface Reflection {
  readonly version: 'v1' | 'v1alpha';
  readonly result: CallResult<ServiceList>;
}

/** Grace period for optional calls after the required ones complete. */
const graceMs = 2_000;

/**
 * Lists the services by reflection and requests the node's info, on one connection; the chain's head and the state of
 * syncing too, if they are answered. The first attempt makes all calls at once; later ones make only the
 * required calls, one after another, so that an endpoint that refuses a burst is not blamed for it.
 *
 * Port 443 is TLS only. Any other port is tried with TLS and then, only after a failure that shows that it is not TLS,
 * in plaintext; beside TLS if that is silent for some seconds. A scheme decides between the two.
 */
export async function probeGrpc(context: ProbeContext, attempt: number): Promise<GrpcObservation> {
  const { target, signal, clock } = context;
  const addresses = await context.resolve(target.host, signal);
  clock.mark('dns');
  if (!addresses.ok) return failed(context, null, addresses.failure);

  const start = (transport: Transport) => startProbe(context, addresses.value, transport, attempt);
  if (target.exactTransport === true) return start(target.secure ? 'tls' : 'plaintext').observed;
  const overTls = start('tls');
  if (target.port === 443) return overTls.observed;
  const early = await waitAtMost(overTls.observed, limits.tlsAloneMs);
  const mayBePlaintext = early === aborted ? overTls.isShakingHands() : maySpeakPlaintext(early.failure);
  return mayBePlaintext ? chooseTransport(overTls, start('plaintext')) : overTls.observed;
}

function startProbe(
  parent: ProbeContext,
  addresses: readonly string[],
  transport: Transport,
  attempt: number,
): RunningProbe<GrpcObservation> {
  const { signal, abort, release } = createChild(parent.signal);
  const context = { ...parent, signal, clock: parent.clock.startAnother() };
  const connection = openGrpc(context, addresses, transport);
  const observed = observe(context, addresses, transport, connection, attempt).finally(release);
  const isShakingHands = () => connection.state.address !== null && !connection.state.ready;
  return { observed, isShakingHands, cancel: abort };
}

async function observe(
  context: ProbeContext,
  addresses: readonly string[],
  transport: Transport,
  connection: GrpcConnection,
  attempt: number,
): Promise<GrpcObservation> {
  let answered = 0;
  const call: Call = async (definition) => {
    const result = await connection.call(definition);
    if (result.kind !== 'failure') answered++;
    return result;
  };
  try {
    const made = await (attempt === 1 ? callAtOnce(call) : callInTurn(call));
    const answers = answered > 0 ? reclassifyLimits(made) : made;
    const shared = findSharedFailure(answers);
    if (shared === null) return { ...answers, ...describe(context, connection, transport), failure: null };
    const unnamed = shared.code === 'grpc/not-http2' && shared.data.detail === '';
    const found = unnamed ? await sniffProtocol(context, addresses, transport) : shared;
    const observed = describe(context, connection, transport);
    return { ...failed(context, transport, await specify(context, transport, found)), ...observed };
  } finally {
    connection.close();
  }
}

/** Failures of servers that answer HTTP/1.1 alone, which may be of another kind. */
const withoutHttp2: readonly string[] = ['grpc/not-http2', 'tls/no-h2'];
/** Failures of web servers in general. */
const withHttp2: readonly string[] = ['grpc/not-grpc', 'http/status'];

/** The failure of an endpoint, or what its page says: that it is of another kind, or that a bot protection refused. */
async function specify(context: ProbeContext, transport: Transport, found: Failure): Promise<Failure> {
  const isHttp1 = withoutHttp2.includes(found.code);
  // Codes whose page is requested, since a call keeps no body: Cloudflare refuses with HTTP 403 or 503, and a price is in the body.
  const isRefusal =
    ['http/forbidden', 'http/upstream-down', 'net/rate-limited'].includes(found.code) &&
    'detail' in found.data &&
    /^HTTP (?:402|403|503)$/.test(found.data.detail);
  if (!isRefusal && !isHttp1 && !withHttp2.includes(found.code)) return found;
  // Loaded on demand: an endpoint that is in order needs no HTTP client.
  const { findRefusalPage, identifyHttp } = await import('../../http/identify.js');
  const overHttp = { ...context, target: { ...context.target, path: '/', secure: transport === 'tls' } };
  if (isRefusal) return (await findRefusalPage(overHttp)) ?? found;
  const kind = await identifyHttp(overHttp);
  // A proxy in front of a node may have a page too: then its failure with gRPC is more specific.
  if (kind === null || (kind === 'web' && !isHttp1)) return found;
  return failure('grpc/other-kind', { kind });
}

type Answers = Pick<
  GrpcObservation,
  'reflection' | 'nodeInfo' | 'syncing' | 'latestBlock' | 'headProblem' | 'secondInfo'
>;

/** What is not known without the optional calls. */
const noOptions: Omit<Answers, 'reflection' | 'nodeInfo'> = {
  syncing: null,
  latestBlock: null,
  headProblem: null,
  secondInfo: null,
};

/** Makes one call on the connection. */
type Call = GrpcConnection['call'];

async function callAtOnce(call: Call): Promise<Answers> {
  // The required calls first: a proxy that cuts off a burst cuts off its end.
  const [info, v1alpha, v1] = [call(getNodeInfo), call(listServices('v1alpha')), call(listServices('v1'))];
  const optional = [call(getSyncing), call(getLatestBlock), call(getNodeInfo)] as const;
  const [reflection, nodeInfo] = await Promise.all([chooseReflection(v1, v1alpha), info]);
  if (nodeInfo.kind !== 'answer') return { reflection, nodeInfo, ...noOptions };
  // A timeout for each: a call that hangs does not hold up the others.
  const [syncing, latestBlock, second] = await Promise.all([
    waitAtMost(optional[0], graceMs),
    waitAtMost(optional[1], graceMs),
    waitAtMost(optional[2], graceMs),
  ]);
  return {
    reflection,
    nodeInfo,
    syncing: readAnswer(syncing),
    latestBlock: readAnswer(latestBlock),
    headProblem: findHeadProblem(latestBlock),
    secondInfo: readAnswer(second),
  };
}

async function callInTurn(call: Call): Promise<Answers> {
  const v1 = await call(listServices('v1'));
  const reflection: Reflection =
    v1.kind === 'answer'
      ? { version: 'v1', result: v1 }
      : { version: 'v1alpha', result: await call(listServices('v1alpha')) };
  return { reflection, nodeInfo: await call(getNodeInfo), ...noOptions };
}

/** The answers of a connection on which the server answered at least one call itself. */
function reclassifyLimits(answers: Answers): Answers {
  const name = <Answer>(result: CallResult<Answer>): CallResult<Answer> =>
    result.kind === 'failure' ? { kind: 'failure', failure: reclassifyLimit(result.failure) } : result;
  const { reflection, nodeInfo } = answers;
  return {
    ...answers,
    reflection: reflection && { ...reflection, result: name(reflection.result) },
    nodeInfo: nodeInfo && name(nodeInfo),
  };
}

/** v1 if it answers, else v1alpha; once v1alpha has answered, v1 has a grace period. */
async function chooseReflection(
  v1: Promise<CallResult<ServiceList>>,
  v1alpha: Promise<CallResult<ServiceList>>,
): Promise<Reflection> {
  const overdue = v1alpha.then((older) => (older.kind === 'answer' ? waitAtMost(v1, graceMs) : v1));
  const newer = await Promise.race([v1, overdue]);
  return newer !== aborted && newer.kind === 'answer'
    ? { version: 'v1', result: newer }
    : { version: 'v1alpha', result: await v1alpha };
}

/** Why there is no answer of GetLatestBlock beside one of GetNodeInfo; null if there is one. */
function findHeadProblem(result: CallResult<BlockSummary> | typeof aborted): Problem | null {
  if (result === aborted) return { code: 'net/response-timeout', data: { limitMs: graceMs } };
  switch (result.kind) {
    case 'answer':
      return null;
    case 'failure':
      return reclassifyLimit(result.failure);
    case 'status': {
      const { name: status, details } = result.status;
      return { code: 'grpc/node-error', data: { call: getLatestBlock.name, status, details } };
    }
  }
}

function readAnswer<Answer>(result: CallResult<Answer> | typeof aborted): Answer | null {
  return result !== aborted && result.kind === 'answer' ? result.answer : null;
}

/** The failure of both required calls if it is one and the same: then it is the connection's, not a call's. */
function findSharedFailure({ reflection, nodeInfo }: Answers): Failure | null {
  const list = reflection?.result;
  if (list?.kind !== 'failure' || nodeInfo?.kind !== 'failure') return null;
  return list.failure.code === nodeInfo.failure.code ? nodeInfo.failure : null;
}

function describe(
  { clock }: ProbeContext,
  { state }: GrpcConnection,
  transport: Transport,
): Pick<GrpcObservation, 'transport' | 'connection' | 'phasesMs'> {
  const { address, alpn, certificateExpiresAt, certificateLifetimeMs, cipherSuite, isNamedBySubject } = state;
  return {
    transport: state.ready ? transport : null,
    connection: { address, alpn, certificateExpiresAt, certificateLifetimeMs, cipherSuite, isNamedBySubject },
    phasesMs: clock.read(),
  };
}

function failed({ clock }: ProbeContext, transport: Transport | null, failure: Failure): GrpcObservation {
  return {
    transport,
    connection: null,
    failure,
    reflection: null,
    nodeInfo: null,
    ...noOptions,
    phasesMs: clock.read(),
  };
}
