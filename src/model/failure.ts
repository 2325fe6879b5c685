import type { EndpointKind, WebSocketKind } from './endpoint-kind.generated.js';
import type { InFamily, KindWith, Problem, ProblemOf, RuleSet } from './rule.js';

export type Phase = 'connect' | 'tls' | 'answer';

/** A service that endpoints are mistaken for: a kind, or a web site. */
export type ServiceKind = EndpointKind | 'web';

/** Data of the failure of an endpoint that is of another kind than the one that it is listed as, by its code without the family. */
export type OtherKindFailureData = { 'other-kind': { kind: ServiceKind } };

/** What breaks a websocket (RFC 6455), by codes without their family. */
export type WebSocketFailureData = {
  /** `status` is null if a POST is answered in its place. `suggestion`: a url of the same host at which the upgrade is accepted. */
  'upgrade-refused': { status: number | null; suggestion: string | null; isBehindProxy?: true };
  'bad-handshake': { reason: string };
  'bad-frames': { reason: string };
  /** 1005 for a close frame without a code (section 7.1.5). */
  closed: { code: number; reason: string };
};

/** A phase of the handshake of a peer: its ephemeral key, the proof of its id, what it says of itself. */
export type PeerPhase = 'key' | 'signature' | 'info';

export type PeerFailureData = {
  /** The first bytes of another protocol, as Latin-1; null if the endpoint only echoed what was sent. */
  'peer/not-p2p': { begins: string | null };
  'peer/bad-handshake': { reason: string };
  'peer/old-protocol': Record<never, never>;
  'peer/no-node-info': { address: string; why: 'closed' | 'silent' };
  'peer/silent': { address: string; phase: PeerPhase; limitMs: number };
  /** `received`: bytes of the phase that had come. */
  'peer/closed-early': { address: string; phase: PeerPhase; received: number };
};

/**
 * Why a probe failed, by rule code: a closed list. Whatever a library throws becomes one of these at the door to the network (`src/net/`), and no
 * other code reads an error's message.
 */
export type FailureData = {
  /** `isUnconfirmed` if no second name server says so. */
  'net/dns-not-found': { host: string; code: string; isUnconfirmed?: true };
  'net/too-many-addresses': { host: string; count: number; limit: number };
  /** The code of the failure, or the address that the resolver of this machine answered in place of the host's. */
  'net/dns-failed': { host: string; code: string };
  'net/blocked-address': { host: string; address: string; range: string };
  /** The judge of a check adds its kind, for the hint. */
  'net/refused': { address: string; kind?: EndpointKind };
  'net/unreachable': { address: string; code: string };
  /** This machine has no socket or memory left for a connection; or this process stood still for so long that the failure `code` proves nothing. */
  'net/local-limit': { address: string; code: string; stalledMs?: number };
  'net/ipv6-only': { address: string };
  'net/connect-timeout': { address: string; phase: Phase; limitMs: number };
  /** `call` if other calls were answered. */
  'net/response-timeout': { address: string; limitMs: number; call?: string };
  'net/reset': { address: string; phase: Phase };
  'net/rate-limited': { detail: string; retryAfterMs: number | null };
  'net/response-too-large': { limitBytes: number };
  'net/proxy-failed': { proxy: string; detail: string };

  'tls/not-tls': { address: string };
  'tls/certificate-expired': { validTo: string; leaf: boolean };
  'tls/certificate-not-yet-valid': { validFrom: string };
  'tls/self-signed': { subject: string };
  'tls/untrusted': { issuer: string; code: string };
  'tls/wrong-host': { host: string; names: readonly string[] };
  'tls/old-version': { code: string };
  'tls/no-h2': { code: string };
  'tls/no-http1': { code: string };
  'tls/handshake-failed': { code: string };

  /** `wantsTls` if the server says that it expects TLS on the port; `detail` are other words of its own. */
  'http/status': { status: number; request: string; wantsTls?: true; detail?: string };
  /**
   * `followed` is the url with the right answer if the redirect was followed; null if that url has none either. `method` is set if only requests of
   * that method are redirected.
   */
  'http/redirect': { status: number; location: string | null; followed?: string | null; method?: 'POST' };
  'http/auth-required': { detail: string };
  'http/payment-required': { detail: string };
  'http/forbidden': { detail: string; kind?: EndpointKind };
  'http/challenged': { detail: string };
  'http/upstream-down': { detail: string; kind?: EndpointKind };
  /** `malformed` if the answer begins as HTTP: what is wrong with it. */
  'http/not-http': { code: string; malformed?: string };

  /** `isListedPlain` if TLS works, and the scheme of the address says `http`. */
  'grpc/wants-tls': { address: string; isListedPlain?: true };
  'grpc/not-http2': { detail: string };
  'grpc/not-grpc': { contentType: string };
  'grpc/no-status': { call: string };
  'grpc/stream-reset': { errorCode: number };
  'grpc/connection-dropped': { code: string };
  'grpc/malformed-response': { call: string; reason: string };
} & PeerFailureData &
  InFamily<WebSocketKind, WebSocketFailureData> &
  InFamily<KindWith<'other-kind'>, OtherKindFailureData>;

type FailureCode = keyof FailureData;

export type Failure = ProblemOf<FailureData>;

export function explain(met: Problem, symptom: Failure): Failure {
  const explanation = { ...symptom, explains: met };
  return explanation;
}

export function failure<Code extends FailureCode>(
  code: Code,
  data: FailureData[Code],
): ProblemOf<Pick<FailureData, Code>> {
  return { code, data };
}

export type Result<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly failure: Failure };

export function success<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function failed<Code extends FailureCode>(
  code: Code,
  data: FailureData[Code],
): { readonly ok: false; readonly failure: ProblemOf<Pick<FailureData, Code>> } {
  return { ok: false, failure: failure(code, data) };
}

/** Adds the family to a problem whose code has none; a failure has a family already. */
export function addFamily<Family extends string, Data>(
  family: Family,
  problem: ProblemOf<Data> | Failure,
): ProblemOf<InFamily<Family, Data>> | Failure {
  const { code, data } = problem;
  // The compiler does not follow a code that is put together to the data that belongs to it.
  return (code.includes('/') ? problem : { code: `${family}/${code}`, data }) as ReturnType<
    typeof addFamily<Family, Data>
  >;
}

/** The rules of a family, from texts by codes without one. */
export function rulesInFamily<Family extends string, Data>(
  family: Family,
  texts: RuleSet<Data>,
): RuleSet<InFamily<Family, Data>> {
  const rules = Object.entries(texts).map(([name, text]) => [`${family}/${name}`, text] as const);
  return Object.fromEntries(rules) as RuleSet<InFamily<Family, Data>>;
}
