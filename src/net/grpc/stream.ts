import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  constants,
  type OutgoingHttpHeaders,
} from 'node:http2';
import { failure, type Failure } from '../../model/failure.js';
import { truncate } from '../../model/text.js';
import { errorCode, isDropCode } from '../failure.js';
import { type HeaderFields, readField } from '../header-fields.js';
import { classifyHttpStatus, parseRetryAfter } from '../http-status.js';
import { limits } from '../limits.js';
import { frameMessage, type Message, MessageReader } from './message-reader.js';
import { classifyServerStatus, decodeMessage, type GrpcStatus } from './server-status.js';

/** How a stream ended, in terms of HTTP/2. */
export interface StreamEnd {
  /** The HTTP status; null if no response began. */
  readonly status: number | null;
  /** Header fields of the response; empty if none began. */
  readonly headers: HeaderFields;
  /** Trailers, or the fields of a response without a body (PROTOCOL-HTTP2, Trailers-Only); null if there were none. */
  readonly trailers: HeaderFields | null;
  /** The first messages, at most two. */
  readonly messages: readonly Message[];
  readonly isTooLarge: boolean;
  /** The first bytes of the body, which may be a page; absent without a body. */
  readonly beginning?: Buffer | undefined;
  /** The first byte of something that is not a message; otherwise null. */
  readonly unknownFlag: number | null;
  /** Whether the stream ended within a message. */
  readonly isCutOff: boolean;
  /** Error code of RFC 9113 section 7 if the stream was reset, by the server or with the session; otherwise 0. */
  readonly resetCode: number;
  /** If the connection ended during the stream, the system's error code or an empty string; otherwise null. */
  readonly droppedBy: string | null;
}

export interface Request {
  readonly ended: Promise<StreamEnd>;
  /** Ends it immediately, whatever the server does. */
  readonly cancel: () => void;
}

/**
 * Sends one message and reads the response until it ends, until a second message arrives, or, if `firstOnly`, until the first one does. Never
 * rejects. Calls `onResponse` when a response begins.
 */
export function sendRequest(
  session: ClientHttp2Session,
  headers: OutgoingHttpHeaders,
  message: Buffer,
  { firstOnly, onResponse }: { readonly firstOnly: boolean; readonly onResponse: () => void },
): Request {
  const stream = session.request(headers);
  keepAlive(session, stream);
  const response = new PartialResponse();
  const { reader } = response;
  const ended = new Promise<StreamEnd>((resolve) => {
    const settle = () => resolve(response.describeEnd(session, stream));
    /** Settles once later events no longer matter. */
    const check = () => {
      const enough = firstOnly ? 1 : 2;
      // node:http2 may deliver a body before the fields that preceded it.
      const isEnough = response.headers !== null && (reader.isOver() || reader.messages.length >= enough);
      if (!isEnough && !(response.hasEnded && response.trailers !== null)) return;
      settle();
      if (isEnough) stream.close(constants.NGHTTP2_CANCEL);
    };
    stream.on('response', (fields, flags) => {
      response.headers = fields;
      if ((flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0) response.trailers = fields;
      onResponse();
      check();
    });
    stream.on('trailers', (fields: HeaderFields) => {
      response.trailers = fields;
      check();
    });
    stream.on('data', (bytes: Buffer) => {
      response.beginning ??= bytes.subarray(0, limits.pageBytes);
      reader.read(bytes);
      check();
    });
    stream.on('end', () => {
      response.hasEnded = true;
      check();
    });
    stream.on('error', (error) => (response.failedBy = errorCode(error)));
    stream.on('close', settle);
  });
  stream.end(frameMessage(message));
  return { ended, cancel: () => stream.close(constants.NGHTTP2_CANCEL) };
}

class PartialResponse {
  headers: HeaderFields | null = null;
  trailers: HeaderFields | null = null;
  beginning: Buffer | undefined;
  readonly reader = new MessageReader();
  hasEnded = false;
  failedBy = '';

  describeEnd(session: ClientHttp2Session, { rstCode }: ClientHttp2Stream): StreamEnd {
    const { headers, trailers, beginning, reader, failedBy } = this;
    const wasDropped = isDropCode(failedBy) || (session.destroyed && rstCode === constants.NGHTTP2_CANCEL);
    return {
      status: Number(headers?.[':status'] ?? 0) || null,
      headers: headers ?? {},
      trailers,
      messages: reader.messages,
      isTooLarge: reader.isTooLarge,
      beginning,
      unknownFlag: reader.unknownFlag,
      isCutOff: reader.isCutOff(),
      resetCode: rstCode,
      droppedBy: wasDropped ? failedBy : null,
    };
  }
}

/**
 * Node 20 aborts the process if a session is collected before a stream that has a part of a header block (https://github.com/nodejs/node/issues/39951). So the native
 * object of the stream refers to that of its session.
 */
function keepAlive(session: ClientHttp2Session, stream: ClientHttp2Stream): void {
  const [owner, owned] = [session, stream].map(findHandle);
  if (owner !== undefined && owned !== undefined) Object.assign(owned, { session: owner });
}

/** The native object of a session or a stream; undefined once it has ended. */
function findHandle(of: object): object | undefined {
  const key = Object.getOwnPropertySymbols(of).find(({ description }) => description === 'kHandle');
  return key === undefined ? undefined : (Reflect.get(of, key) as object | undefined);
}

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
