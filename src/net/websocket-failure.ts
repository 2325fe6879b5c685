import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { WebSocketKind } from '../model/endpoint-kind.generated.js';
import { failure, type Failure } from '../model/failure.js';
import { truncate } from '../model/text.js';
import { withLimit } from './abort.js';
import { classifyBrokenConnection, errorCode } from './failure.js';
import { classifyHttpStatus } from './http-status.js';
import { mentionsLimit } from './words.js';
import { isTransientRefusal } from './refusal.js';
import { limits } from './limits.js';

interface Place {
  /** `ip:port`. */
  readonly address: string;
  readonly family: WebSocketKind;
}

/** The failure of a websocket, from an error of ws or node:http. `isAccepted` says whether the server has answered the upgrade with 101. */
export function classifyWebSocketError(
  error: Error,
  { address, family, isAccepted }: Place & { readonly isAccepted: boolean },
): Failure {
  const code = errorCode(error);
  if (code === 'HPE_HEADER_OVERFLOW') {
    return failure('net/response-too-large', { limitBytes: limits.httpHeaderBytes });
  }
  if (/^WS_ERR_UNSUPPORTED_(?:DATA_PAYLOAD|MESSAGE)_LENGTH$/.test(code)) {
    return failure('net/response-too-large', { limitBytes: limits.httpBodyBytes });
  }
  if (code.startsWith('WS_ERR_')) return failure(`${family}/bad-frames`, { reason: describe(error) });
  const broken = classifyBrokenConnection(code, address, 'answer');
  if (broken !== null) return broken;
  // ws has no codes for invalid fields of an accepted upgrade.
  return isAccepted
    ? failure(`${family}/bad-handshake`, { reason: describe(error) })
    : failure('http/not-http', { code });
}

function describe({ message }: Error): string {
  const text = message.replace(/^Invalid WebSocket frame: /, '');
  return truncate(text.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase()));
}

/** No close frame arrived (RFC 6455 section 7.1.5). */
const abnormalClosure = 1006;
/** The service is overloaded (IANA, WebSocket Close Code Number Registry). */
const tryAgainLater = 1013;
/** A private code, by convention the counterpart of HTTP 429. */
const tooManyRequests = 4429;

/** The failure of a websocket that the server closed, with a close frame or without one. */
export function classifyClose(code: number, reason: string, { address, family }: Place): Failure {
  if (code === abnormalClosure) return failure('net/reset', { address, phase: 'answer' });
  if (code === tryAgainLater || code === tooManyRequests || mentionsLimit(truncate(reason))) {
    const detail = `close code ${code}${reason === '' ? '' : `, "${truncate(reason)}"`}`;
    return failure('net/rate-limited', { detail, retryAfterMs: null });
  }
  return failure(`${family}/closed`, { code, reason: truncate(reason) });
}

/** Bytes read of the body of a refusal, and the time limit for reading it. */
const refusalBytes = 64 << 10;
const refusalMs = 2_000;

/** The failure that an answer other than 101 means. */
export async function readRefusal(
  response: IncomingMessage,
  family: WebSocketKind,
  signal: AbortSignal,
): Promise<Failure> {
  const { statusCode: status = 0, headers } = response;
  // Statuses are from 100 to 599 (RFC 9110 section 15), but node:http accepts 000.
  if (status < 100) return failure('http/not-http', { code: '' });
  if (status < 200) {
    return failure(`${family}/bad-handshake`, { reason: `HTTP ${status} without the field "Upgrade"` });
  }
  const body = await readBeginning(response, signal);
  const refusal = classifyHttpStatus(status, headers, family, body);
  // A server without websockets answers like to any other request: with a page, or with 404.
  const isPlain =
    refusal === null ||
    (refusal.code === 'http/status' &&
      refusal.data.wantsTls !== true &&
      (status < 500 || status === 501) &&
      !isTransientRefusal({ http: status }));
  const isRefused = isPlain || (status === 403 && body.length === 0 && isEnvoyItself(headers));
  if (!isRefused) return refusal;
  // Neither geth nor CometBFT names itself.
  const isBehindProxy = ['server', 'via', 'x-varnish', 'cf-ray'].some((name) => headers[name] !== undefined);
  const proxy = isBehindProxy && headers['server'] !== 'Kestrel' ? { isBehindProxy } : {};
  return failure(`${family}/upgrade-refused`, { status, suggestion: null, ...proxy });
}

/**
 * Whether Envoy or Istio itself answered, not the node behind it. Without `upgrade_configs` it refuses every upgrade with an empty 403
 * (`upgrade_failed`, https://www.envoyproxy.io/docs/envoy/latest/configuration/http/http_conn_man/response_code_details).
 */
function isEnvoyItself({ server, ...fields }: IncomingHttpHeaders): boolean {
  return /^(?:istio-)?envoy$/.test(String(server)) && fields['x-envoy-upstream-service-time'] === undefined;
}

/** The first bytes of a body; fewer if it breaks off or takes too long. */
async function readBeginning(response: IncomingMessage, signal: AbortSignal): Promise<Buffer> {
  const limit = withLimit(signal, refusalMs);
  const stop = () => response.destroy();
  const chunks: Buffer[] = [];
  let size = 0;
  // The connection may end once enough was read.
  response.on('error', () => undefined);
  try {
    if (limit.signal.aborted) stop();
    limit.signal.addEventListener('abort', stop, { once: true });
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= refusalBytes) break;
    }
  } catch {
    // The status and the bytes so far suffice.
  } finally {
    limit.clear();
  }
  return Buffer.concat(chunks);
}
