import type { Metadata, StatusObject } from '@grpc/grpc-js';
import { truncate } from '../../model/truncate.js';
import { failure, type Failure } from '../../model/failure.js';
import type { HeaderFields } from '../header-fields.js';
import { classifyHttpStatus, parseRetryAfter } from '../http-status.js';
import { limits } from '../limits.js';
import { Status } from './library.js';
import { classifyServerStatus, type GrpcStatus, limitFields } from './server-status.js';

/** Whether no connection was established, be it by TCP, TLS or HTTP/2; grpc-js reports all three so. */
export function isNotConnected({ code, details }: StatusObject): boolean {
  return code === Status.UNAVAILABLE && details.startsWith('No connection established');
}

/** The system's error code of a TCP connection, from the message: grpc-js passes on nothing else. */
export function findErrorCode({ details }: StatusObject): string {
  return /\b(E[A-Z]{3,})\b/.exec(details)?.[1] ?? '';
}

/**
 * Names what a call on an established connection ended with: a failure of the connection, or the server's own status.
 * grpc-js turns HTTP statuses, stream resets and GOAWAY into statuses with a message of its own, so that they can be distinguished by
 * the message alone (https://github.com/grpc/grpc-node/pull/1494); `test/faults` meets each of them on a real server.
 */
export function classifyStatus(
  call: string,
  ended: StatusObject,
  headers: Metadata | null,
): Failure | GrpcStatus {
  const { code, details } = ended;
  const fields = { ...readFields(ended.metadata), ...(headers === null ? {} : readFields(headers)) };

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
  const refusal = refusals[errorCode ?? -1];
  if (refusal !== undefined) return failure('net/rate-limited', { detail: refusal, retryAfterMs: null });
  if (errorCode !== null) return failure('grpc/stream-reset', { errorCode });
  if (code === Status.RESOURCE_EXHAUSTED && tooLarge.test(details)) {
    return failure('net/response-too-large', { limitBytes: limits.grpcMessageBytes });
  }
  if (code === Status.INTERNAL && details.startsWith('Failed to decompress ')) {
    return failure('grpc/malformed-response', { call, reason: 'cannot be decompressed' });
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

/**
 * How long the server of a failed call asks to be left in peace, in milliseconds: `Retry-After` (RFC 9110 section 10.2.3), or the pushback of
 * gRPC (https://github.com/grpc/proposal/blob/master/A6-client-retries.md#pushback). Null where it does not say.
 */
export function readRetryAfter(
  { metadata }: Pick<StatusObject, 'metadata'>,
  headers: Metadata | null,
): number | null {
  const [pushback] = metadata.get('grpc-retry-pushback-ms');
  if (/^\d{1,9}$/.test(String(pushback))) return Number(pushback);
  const fields = { ...readFields(metadata), ...(headers === null ? {} : readFields(headers)) };
  return parseRetryAfter(fields, Date.now());
}

const tooLarge = /^Received message (larger than max|that decompresses to a size larger than)/;

/** Stream errors that say nothing but that the server has enough to do, RFC 9113 section 7. */
const refusals: Readonly<Record<number, string>> = { 7: 'REFUSED_STREAM', 11: 'ENHANCE_YOUR_CALM' };

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
  const names = ['content-type', 'location', 'retry-after', 'server', 'cf-mitigated', 'x-amzn-waf-action'];
  const found = [...names, ...limitFields].map((name) => [name, metadata.get(name).map(String)[0]] as const);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}
