import type net from 'node:net';
import tls from 'node:tls';
import type { X509Certificate } from 'node:crypto';
import { failure, success, type Failure, type Result } from '../model/failure.js';
import { aborted, raceAbort } from './abort.js';
import { isIpAddress } from './address.js';
import { type ByteMeter, countBytes, startMeter } from './byte-meter.js';
import type { ProbeContext } from './probe-context.js';
import { type Alpn, classifyHandshakeError, errorCode } from './failure.js';
import { getSecureContext } from './connect-options.js';

/** An established TLS connection with a verified certificate. */
export interface TlsConnection {
  readonly socket: tls.TLSSocket;
  /** The protocol that the server chose by ALPN (RFC 7301); null if it chose none. */
  readonly alpn: string | null;
  /** End of the server certificate's validity, ISO 8601. */
  readonly certificateExpiresAt: string | null;
  /** From the start of the certificate's validity to its end, in milliseconds; null without a certificate. */
  readonly certificateLifetimeMs: number | null;
  readonly tlsVersion: string | null;
  /** The cipher suite by its IANA name, such as TLS_RSA_WITH_AES_128_GCM_SHA256. */
  readonly cipherSuite: string | null;
  /** True if the certificate has no alternative names for hosts, and its subject names the host. */
  readonly isNamedBySubject?: boolean | undefined;
}

export interface TlsOptions {
  /** Host name or IP address that the certificate must be valid for. A name is sent as SNI, an address is not (RFC 6066 section 3). */
  readonly host: string;
  /** `ip:port`, for messages. */
  readonly address: string;
  readonly alpn: Alpn;
}

/**
 * Performs the TLS handshake on a connected socket and verifies the certificate. Verification can't be turned off: `rejectUnauthorized` is false
 * only so that the certificate's problem can be named, and nothing is sent before it is judged. Destroys the socket on failure. The handshake
 * may take the rest of the entry's budget, as in the clients of these endpoints.
 */
export async function startTls(
  socket: net.Socket,
  options: TlsOptions,
  { signal, budgetMs }: Pick<ProbeContext, 'signal' | 'budgetMs'>,
): Promise<Result<TlsConnection>> {
  const secure: tls.TLSSocket = tls.connect({
    socket,
    host: options.host,
    servername: isIpAddress(options.host) ? '' : options.host,
    ALPNProtocols: [options.alpn],
    secureContext: getSecureContext(),
    rejectUnauthorized: false,
    checkServerIdentity: (host) => compareNames(host, readLeaf()),
  });
  let leaf: X509Certificate | undefined;
  const readLeaf = () => (leaf ??= secure.getPeerX509Certificate());
  // Node compares names with objects of the certificate and all its issuers. Without these, a handshake takes 0.6 to 1.3 ms less of the
  // processor: about a second for a thousand endpoints.
  secure.getPeerCertificate = readNothing;
  let meter: ByteMeter | undefined;
  const handshake = new Promise<Failure | null>((resolve) => {
    // A TLS 1.2 server may renegotiate endlessly.
    meter = startMeter(() => countBytes(socket, secure), Infinity, resolve);
    secure.once('secureConnect', () => resolve(null));
    const fail = (code: string) => resolve(classifyHandshakeError(code, options.address, options.alpn));
    secure.once('close', () => fail('closed'));
    secure.on('error', (error) => {
      fail(errorCode(error));
      if (certificateAlert.test(errorCode(error))) certificateAlerts.set(secure, errorCode(error));
    });
  });
  const ended = await raceAbort(handshake, signal);
  meter?.stop();
  const late = failure('net/connect-timeout', { address: options.address, phase: 'tls', limitMs: budgetMs });
  const problem = (ended === aborted ? late : ended) ?? judgeCertificate(secure, readLeaf(), options.host);
  if (problem !== null) {
    secure.destroy();
    socket.destroy();
    return { ok: false, failure: problem };
  }
  const certificate = readLeaf();
  const isNamedBySubject =
    certificate !== undefined && !isIpAddress(options.host) && !namesHosts(certificate.subjectAltName);
  return success({
    socket: secure,
    alpn: secure.alpnProtocol === false ? null : (secure.alpnProtocol ?? null),
    certificateExpiresAt: certificate === undefined ? null : parseDate(certificate.validTo),
    certificateLifetimeMs:
      certificate === undefined ? null : Date.parse(certificate.validTo) - Date.parse(certificate.validFrom),
    tlsVersion: secure.getProtocol(),
    cipherSuite: secure.getCipher().standardName,
    isNamedBySubject,
  });
}

