// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- so that the bundler of types finds them too
/// <reference path="./undici.d.ts" />
import request from 'undici/lib/api/api-request.js';
import Client from 'undici/lib/dispatcher/client.js';
import { failed, failure, success, type Failure, type Result } from '../model/failure.js';
import { aborted, raceAbort } from './abort.js';
import { formatAddress } from './address.js';
import { startMeter } from './byte-meter.js';
import { decompress } from './decompress.js';
import type { ProbeContext } from './probe-context.js';
import { classifyBrokenConnection, errorCode } from './failure.js';
import type { HeaderFields } from './header-fields.js';
import { limits } from './limits.js';
import { type OpenSocket, openSocket, type Peer } from './open-socket.js';
import { readBody } from './read-body.js';
import { skipContinue } from './skip-continue.js';
import { findLateRefusal } from './tls.js';

/** A complete answer. */
export interface HttpAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: HeaderFields;
  readonly body: Buffer;
}

/** An answer, or why there is none. `beginning` is the start of an answer whose body is too large. */
export type HttpResult =
  | { readonly ok: true; readonly value: HttpAnswer }
  | { readonly ok: false; readonly failure: Failure; readonly beginning?: HttpAnswer };

/** Bytes kept of a body that is too large. */
const beginningBytes = 64 << 10;

/** Header fields to send, their names in lower case. */
export type HeaderList = Readonly<Record<string, string>>;

/** An HTTP/1.1 connection. Concurrent requests are pipelined; answers come in order (RFC 9112 section 9.3.2). */
export interface HttpConnection extends Peer {
  /** Sends a POST request, by default with JSON; `path` replaces the target's. */
  post: (body: string | Buffer, headers?: HeaderList, path?: string) => Promise<HttpResult>;
  /** Sends a GET request, by default for JSON; `path` replaces the target's. */
  get: (headers: HeaderList, path?: string) => Promise<Result<HttpAnswer>>;
  /** Sends an OPTIONS request, such as a CORS preflight; `path` replaces the target's. */
  options: (headers: HeaderList, path?: string) => Promise<Result<HttpAnswer>>;
  /** The HTTP status of the first answer; null before it. */
  readonly firstStatus: () => number | null;
  close: () => void;
}

/** Resolves, connects and, for https, performs the TLS handshake. The caller must close the connection. */
export async function openHttp(context: ProbeContext): Promise<Result<HttpConnection>> {
  const opened = await openSocket(context);
  return opened.ok ? success(createConnection(context, opened.value)) : opened;
}

