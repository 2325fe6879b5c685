import { constants, type ClientHttp2Session, type OutgoingHttpHeaders } from 'node:http2';
import { errorCode } from '../failure.js';
import type { HeaderFields } from '../header-fields.js';
import { frameMessage, type Message, MessageReader } from './message-reader.js';

/** How a stream ended, as HTTP/2 tells it. */
export interface StreamEnd {
  /** The HTTP status, null where no response began. */
  readonly status: number | null;
  /** The fields of the response; empty where none began. */
  readonly headers: HeaderFields;
  /** The fields after the body, or those of a response without one (PROTOCOL-HTTP2, Trailers-Only); null where the stream ended without. */
  readonly trailers: HeaderFields | null;
  /** The first messages, at most two. */
  readonly messages: readonly Message[];
  readonly isTooLarge: boolean;
  /** The first byte of what is no message, where such came. */
  readonly unknownFlag: number | null;
  /** Whether it ended within a message. */
  readonly isCutOff: boolean;
  /** Of RFC 9113 section 7: why it was reset, by the server or with the whole session; 0 where it was not. */
  readonly resetCode: number;
  /** Where the connection ended under it: the system's error code, or an empty string; else null. */
  readonly droppedBy: string | null;
}

/** A request under way. */
export interface Request {
  readonly ended: Promise<StreamEnd>;
  /** Ends it now, whatever the server does. */
  readonly cancel: () => void;
}

/** Codes of the system for a connection that ended. */
const dropCodes: readonly string[] = ['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ETIMEDOUT'];

/**
 * Sends one message and reads the response, until it ends, until a second message comes, or, if `firstOnly`, until the first does. Never
 * rejects. `onResponse` is called when a response begins.
 */
export function sendRequest(
  session: ClientHttp2Session,
  headers: OutgoingHttpHeaders,
  message: Buffer,
  { firstOnly, onResponse }: { readonly firstOnly: boolean; readonly onResponse: () => void },
): Request {
  const stream = session.request(headers);
  const reader = new MessageReader();
  let response: HeaderFields | null = null;
  let trailers: HeaderFields | null = null;
  let hasEnded = false;
  let failedBy = '';
  const ended = new Promise<StreamEnd>((resolve) => {
    const settle = () => {
      const wasDropped =
        dropCodes.includes(failedBy) || (session.destroyed && stream.rstCode === constants.NGHTTP2_CANCEL);
      resolve({
        status: Number(response?.[':status'] ?? 0) || null,
        headers: response ?? {},
        trailers,
        messages: reader.messages,
        isTooLarge: reader.isTooLarge,
        unknownFlag: reader.unknownFlag,
        isCutOff: reader.isCutOff(),
        resetCode: stream.rstCode,
        droppedBy: wasDropped ? failedBy : null,
      });
    };
    /** Settles where nothing that follows counts. */
    const check = () => {
      const enough = firstOnly ? 1 : 2;
      // node:http2 may hand over a body before the fields that came before it.
      const isEnough = response !== null && (reader.isOver() || reader.messages.length >= enough);
      if (!isEnough && !(hasEnded && trailers !== null)) return;
      settle();
      if (isEnough) stream.close(constants.NGHTTP2_CANCEL);
    };
    stream.on('response', (fields, flags) => {
      response = fields;
      if ((flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0) trailers = response;
      onResponse();
      check();
    });
    stream.on('trailers', (fields: HeaderFields) => {
      trailers = fields;
      check();
    });
    stream.on('data', (bytes: Buffer) => {
      reader.read(bytes);
      check();
    });
    stream.on('end', () => {
      hasEnded = true;
      check();
    });
    stream.on('error', (error) => (failedBy = errorCode(error)));
    stream.on('close', settle);
  });
  stream.end(frameMessage(message));
  return { ended, cancel: () => stream.close(constants.NGHTTP2_CANCEL) };
}