/** Alerts about a missing client certificate (RFC 8446 section 4.4.2.4), and those that servers send instead. */
const certificateAlert = /ALERT_(CERTIFICATE_REQUIRED|BAD_CERTIFICATE|HANDSHAKE_FAILURE)/;
const certificateAlerts = new WeakMap<net.Socket, string>();

/**
 * The failure of a connection that the server ended after the handshake because of a missing client certificate; in TLS 1.3 the client finishes
 * before the server checks. Null if it gave no such reason, and without TLS.
 */
export function findLateRefusal(socket: net.Socket): Failure | null {
  const code = certificateAlerts.get(socket);
  return code === undefined ? null : failure('tls/handshake-failed', { code });
}

/** Replaces `getPeerCertificate`, whose result only goes to `checkServerIdentity`, which reads the certificate itself. */
function readNothing(): tls.DetailedPeerCertificate {
  return {} as tls.DetailedPeerCertificate;
}

/** Compares names by Node's rules; the subject counts only without alternative names (RFC 6125 section 6.4.4). */
function compareNames(host: string, leaf: X509Certificate | undefined): Error | undefined {
  if (leaf === undefined) return new Error('no certificate');
  const { subjectAltName: names } = leaf;
  const certificate =
    names !== undefined && namesHosts(names)
      ? ({ subjectaltname: names } as tls.PeerCertificate)
      : leaf.toLegacyObject();
  return tls.checkServerIdentity(host, certificate);
}

function namesHosts(subjectAltName: string | undefined): boolean {
  return /(?:^|, )DNS:/.test(subjectAltName ?? '');
}

/** The problem that OpenSSL and Node found in the certificate; null if it is trusted and belongs to the host. */
function judgeCertificate(
  socket: tls.TLSSocket,
  certificate: X509Certificate | undefined,
  host: string,
): Failure | null {
  if (socket.authorized) return null;
  // Typed as an Error, but Node sets its code (a string) if it has one.
  const code = String(socket.authorizationError);
  if (certificate === undefined) return failure('tls/handshake-failed', { code });
  switch (code) {
    case 'CERT_HAS_EXPIRED': {
      const leaf = Date.parse(certificate.validTo) < Date.now();
      return failure('tls/certificate-expired', {
        validTo: parseDate(certificate.validTo) ?? certificate.validTo,
        leaf,
      });
    }
    case 'CERT_NOT_YET_VALID':
      return failure('tls/certificate-not-yet-valid', {
        validFrom: parseDate(certificate.validFrom) ?? certificate.validFrom,
      });
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return failure('tls/self-signed', { subject: joinLines(certificate.subject) });
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return failure('tls/wrong-host', { host, names: listNames(certificate) });
    default:
      return failure('tls/untrusted', {
        issuer: joinLines(certificate.issuer),
        code: code === 'UNSPECIFIED' ? describeVerification(socket) : code,
      });
  }
}

/** OpenSSL's words for what has no code in Node, such as "permitted subtree violation": Node keeps them to itself without `rejectUnauthorized`. */
function describeVerification(socket: tls.TLSSocket): string {
  const { _handle: handle } = socket as { readonly _handle?: { readonly verifyError?: () => Error | null } };
  return handle?.verifyError?.()?.message ?? 'UNSPECIFIED';
}

/** OpenSSL's date as ISO 8601; null if it is invalid, since a hostile certificate can contain anything. */
function parseDate(date: string): string | null {
  const parsed = new Date(date);
  return Number.isNaN(parsed.getTime()) ? null : parsed.toISOString();
}

/** A distinguished name, which Node prints with one attribute per line, on one line. */
function joinLines(name: string): string {
  return name.split('\n').join(', ');
}

/** The names and addresses of the certificate; without alternative names, its subject. */
function listNames(certificate: X509Certificate): string[] {
  const alternatives = certificate.subjectAltName?.split(', ') ?? [];
  const names = alternatives.map((name) => name.replace(/^(DNS|IP Address):/, ''));
  return names.length > 0 ? names : [joinLines(certificate.subject)];
}
