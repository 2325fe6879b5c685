import type net from 'node:net';
import tls from 'node:tls';
import type { X509Certificate } from 'node:crypto';
import { failed, failure, success, type Failure, type Result } from '../model/failure.js';
import { aborted, raceAbort } from './abort.js';
import { isIpAddress } from './address.js';
import { type ByteMeter, countBytes, startMeter } from './byte-meter.js';
import type { ProbeContext } from './probe-context.js';
import { classifyHandshakeError, errorCode } from './failure.js';
import { getSecureContext } from './secure-context.js';

/** An established TLS connection with a certificate that was verified. */
export interface TlsConnection {
  readonly socket: tls.TLSSocket;
  /** The protocol that the server chose by ALPN (RFC 7301), null where it chose none. */
  readonly alpn: string | null;
  /** End of the server certificate's validity, ISO 8601. */
  readonly certificateExpiresAt: string | null;
  /** From the certificate's first moment to its last, in milliseconds; null where there is none. */
  readonly certificateLifetimeMs: number | null;
  /** The chosen cipher suite by its IANA name, such as TLS_RSA_WITH_AES_128_GCM_SHA256. */
  readonly cipherSuite: string | null;
  /** True where the certificate has no alternative names for hosts, and its subject names the host. */
  readonly isNamedBySubject?: boolean | undefined;
}

/** The expected peer and the offered protocols. */
export interface TlsOptions {
  /** Host name or IP address that the certificate must be valid for; a name is sent as SNI, an address is not (RFC 6066 section 3). */
  readonly host: string;
  /** `ip:port`, for messages. */
  readonly address: string;
  readonly alpn: readonly string[];
}

/**
 * Does the TLS handshake on a connected socket and verifies the certificate. Verification can't be turned off:
 * `rejectUnauthorized` is false only so that the certificate is available for naming its problem, and nothing is
 * sent before it was judged. On failure the socket is destroyed. The handshake may take what is left of the entry's budget, as with the clients of
 * these endpoints.
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
    ALPNProtocols: [...options.alpn],
    secureContext: getSecureContext(),
    rejectUnauthorized: false,
    checkServerIdentity: (host) => compareNames(host, readLeaf()),
  });
  let leaf: X509Certificate | undefined;
  const readLeaf = () => (leaf ??= secure.getPeerX509Certificate());
  // To compare names Node makes objects of the certificate and all its issuers, which takes as long as the rest of a handshake's JavaScript.
  secure.getPeerCertificate = readNothing;
  let meter: ByteMeter | undefined;
  const handshake = new Promise<Failure | null>((resolve) => {
    // A server of TLS 1.2 may request another handshake within this one, endlessly.
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
    cipherSuite: secure.getCipher().standardName,
    isNamedBySubject,
  });
}

/** Alerts of RFC 8446 section 4.4.2.4 about a client without a certificate, and what servers say instead. */
const certificateAlert = /ALERT_(CERTIFICATE_REQUIRED|BAD_CERTIFICATE|HANDSHAKE_FAILURE)/;
const certificateAlerts = new WeakMap<net.Socket, string>();

/**
 * The failure of a connection that the server ended after the handshake, since the client has no certificate: in TLS 1.3 a client is done before the server
 * looks. Null where it gave no such reason, and without TLS.
 */
export function findLateRefusal(socket: net.Socket): Failure | null {
  const code = certificateAlerts.get(socket);
  return code === undefined ? null : failure('tls/handshake-failed', { code });
}

/** In place of `getPeerCertificate`, whose result goes to `checkServerIdentity` alone, which reads the certificate itself. */
function readNothing(): tls.DetailedPeerCertificate {
  return {} as tls.DetailedPeerCertificate;
}

/** Compares names by Node's own rules; the subject counts only where there is no alternative name (RFC 6125 section 6.4.4). */
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

/** The failure that OpenSSL and Node found in the certificate; null where it is trusted and belongs to the host. */
function judgeCertificate(
  socket: tls.TLSSocket,
  certificate: X509Certificate | undefined,
  host: string,
): Failure | null {
  if (socket.authorized) return null;
  // Typed as an Error, but Node sets the code (a string) where the error has one.
  const code = String(socket.authorizationError);
  if (certificate === undefined) return failed('tls/handshake-failed', { code }).failure;
  switch (code) {
    case 'CERT_HAS_EXPIRED': {
      const leaf = Date.parse(certificate.validTo) < Date.now();
      return failed('tls/certificate-expired', {
        validTo: parseDate(certificate.validTo) ?? certificate.validTo,
        leaf,
      }).failure;
    }
    case 'CERT_NOT_YET_VALID':
      return failed('tls/certificate-not-yet-valid', {
        validFrom: parseDate(certificate.validFrom) ?? certificate.validFrom,
      }).failure;
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return failed('tls/self-signed', { subject: oneLine(certificate.subject) }).failure;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return failed('tls/wrong-host', { host, names: listNames(certificate) }).failure;
    default:
      return failed('tls/untrusted', { issuer: oneLine(certificate.issuer), code }).failure;
  }
}

/** OpenSSL's date as ISO 8601, null if it is invalid: a hostile certificate can contain anything. */
function parseDate(date: string): string | null {
  const parsed = new Date(date);
  return Number.isNaN(parsed.getTime()) ? null : parsed.toISOString();
}

/** A distinguished name as Node prints it, one attribute a line, on one line. */
function oneLine(name: string): string {
  return name.split('\n').join(', ');
}

/** The names and addresses of the certificate; a certificate without alternative names has only its subject. */
function listNames(certificate: X509Certificate): string[] {
  const alternatives = certificate.subjectAltName?.split(', ') ?? [];
  const names = alternatives.map((name) => name.replace(/^(DNS|IP Address):/, ''));
  return names.length > 0 ? names : [oneLine(certificate.subject)];
}
