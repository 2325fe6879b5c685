import type { Problem } from '../../../model/rule.js';
import type { NodeObservation } from '../../node/observation.js';

interface RunningProbe {
  readonly observed: Promise<NodeObservation>;
  /** Whether TCP is connected, and the TLS handshake is not done. */
  readonly isShakingHands: () => boolean;
  readonly cancel: () => void;
}

/** The observation over the first transport that the server turns out to speak, even if only to refuse; the other probe is aborted. */
export async function chooseTransport(
  overTls: RunningProbe,
  inPlaintext: RunningProbe,
): Promise<NodeObservation> {
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
function speaksTls(problem: Problem | null): boolean {
  return problem?.code !== 'net/connect-timeout' && !isPossiblyPlaintext(problem);
}

/** How servers that require TLS react to plaintext: nginx answers in HTTP/1.1, others close the connection. */
const notPlaintext: readonly string[] = ['grpc/not-http2', 'grpc/wants-tls', 'grpc/connection-dropped'];
/** Codes of `net/` that mean that the server answered. */
export const answered: readonly string[] = ['net/rate-limited', 'net/response-too-large'];

/** Whether a probe without TLS found a server that speaks HTTP/2 in plaintext, or one of another kind. */
function speaksPlaintext(problem: Problem | null): boolean {
  if (problem === null || answered.includes(problem.code)) return true;
  return !problem.code.startsWith('net/') && !notPlaintext.includes(problem.code);
}

/** Whether a failure in plaintext may come from a server that requires TLS. */
export function isPossiblyTls(problem: Problem | null): boolean {
  return problem !== null && [...notPlaintext, 'net/reset'].includes(problem.code);
}

/** Whether a failure over TLS may come from a server that speaks plaintext. */
export function isPossiblyPlaintext(problem: Problem | null): boolean {
  if (problem === null) return false;
  return (
    problem.code === 'tls/not-tls' ||
    (problem.code === 'tls/handshake-failed' && problem.data['code'] === 'closed') ||
    (problem.code === 'net/reset' && problem.data['phase'] === 'tls')
  );
}
