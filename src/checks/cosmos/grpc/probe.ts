import { explain, failure, type Failure } from '../../../model/failure.js';
import type { RuleProblem } from '../../../model/rule.js';
import { aborted, createChild, waitAtMost } from '../../../net/abort.js';
import { GrpcConnection } from '../../../net/grpc/connection.js';
import { sniffProtocol, type Transport } from '../../../net/grpc/session.js';
import { limits } from '../../../net/limits.js';
import type { ProbeContext } from '../../../net/probe-context.js';
import { askFurther } from '../../node/interview.js';
import { emptyObservation, type NodeObservation } from '../../node/observation.js';
import { createFurther } from '../capabilities.js';
import { createGrpcCalls } from '../grpc-calls.js';
import {
  answered,
  type Call,
  callAtOnce,
  callInTurn,
  findSharedFailure,
  readArchiveAnswer,
  reclassifyLimits,
} from './calls.js';
import { describeAnswers, isNotRouted } from './judge.js';

/**
 * Port 443 is TLS only. Any other port is tried with TLS and then, only after a failure that shows that it is not TLS, in plaintext; beside TLS if
 * that is silent for some seconds. A scheme decides between the two.
 */
export async function probe(context: ProbeContext, attempt: number): Promise<NodeObservation> {
  const { target, signal, clock } = context;
  const addresses = await context.resolve(target.host, signal);
  clock.mark('dns');
  if (!addresses.ok) {
    const unknown = { ...emptyObservation, connection: null, secure: null };
    return { ...unknown, problem: addresses.failure, phasesMs: clock.read() };
  }

  const start = (transport: Transport) => startProbe(context, addresses.value, transport, attempt);
  if (target.exactTransport === true) {
    const listed = await start(target.secure ? 'tls' : 'plaintext').observed;
    return target.secure || !isPossiblyTls(listed.problem)
      ? listed
      : nameTls(listed, await start('tls').observed);
  }
  const overTls = start('tls');
  if (target.port === 443) return overTls.observed;
  const early = await waitAtMost(overTls.observed, limits.tlsAloneMs);
  const triesPlaintext = early === aborted ? overTls.isShakingHands() : isPossiblyPlaintext(early.problem);
  return triesPlaintext ? chooseTransport(overTls, start('plaintext')) : overTls.observed;
}

/** The observation of an address that says `http`, or that its port requires TLS. */
function nameTls(listed: NodeObservation, overTls: NodeObservation): NodeObservation {
  const { facts, connection, problem } = overTls;
  const isTls =
    facts['transport'] != null ||
    (problem?.code.startsWith('tls/') === true && !isPossiblyPlaintext(problem));
  if (!isTls || connection === null) return listed;
  const { address } = connection;
  return { ...listed, problem: failure('grpc/wants-tls', { address, isListedPlain: true }) };
}

function startProbe(
  parent: ProbeContext,
  addresses: readonly string[],
  transport: Transport,
  attempt: number,
) {
  const { signal, abort, release } = createChild(parent.signal);
  const context = { ...parent, signal, clock: parent.clock.startAnother() };
  const connection = new GrpcConnection(context, addresses, transport);
  const observed = observe(context, addresses, transport, connection, attempt).finally(release);
  const isShakingHands = () => connection.state.peer !== null && !connection.state.ready;
  return { observed, isShakingHands, cancel: abort };
}

async function observe(
  context: ProbeContext,
  addresses: readonly string[],
  transport: Transport,
  connection: GrpcConnection,
  attempt: number,
): Promise<NodeObservation> {
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
    if (shared !== null) {
      const isUnnamed = shared.code === 'grpc/not-http2' && shared.data.detail === '';
      const cause = isUnnamed ? await sniffProtocol(context, addresses, transport) : shared;
      const observation = observeConnection(context, connection, transport);
      return { ...observation, problem: await specify(context, transport, cause) };
    }
    const observation = observeConnection(context, connection, transport);
    const node = describeAnswers(answers);
    const hasNoAlpn = observation.secure === true && connection.state.peer?.alpn === null;
    const further = createFurther('grpc', node, () =>
      createGrpcCalls(async (definition) => readArchiveAnswer(await call(definition))),
    );
    return {
      ...observation,
      ...node,
      problem: isNotRouted(answers) ? { code: 'grpc/not-routed', data: {} } : null,
      problems: [...node.problems, ...(hasNoAlpn ? [{ code: 'tls/no-alpn', data: {} } as const] : [])],
      facts: { ...observation.facts, ...node.facts },
      ...(answers.nodeInfo.kind === 'answer' ? await askFurther(context, further) : {}),
    };
  } finally {
    connection.close();
  }
}

