import { networkInterfaces } from 'node:os';
import { failure, type Failure, type Phase } from '../model/failure.js';
import { isIpv6 } from './address.js';

/** The `code` of an error or its causes; empty if there is none. */
export function errorCode(error: unknown): string {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const code = (at as NodeJS.ErrnoException).code;
    if (typeof code === 'string') return code;
  }
  return '';
}

/** The failure of a TCP connection to `address` that was not established, from Node's error code. */
export function classifyConnectError(code: string, address: string, limitMs: number): Failure {
  switch (code) {
    case 'ECONNREFUSED':
      return failure('net/refused', { address });
    case 'ECONNRESET':
    case 'EPIPE':
    case 'ECONNABORTED':
      return failure('net/reset', { address, phase: 'connect' });
    case 'ETIMEDOUT':
    case 'ABORT_ERR':
      return failure('net/connect-timeout', { address, phase: 'connect', limitMs });
    // connect(2), socket(2); EADDRNOTAVAIL without free ports, EACCES and EPERM from this machine's own firewall.
    case 'EMFILE':
    case 'ENFILE':
    case 'ENOBUFS':
    case 'ENOMEM':
    case 'ENETDOWN':
    case 'EADDRINUSE':
    case 'EAGAIN':
    case 'EACCES':
    case 'EPERM':
      return failure('net/local-limit', { address, code });
    case 'EADDRNOTAVAIL':
      return isMissingIpv6(address)
        ? failure('net/unreachable', { address, code })
        : failure('net/local-limit', { address, code });
    default:
      // EHOSTUNREACH, ENETUNREACH, and similar codes of other platforms.
      return failure('net/unreachable', { address, code });
  }
}

/** Whether the address is a public IPv6 one and this machine has none, which connect(2) reports as if no port were free. */
function isMissingIpv6(address: string): boolean {
  const own = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses);
  return (
    address.startsWith('[') &&
    !address.startsWith('[::1]') &&
    !own.some(({ family, internal, scopeid }) => family === 'IPv6' && !internal && scopeid === 0)
  );
}

/** The failure to report for several addresses: the most specific one, and of equals the first. */
export function chooseFailure(failures: readonly Failure[]): Failure {
  // In ascending order, all more specific than a missing route. An address that was not tried proves nothing.
  const order = ['net/connect-timeout', 'net/reset', 'net/refused', 'net/local-limit'];
  return failures.reduce((a, b) => (order.indexOf(b.code) > order.indexOf(a.code) ? b : a));
}

/** A missing route to a host that only has IPv6 addresses says something about this machine, not about the host. */
export function judgeMissingRoute(symptom: Failure, addresses: readonly string[]): Failure {
  return symptom.code === 'net/unreachable' && addresses.every(isIpv6)
    ? failure('net/ipv6-only', { address: symptom.data.address })
    : symptom;
}

/** The failure of an established connection that broke during `phase`; null for an unknown code. */
export function classifyBrokenConnection(code: string, address: string, phase: Phase): Failure | null {
  return isDropCode(code) ? failure('net/reset', { address, phase }) : null;
}

const dropCodes = ['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ETIMEDOUT'];
/** In place of ETIMEDOUT, if a router has said that the route was lost (RFC 9293 section 3.9.2.2). */
const lostRouteCodes = ['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETRESET', 'ENETDOWN'];

/** Whether a system error code means that an established connection broke. */
export function isDropCode(code: string): boolean {
  return dropCodes.includes(code) || lostRouteCodes.includes(code);
}

/** OpenSSL's codes for an answer that is not TLS, and alerts of RFC 8446 section 6. */
const notTls =
  /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|BAD_RECORD_TYPE|INVALID_RECORD|RECORD_LAYER_FAILURE|UNEXPECTED_MESSAGE|BAD_MESSAGE_TYPE/;
const oldVersion = /ALERT_PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|VERSION_TOO_LOW|INAPPROPRIATE_FALLBACK/;

/** OpenSSL's code if the server chose a protocol that was not offered, against RFC 7301 section 3.2: Apache 2.4 chooses http/1.1 if HTTP/2 is off. */
const wrongAlpn = 'BAD_EXTENSION';

/** The protocol that a client offers by ALPN (RFC 7301). */
export type Alpn = 'h2' | 'http/1.1';

/** The failure of a TLS handshake that offered `alpn`, from the code of Node or OpenSSL. */
export function classifyHandshakeError(code: string, address: string, alpn: Alpn): Failure {
  if (notTls.test(code)) return failure('tls/not-tls', { address });
  if (oldVersion.test(code)) return failure('tls/old-version', { code });
  if (code.includes('NO_APPLICATION_PROTOCOL') || code.includes(wrongAlpn)) {
    return alpn === 'h2' ? failure('tls/no-h2', { code }) : failure('tls/no-http1', { code });
  }
  return classifyBrokenConnection(code, address, 'tls') ?? failure('tls/handshake-failed', { code });
}
