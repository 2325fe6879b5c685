import { failure, type Failure } from '../../model/failure.js';
import type { HeaderFields } from '../header-fields.js';
import { findEnvoyLimit, parseRetryAfter } from '../http-status.js';
import { mentionsLimit } from '../words.js';

/** A status other than OK that the server itself sent. */
export interface GrpcStatus {
  readonly code: number;
  /** Name of the code in the gRPC documentation, such as `UNIMPLEMENTED`. */
  readonly name: string;
  /** As sent by the server. */
  readonly details: string;
}

/** The names of the codes from 0 on: https://grpc.github.io/grpc/core/md_doc_statuscodes.html */
const names = [
  'OK',
  'CANCELLED',
  'UNKNOWN',
  'INVALID_ARGUMENT',
  'DEADLINE_EXCEEDED',
  'NOT_FOUND',
  'ALREADY_EXISTS',
  'PERMISSION_DENIED',
  'RESOURCE_EXHAUSTED',
  'FAILED_PRECONDITION',
  'ABORTED',
  'OUT_OF_RANGE',
  'UNIMPLEMENTED',
  'INTERNAL',
  'UNAVAILABLE',
  'DATA_LOSS',
  'UNAUTHENTICATED',
];

/** The meaning of a server's status that is the same for every call, in gRPC and gRPC-web. */
export function classifyServerStatus(
  code: number,
  details: string,
  fields: HeaderFields,
): Failure | GrpcStatus {
  // A server may send an unknown number.
  const name = names[code] ?? `status ${String(code)}`;
  const detail = details === '' ? name : `${name}: ${details}`;
  const limited = failure('net/rate-limited', { detail, retryAfterMs: parseRetryAfter(fields, Date.now()) });
  const isLimit = mentionsLimit(details) || findEnvoyLimit(fields) !== null;
  // First, since limits often mention that an account would lift them.
  if (isLimit) return limited;
  switch (name) {
    case 'UNAUTHENTICATED':
      return failure('http/auth-required', { detail });
    case 'PERMISSION_DENIED':
      return failure('http/forbidden', { detail });
    case 'RESOURCE_EXHAUSTED': {
      // grpc-go's refusal to send a message that exceeds its own limit.
      const [, limitBytes] = /message larger than max \(\d+ vs\. (\d+)\)/.exec(details) ?? [];
      return limitBytes === undefined
        ? limited
        : failure('net/response-too-large', { limitBytes: Number(limitBytes) });
    }
    case 'UNAVAILABLE':
      return failure('http/upstream-down', { detail });
    default:
      return { code, name, details };
  }
}

/** Decodes the percent-encoding of a `grpc-message`. Invalid escapes stay as they are (PROTOCOL-HTTP2, "Responses"). */
export function decodeMessage(encoded: string): string {
  const parts = encoded.split(/((?:%[\da-f]{2})+)/i);
  return parts
    .map((part, index) => (index % 2 === 0 ? part : Buffer.from(part.replaceAll('%', ''), 'hex').toString()))
    .join('');
}