/** Failures of servers that speak HTTP/1.1 only, so that they may be of another kind. */
const withoutHttp2: readonly string[] = ['grpc/not-http2', 'tls/no-h2'];
/** Failures of web servers in general. */
const withHttp2: readonly string[] = ['grpc/not-grpc', 'http/status'];

/** The failure of an endpoint, or what its page says: that it is of another kind, or that a bot protection refused. */
async function specify(context: ProbeContext, transport: Transport, symptom: Failure): Promise<Failure> {
  const isHttp1 = withoutHttp2.includes(symptom.code);
  // Codes whose page is requested, since a call keeps no body: Cloudflare refuses with HTTP 403 or 503, and a price is in the body.
  const isRefusal =
    ['http/forbidden', 'http/upstream-down', 'net/rate-limited'].includes(symptom.code) &&
    'detail' in symptom.data &&
    /^HTTP (?:402|403|503)$/.test(symptom.data.detail);
  if (!isRefusal && !isHttp1 && !withHttp2.includes(symptom.code)) return symptom;
  // Loaded on demand: a healthy endpoint needs no HTTP client.
  const { findRefusalPage, identifyHttp, isEvmWebSocket } = await import('../../http/identify.js');
  const overHttp = { ...context, target: { ...context.target, path: '/', secure: transport === 'tls' } };
  if (isRefusal) return (await findRefusalPage(overHttp)) ?? symptom;
  const isWebSocket = async () => isHttp1 && (await isEvmWebSocket(overHttp));
  const kind = (await identifyHttp(overHttp)) ?? ((await isWebSocket()) ? 'evm-ws' : null);
  // A proxy before a node may have a page too: then its failure with gRPC is more specific.
  if (kind === null || (kind === 'web' && !isHttp1)) return symptom;
  return explain(symptom, failure('grpc/other-kind', { kind }));
}

function observeConnection(
  { clock }: ProbeContext,
  { state }: GrpcConnection,
  transport: Transport,
): NodeObservation {
  const { peer, ready } = state;
  return {
    ...emptyObservation,
    problem: null,
    connection: peer,
    secure: ready ? transport === 'tls' : null,
    facts: { transport: ready ? transport : null },
    phasesMs: clock.read(),
  };
}

interface RunningProbe {
  readonly observed: Promise<NodeObservation>;
  /** Whether TCP is connected, and the TLS handshake is not done. */
  readonly isShakingHands: () => boolean;
  readonly cancel: () => void;
}

/** The observation over the first transport that the server turns out to speak, even if only to refuse; the other probe is aborted. */
async function chooseTransport(overTls: RunningProbe, inPlaintext: RunningProbe): Promise<NodeObservation> {
  const chosen = await Promise.race([
    overTls.observed.then(async (tls) =>
      speaksTls(tls.problem) ? tls : chooseFailed(tls, await inPlaintext.observed),
    ),
    inPlaintext.observed.then(async (plaintext) =>
      speaksPlaintext(plaintext.problem) ? plaintext : chooseFailed(await overTls.observed, plaintext),
    ),
  ]);
  overTls.cancel();
  inPlaintext.cancel();
  return chosen;
}

/** A plaintext server may close the connection on a TLS handshake; if it does not speak in plaintext either, it is not one. */
function chooseFailed(tls: NodeObservation, plaintext: NodeObservation): NodeObservation {
  return speaksPlaintext(plaintext.problem) || tls.problem?.code === 'tls/not-tls' ? plaintext : tls;
}

/** Whether a server that speaks TLS can cause this problem. */
function speaksTls(problem: RuleProblem | null): boolean {
  return problem?.code !== 'net/connect-timeout' && !isPossiblyPlaintext(problem);
}

/** How servers that require TLS react to plaintext: nginx answers in HTTP/1.1, others close the connection. */
const notPlaintext: readonly string[] = ['grpc/not-http2', 'grpc/wants-tls', 'grpc/connection-dropped'];

/** Whether a probe without TLS found a server that speaks HTTP/2 in plaintext, or one of another kind. */
function speaksPlaintext(problem: RuleProblem | null): boolean {
  if (problem === null || answered.includes(problem.code)) return true;
  return !problem.code.startsWith('net/') && !notPlaintext.includes(problem.code);
}

/** Whether a failure in plaintext may come from a server that requires TLS. */
function isPossiblyTls(problem: RuleProblem | null): boolean {
  return problem !== null && [...notPlaintext, 'net/reset'].includes(problem.code);
}

/** Whether a failure over TLS may come from a server that speaks plaintext. */
function isPossiblyPlaintext(problem: RuleProblem | null): boolean {
  if (problem === null) return false;
  return (
    problem.code === 'tls/not-tls' ||
    (problem.code === 'tls/handshake-failed' && problem.data['code'] === 'closed') ||
    (problem.code === 'net/reset' && problem.data['phase'] === 'tls')
  );
}
