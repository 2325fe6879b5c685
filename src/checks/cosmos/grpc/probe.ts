import { failure, type Failure } from '../../../model/failure.js';
import type { PhasesMs } from '../../../model/report.js';
import { aborted, createChild, waitAtMost } from '../../../net/abort.js';
import { limits } from '../../../net/limits.js';
import type { ProbeContext } from '../../../net/probe-context.js';
import { type GrpcConnection, openGrpc } from '../../../net/grpc/connection.js';
import type { ConnectionState, Transport } from '../../../net/grpc/session.js';
import { sniffProtocol } from '../../../net/grpc/sniff-protocol.js';
import type { Archive } from '../archive.js';
import {
  type Call,
  callAtOnce,
  callInTurn,
  findArchiveOverGrpc,
  findSharedFailure,
  type GrpcAnswers,
  noOptionalAnswers,
  reclassifyLimits,
} from './calls.js';
import {
  chooseTransport,
  isPossiblyPlaintext,
  isPossiblyTls,
  type RunningProbe,
} from './choose-transport.js';

/** What the probe of a gRPC endpoint observed. */
export interface GrpcObservation extends GrpcAnswers {
  /** Null without a connection. */
  readonly transport: Transport | null;
  readonly connection: Pick<
    ConnectionState,
    'address' | 'alpn' | 'certificateExpiresAt' | 'certificateLifetimeMs' | 'cipherSuite' | 'isNamedBySubject'
  > | null;
  /** The failure of all calls; the answers are then null. */
  readonly failure: Failure | null;
  /** Null if the entry claims nothing, or nothing is proved. */
  readonly archive: Archive | null;
  readonly phasesMs: PhasesMs;
}

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
  if (target.exactTransport === true) {
    const listed = await start(target.secure ? 'tls' : 'plaintext').observed;
    return target.secure || !isPossiblyTls(listed.failure)
      ? listed
      : nameTls(listed, await start('tls').observed);
  }
  const overTls = start('tls');
  if (target.port === 443) return overTls.observed;
  const early = await waitAtMost(overTls.observed, limits.tlsAloneMs);
  const triesPlaintext = early === aborted ? overTls.isShakingHands() : isPossiblyPlaintext(early.failure);
  return triesPlaintext ? chooseTransport(overTls, start('plaintext')) : overTls.observed;
}

/** The observation of an address that says `http`, or that its port requires TLS. */
function nameTls(listed: GrpcObservation, overTls: GrpcObservation): GrpcObservation {
  const { transport, connection, failure: found } = overTls;
  const address = connection?.address ?? null;
  const isTls =
    transport !== null || (found?.code.startsWith('tls/') === true && !isPossiblyPlaintext(found));
  if (!isTls || address === null) return listed;
  return { ...listed, failure: failure('grpc/wants-tls', { address, isListedPlain: true }) };
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
    if (shared === null) {
      const observed = describe(context, connection, transport);
      const archive = await findArchiveOverGrpc(context, call, answers);
      return { ...answers, ...observed, archive, failure: null };
    }
    const unnamed = shared.code === 'grpc/not-http2' && shared.data.detail === '';
    const found = unnamed ? await sniffProtocol(context, addresses, transport) : shared;
    const observed = describe(context, connection, transport);
    return { ...failed(context, transport, await specify(context, transport, found)), ...observed };
  } finally {
    connection.close();
  }
}

/** Failures of servers that speak HTTP/1.1 only, so that they may be of another kind. */
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
  // Loaded on demand: a healthy endpoint needs no HTTP client.
  const { findRefusalPage, identifyHttp } = await import('../../http/identify.js');
  const overHttp = { ...context, target: { ...context.target, path: '/', secure: transport === 'tls' } };
  if (isRefusal) return (await findRefusalPage(overHttp)) ?? found;
  const kind = await identifyHttp(overHttp);
  // A proxy before a node may have a page too: then its failure with gRPC is more specific.
  if (kind === null || (kind === 'web' && !isHttp1)) return found;
  return failure('grpc/other-kind', { kind });
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
    ...noOptionalAnswers,
    archive: null,
    phasesMs: clock.read(),
  };
}
