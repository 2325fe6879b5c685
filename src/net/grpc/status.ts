import type { Metadata, StatusObject } from '@grpc/grpc-js';
import { truncate } from '../../model/truncate.js';
import { failure, type Failure } from '../../model/failure.js';
import { classifyHttpStatus, type HeaderFields, parseRetryAfter } from '../http-status.js';
import { limits } from '../limits.js';
import { Status } from './library.js';

/** A status other than OK that the server itself sent: an answer, not a broken context. */
export interface GrpcStatus {
  readonly code: number;
  /** The code's name in the gRPC documentation, `UNIMPLEMENTED`. */
  readonly name: string;
  /** The server's words. */
  readonly details: string;
}

/** grpc-js says so where TCP, TLS or HTTP/2 did not come about. */
export function isNotConnected({ code, details }: StatusObject): boolean {
  return code === Status.UNAVAILABLE && details.startsWith('No connection established');
}

/** The system's error code in what grpc-js says of a TCP connection; it passes on nothing but the message. */
export function findErrorCode({ details }: StatusObject): string {
  return /\b(E[A-Z]{3,})\b/.exec(details)?.[1] ?? '';
}

/**
 * Names what a call on an established connection ended with: a failure of the context, or the server's own status.
 * grpc-js turns HTTP statuses and stream resets into statuses with a text of its own, so that there is nothing but the
 * text to tell them by; `test/faults` meets each of them on a real server.
 */
export function classifyStatus(
  call: string,
  ended: StatusObject,
  headers: Metadata | null,
): Failure | GrpcStatus {
  const { code, details } = ended;
  const fields = readFields(headers ?? ended.metadata);

  const http = /^Received HTTP status code (\d+)$/.exec(details);
  if (http !== null) {
    const status = Number(http[1]);
    return classifyHttpStatus(status, fields, 'grpc') ?? failure('http/status', { status, request: 'grpc' });
  }
  const contentType = fields['content-type'];
  if (typeof contentType === 'string' && !/^application\/grpc($|[+;])/i.test(contentType)) {
    return failure('grpc/not-grpc', { contentType: truncate(contentType) });
  }
  if (details.endsWith('(Call ended without gRPC status)') || details === 'No status information received') {
    return failure('grpc/no-status', { call });
  }
  const errorCode = findStreamError(details);
  if (errorCode !== null) return failure('grpc/stream-reset', { errorCode });
  if (code === Status.RESOURCE_EXHAUSTED && tooLarge.test(details)) {
    return failure('net/response-too-large', { limitBytes: limits.grpcMessageBytes });
  }
  if (code === Status.INTERNAL && details.startsWith('Failed to decompress ')) {
    return failure('grpc/malformed-response', { call, reason: 'it cannot be decompressed' });
  }
  if (code === Status.INTERNAL && details.startsWith('Session closed with error code')) {
    return failure('grpc/connection-dropped', { code: /\d+/.exec(details)?.[0] ?? '' });
  }
  if (
    code === Status.UNAVAILABLE &&
    (details === 'Connection dropped' || /\bE(CONNRESET|PIPE)\b/.test(details))
  ) {
    return failure('grpc/connection-dropped', { code: findErrorCode(ended) });
  }
  return classifyServerStatus(code, truncate(details), fields);
}

const tooLarge = /^Received message (larger than max|that decompresses to a size larger than)/;

/** What the server's own status means where it means the same for every call. */
function classifyServerStatus(code: Status, details: string, fields: HeaderFields): Failure | GrpcStatus {
  // A server may send a number that has no name.
  const name = (Status[code] as string | undefined) ?? `status ${String(code)}`;
  const detail = details === '' ? name : `${name}: ${details}`;
  switch (code) {
    case Status.UNAUTHENTICATED:
      return failure('http/auth-required', { detail });
    case Status.PERMISSION_DENIED:
      return failure('http/forbidden', { detail });
    case Status.RESOURCE_EXHAUSTED:
      return failure('net/rate-limited', { detail, retryAfterMs: parseRetryAfter(fields, Date.now()) });
    case Status.UNAVAILABLE:
      return failure('http/upstream-down', { detail });
    default:
      return { code, name, details };
  }
}

/** The HTTP/2 error code (RFC 9113 section 7) that the stream was reset with, null where it was not. */
function findStreamError(details: string): number | null {
  const code = /^Received RST_STREAM with code (\d+)/.exec(details)?.[1];
  if (code !== undefined) return Number(code);
  const named: Readonly<Record<string, number>> = {
    'Stream refused by server': 7,
    'Call cancelled': 8,
    'Bandwidth exhausted or memory limit exceeded': 11,
    'Protocol not secure enough': 12,
  };
  return named[details] ?? null;
}

function readFields(metadata: Metadata): HeaderFields {
  const names = ['content-type', 'location', 'retry-after'];
  return Object.fromEntries(names.map((name) => [name, metadata.get(name).map(String)[0]]));
}