function createConnection(context: ProbeContext, { socket, received, peer }: OpenSocket): HttpConnection {
  const { address } = peer;
  const { target, signal, clock, budgetMs, userAgent } = context;
  let flood: Failure | null = null;
  const meter = startMeter(received, limits.httpAnswerBytes, (why) => {
    flood = why;
    socket.destroy();
  });
  // The client has no limit for interim responses (https://github.com/nodejs/undici/issues/481), reason phrases and chunk extensions (RFC 9112
  // sections 4 and 7.1.1). This listener runs before the client's, so that bytes are counted before they are parsed.
  const skip = skipContinue(socket);
  socket.on('readable', () => {
    if (meter.check()) skip();
  });
  let isUsed = false;
  let firstStatus: number | null = null;
  const client = new Client(
    `${target.secure ? 'https' : 'http'}://${formatAddress(target.host, target.port)}`,
    {
      // The only connection is the validated one: undici must not open another.
      connect: (_options, done) => {
        const isFirst = !isUsed;
        isUsed = true;
        // In a microtask: undici only starts a pending request if this comes after its own call.
        queueMicrotask(() => {
          if (isFirst) done(null, socket);
          else done(Object.assign(new Error(), { code: 'ECONNRESET' }), null);
        });
      },
      pipelining: 6,
      maxHeaderSize: limits.httpHeaderBytes,
      // Idle limits are off: the signal bounds the whole request, however slowly the answer arrives.
      headersTimeout: 0,
      bodyTimeout: 0,
    },
  );

  const classify = (error: unknown): Failure => {
    if (flood !== null) return flood;
    if (signal.aborted) return failure('net/response-timeout', { address, limitMs: budgetMs });
    const refused = findLateRefusal(socket);
    if (refused !== null) return refused;
    const code = errorCode(error);
    if (code === 'UND_ERR_HEADERS_OVERFLOW' || code === 'HPE_HEADER_OVERFLOW') {
      return failure('net/response-too-large', { limitBytes: limits.httpHeaderBytes });
    }
    // undici ends the connection on 101, which was never requested: with an error code of a closed connection, or with an assertion if the
    // upgrade is incomplete. It also does so on 100 before a later answer; then the request that it belongs to is sent once more, alone.
    const isUpgrade = error instanceof Error && error.message === 'bad upgrade';
    if (isUpgrade || code === 'ERR_ASSERTION') {
      return failure('http/not-http', { code: 'an interim response that was not requested' });
    }
    // undici has its own code for a connection that closes before the answer.
    const broken = classifyBrokenConnection(
      code === 'UND_ERR_SOCKET' ? 'ECONNRESET' : code,
      address,
      'answer',
    );
    return broken ?? failure('http/not-http', { code, ...describeMalformed(error) });
  };

  const send = async (
    method: 'GET' | 'POST' | 'OPTIONS',
    headers: HeaderList,
    body: string | Buffer | null,
    path = target.path,
  ): Promise<HttpResult> => {
    try {
      // undici only observes the signal once a request is on a connection: https://github.com/nodejs/undici/issues/386.
      const answer = await raceAbort(
        request.call(client, {
          method,
          path,
          headers: {
            accept: 'application/json',
            ...headers,
            'accept-encoding': 'identity',
            'user-agent': userAgent,
          },
          body,
          signal,
          // Reading the chain is idempotent with any method, so requests may be pipelined.
          idempotent: true,
          blocking: false,
        }),
        signal,
      );
      if (answer === aborted) return { ok: false, failure: classify(signal.reason) };
      clock.mark('firstByte');
      firstStatus ??= answer.statusCode;
      const fields: HeaderFields = answer.headers;
      const { bytes, isWhole } = await readBody(answer.body, limits.httpBodyBytes);
      meter.restart();
      if (isWhole) return await decode(answer.statusCode, fields, bytes);
      const kept = Buffer.from(bytes.subarray(0, beginningBytes));
      const tooLarge = failed('net/response-too-large', { limitBytes: limits.httpBodyBytes });
      return { ...tooLarge, beginning: { status: answer.statusCode, headers: fields, body: kept } };
    } catch (error) {
      return { ok: false, failure: classify(error) };
    }
  };

  return {
    ...peer,
    post: (body, headers = {}, path) =>
      send('POST', { 'content-type': 'application/json', ...headers }, body, path),
    get: (headers, path) => send('GET', headers, null, path),
    options: (headers, path) => send('OPTIONS', headers, null, path),
    firstStatus: () => firstStatus,
    close: () => {
      meter.stop();
      // Rejects pending requests, whose callers have given up.
      client.destroy().catch(() => undefined);
      socket.destroy();
    },
  };
}

/** What the client's parser finds wrong with an answer that begins as HTTP; nothing for any other error. */
function describeMalformed(error: unknown): { readonly malformed?: string } {
  if (!(error instanceof Error)) return {};
  // After a length, the client takes each error of the parser for a wrong one.
  if (errorCode(error) === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH')
    return { malformed: 'a header field or the length is invalid' };
  const [, reason = ''] =
    /^Response does not match the HTTP\/1\.1 protocol \((.+)\)$/.exec(error.message) ?? [];
  if (reason === '' || reason.startsWith('Expected HTTP/')) return {};
  return { malformed: reason.charAt(0).toLowerCase() + reason.slice(1) };
}

/** Decodes a content coding that was not requested; the limit applies to the decoded body. A body that cannot be decoded stays as it is. */
async function decode(status: number, headers: HeaderFields, bytes: Buffer): Promise<Result<HttpAnswer>> {
  const coding = headers['content-encoding'];
  const decoded =
    typeof coding === 'string' ? await decompress(coding.toLowerCase(), bytes, limits.httpBodyBytes) : null;
  if (decoded === 'too-large') return failed('net/response-too-large', { limitBytes: limits.httpBodyBytes });
  return success({ status, headers, body: decoded ?? bytes });
}
