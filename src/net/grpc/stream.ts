import {
  constants,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type OutgoingHttpHeaders,
} from 'node:http2';
import { errorCode, isDropCode } from '../failure.js';
import type { HeaderFields } from '../header-fields.js';
import { limits } from '../limits.js';
import { frameMessage, type Message, MessageReader } from './message-reader.js';

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
