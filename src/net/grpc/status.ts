import { truncate } from '../../model/truncate.js';
import { failure, type Failure } from '../../model/failure.js';
import type { HeaderFields } from '../header-fields.js';
import { classifyHttpStatus, parseRetryAfter } from '../http-status.js';
import { limits } from '../limits.js';
import { classifyServerStatus, type GrpcStatus } from './server-status.js';
import type { StreamEnd } from './stream.js';

/** What the end of a stream means: `ok`, the server's own status, or a failure below it. */
export function classifyEnd(call: string, end: StreamEnd): 'ok' | Failure | GrpcStatus {
  const { status, headers, trailers } = end;
  const fields = { ...trailers, ...headers };
  const code = readStatus(trailers);
  // As a page is, where it is no answer of gRPC: its status tells more than what became of the stream.
  if (code === null && status !== null && (status !== 200 || trailers !== null))
    return classifyHttpStatus(status, fields, 'grpc') ?? failure('http/status', { status, request: 'grpc' });
  const contentType = readField(fields, 'content-type');
  if (contentType !== null && !isGrpcType(contentType))
    return failure('grpc/not-grpc', { contentType: truncate(contentType) });
  // In digits alone (PROTOCOL-HTTP2, Status): Number also makes 0 of an empty field.
  const number = /^\d+$/.test(code ?? '') ? Number(code) : NaN;
  if (number === 0) return 'ok';
  if (code !== null) {
    const message = decode(readField(trailers, 'grpc-message') ?? '');
    if (!Number.isNaN(number)) return classifyServerStatus(number, truncate(message), fields);
    // As in grpc-go, https://github.com/grpc/grpc-go/blob/master/internal/transport/http2_client.go.
    const details = `malformed grpc-status "${truncate(code)}"${message === '' ? '' : `: ${message}`}`;
    return classifyServerStatus(unknown, truncate(details), fields);
  }
  if (end.isTooLarge) return tooLarge;
  if (end.droppedBy !== null) return failure('grpc/connection-dropped', { code: end.droppedBy });
  const refusal = refusals[end.resetCode];
  if (refusal !== undefined) return failure('net/rate-limited', { detail: refusal, retryAfterMs: null });
  return end.resetCode === 0
    ? failure('grpc/no-status', { call })
    : failure('grpc/stream-reset', { errorCode: end.resetCode });
}

const unknown = 2;

/** Whether a response can have messages of gRPC in it, by its status and its content type, which some servers leave out. */
export function mayHaveMessages({ status, headers }: Pick<StreamEnd, 'status' | 'headers'>): boolean {
  return status === 200 && isGrpcType(readField(headers, 'content-type') ?? 'application/grpc');
}

/** Content-Type of PROTOCOL-HTTP2. */
function isGrpcType(contentType: string): boolean {
  return /^application\/grpc($|[+;])/i.test(contentType);
}

/**
 * How long the server of a failed call asks to be left in peace, in milliseconds: `Retry-After` (RFC 9110 section 10.2.3), or the pushback of
 * gRPC (https://github.com/grpc/proposal/blob/master/A6-client-retries.md#pushback). Null where it does not say.
 */
export function readRetryAfter({
  headers,
  trailers,
}: Pick<StreamEnd, 'headers' | 'trailers'>): number | null {
  const fields = { ...headers, ...trailers };
  const pushback = readField(fields, 'grpc-retry-pushback-ms') ?? '';
  return /^\d{1,9}$/.test(pushback) ? Number(pushback) : parseRetryAfter(fields, Date.now());
}

/** The failure of a message beyond the limit, before or after it is decompressed. */
export const tooLarge = failure('net/response-too-large', { limitBytes: limits.grpcMessageBytes });

/** Stream errors that say nothing but that the server has enough to do, RFC 9113 section 7. */
const refusals: Readonly<Record<number, string>> = { 7: 'REFUSED_STREAM', 11: 'ENHANCE_YOUR_CALM' };

/** The status of gRPC; where it comes more than once, as proxies that add their own have it, and is the same each time, that. */
function readStatus(trailers: HeaderFields | null): string | null {
  const status = readField(trailers, 'grpc-status');
  // node:http2 joins the values of fields of one name.
  const [first = '', ...others] = status?.split(', ') ?? [];
  return others.every((other) => other === first) && first !== '' ? first : status;
}

/** Undoes the percent-encoding of a message; as it is where it has none. */
function decode(message: string): string {
  try {
    return decodeURIComponent(message);
  } catch {
    return message;
  }
}

function readField(fields: HeaderFields | null, name: string): string | null {
  const value = fields?.[name];
  return typeof value === 'string' ? value : null;
}
