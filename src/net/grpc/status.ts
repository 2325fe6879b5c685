import { truncate } from '../../model/truncate.js';
import { failure, type Failure } from '../../model/failure.js';
import { type HeaderFields, readField } from '../header-fields.js';
import { classifyHttpStatus, parseRetryAfter } from '../http-status.js';
import { limits } from '../limits.js';
import { classifyServerStatus, decodeMessage, type GrpcStatus } from './server-status.js';
import type { StreamEnd } from './stream.js';

/** The meaning of the end of a stream: `ok`, the server's status, or a failure below it. */
export function classifyEnd(call: string, end: StreamEnd): 'ok' | Failure | GrpcStatus {
  const { status, headers, trailers, beginning = null } = end;
  const fields = { ...trailers, ...headers };
  const code = readStatus(trailers);
  // Not a gRPC answer but, for instance, a page: the HTTP status says more than the state of the stream.
  if (code === null && status !== null && (status !== 200 || trailers !== null))
    return (
      classifyHttpStatus(status, fields, 'grpc', beginning) ??
      failure('http/status', { status, request: 'grpc' })
    );
  const contentType = readField(fields, 'content-type');
  if (contentType !== null && !isGrpcType(contentType))
    return (
      classifyHttpStatus(200, fields, 'grpc', beginning) ??
      failure('grpc/not-grpc', { contentType: truncate(contentType) })
    );
  // Only digits (PROTOCOL-HTTP2, Status), since Number turns an empty string into 0.
  const number = /^\d+$/.test(code ?? '') ? Number(code) : NaN;
  if (number === 0) return 'ok';
  if (code !== null) {
    const message = decodeMessage(readField(trailers, 'grpc-message') ?? '');
    if (!Number.isNaN(number)) return classifyServerStatus(number, truncate(message), fields);
    // As in grpc-go: https://github.com/grpc/grpc-go/blob/master/internal/transport/http2_client.go
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

/** Whether a response can contain gRPC messages, by its status and content type, which some servers omit. */
export function canHaveMessages({ status, headers }: Pick<StreamEnd, 'status' | 'headers'>): boolean {
  return status === 200 && isGrpcType(readField(headers, 'content-type') ?? 'application/grpc');
}

/** Content-Type of PROTOCOL-HTTP2. */
function isGrpcType(contentType: string): boolean {
  return /^application\/grpc($|[+;])/i.test(contentType);
}

/**
 * The wait that the server of a failed call requests, in milliseconds: `Retry-After` (RFC 9110 section 10.2.3), or gRPC's pushback
 * (https://github.com/grpc/proposal/blob/master/A6-client-retries.md#pushback). Null if it requests none.
 */
export function readRetryAfter({
  headers,
  trailers,
}: Pick<StreamEnd, 'headers' | 'trailers'>): number | null {
  const fields = { ...headers, ...trailers };
  const pushback = readField(fields, 'grpc-retry-pushback-ms') ?? '';
  return /^\d{1,9}$/.test(pushback) ? Number(pushback) : parseRetryAfter(fields, Date.now());
}

/** The failure of a message that exceeds the limit, before or after decompression. */
export const tooLarge = failure('net/response-too-large', { limitBytes: limits.grpcMessageBytes });

/** Stream errors that mean that the server is too busy, RFC 9113 section 7. */
const refusals: Readonly<Record<number, string>> = { 7: 'REFUSED_STREAM', 11: 'ENHANCE_YOUR_CALM' };

/** The gRPC status. Proxies that add their own may repeat it; equal values count as one. */
function readStatus(trailers: HeaderFields | null): string | null {
  const status = readField(trailers, 'grpc-status');
  // node:http2 joins the values of repeated fields.
  const [first = '', ...repeated] = status?.split(', ') ?? [];
  return repeated.every((value) => value === first) && first !== '' ? first : status;
}
