// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- so that the bundler of types finds them too
/// <reference path="./undici.d.ts" />
import type { Socket } from 'node:net';
import request from 'undici/lib/api/api-request.js';
import Client from 'undici/lib/dispatcher/client.js';
import { failed, failure, type Failure, type Result, success } from '../model/failure.js';
import { aborted, raceAbort } from './abort.js';
import { formatAddress } from './address.js';
import { type ByteMeter, startMeter } from './byte-meter.js';
import { decompress, readBody } from './body.js';
import type { HeaderFields } from './header-fields.js';
import type { ProbeContext } from './probe-context.js';
import { classifyBrokenConnection, errorCode } from './failure.js';
import { limits } from './limits.js';
import { openSocket, type OpenSocket, type Peer } from './open-socket.js';
import { findLateRefusal } from './tls.js';

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

/** Resolves, connects and, for https, performs the TLS handshake. The caller must close the connection. */
export async function openHttp(context: ProbeContext): Promise<Result<HttpConnection>> {
  const opened = await openSocket(context);
  return opened.ok ? success(new HttpConnection(context, opened.value)) : opened;
}

/** An HTTP/1.1 connection. Concurrent requests are pipelined; answers come in order (RFC 9112 section 9.3.2). */
export class HttpConnection {
  readonly peer: Peer;
  /** The HTTP status of the first answer; null before it. */
  firstStatus: number | null = null;
  readonly #context: ProbeContext;
  readonly #socket: Socket;
  readonly #meter: ByteMeter;
  readonly #client: Client;
  /** Set once the server has sent more than any answer needs. */
  #flood: Failure | null = null;

  constructor(context: ProbeContext, { socket, received, peer }: OpenSocket) {
    this.peer = peer;
    this.#context = context;
    this.#socket = socket;
    this.#meter = startMeter(received, limits.httpAnswerBytes, (why) => {
      this.#flood = why;
      socket.destroy();
    });
    // The client has no limit for interim responses (https://github.com/nodejs/undici/issues/481), reason phrases and chunk extensions (RFC 9112
    // sections 4 and 7.1.1). This listener runs before the client's, so that bytes are counted before they are parsed.
    const skip = skipContinue(socket);
    socket.on('readable', () => {
      if (this.#meter.check()) skip();
    });
    this.#client = createClient(context, socket);
  }

  /** Sends a POST request, by default with JSON; `path` replaces the target's. */
  post(body: string | Buffer, headers: HeaderList = {}, path?: string): Promise<HttpResult> {
    return this.#send('POST', { 'content-type': 'application/json', ...headers }, body, path);
  }

  /** Sends a GET request, by default for JSON; `path` replaces the target's. */
  get(headers: HeaderList, path?: string): Promise<HttpResult> {
    return this.#send('GET', headers, null, path);
  }

  /** Sends an OPTIONS request, such as a CORS preflight; `path` replaces the target's. */
  options(headers: HeaderList, path?: string): Promise<HttpResult> {
    return this.#send('OPTIONS', headers, null, path);
  }

  close(): void {
    this.#meter.stop();
    // Rejects pending requests, whose callers have given up.
    this.#client.destroy().catch(() => undefined);
    this.#socket.destroy();
  }

  async #send(
    method: 'GET' | 'POST' | 'OPTIONS',
    headers: HeaderList,
    body: string | Buffer | null,
    path = this.#context.target.path,
  ): Promise<HttpResult> {
    const { signal, clock, userAgent } = this.#context;
    try {
      // undici only observes the signal once a request is on a connection: https://github.com/nodejs/undici/issues/386.
      const answer = await raceAbort(
        request.call(this.#client, {
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
      if (answer === aborted) return { ok: false, failure: this.#classify(signal.reason) };
      clock.mark('firstByte');
      this.firstStatus ??= answer.statusCode;
      const fields: HeaderFields = answer.headers;
      const { bytes, isWhole } = await readBody(answer.body, limits.httpBodyBytes);
      this.#meter.restart();
      if (isWhole) return await decode(answer.statusCode, fields, bytes);
      const beginning = Buffer.from(bytes.subarray(0, beginningBytes));
      const tooLarge = failed('net/response-too-large', { limitBytes: limits.httpBodyBytes });
      return { ...tooLarge, beginning: { status: answer.statusCode, headers: fields, body: beginning } };
    } catch (error) {
      return { ok: false, failure: this.#classify(error) };
    }
  }

  #classify(error: unknown): Failure {
    const { signal, budgetMs } = this.#context;
    const { address } = this.peer;
    if (this.#flood !== null) return this.#flood;
    if (signal.aborted) return failure('net/response-timeout', { address, limitMs: budgetMs });
    const refused = findLateRefusal(this.#socket);
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
  }
}

/** The start of a 100 response (RFC 9112 section 4), with a reason phrase or without. */
const beginnings = ['HTTP/1.1 100 ', 'HTTP/1.1 100\r'].map((text) => Buffer.from(text));
const headEnd = Buffer.from('\r\n\r\n');

/**
 * Skips the 100 responses before the first answer on a socket. Every client must accept them, requested or not (RFC 9110 section 15.2), but
 * undici ends the connection: https://github.com/nodejs/undici/issues/196. Call the returned function at each `readable`, before the reader of
 * the answers.
 */
function skipContinue(socket: Socket): () => void {
  let held = Buffer.alloc(0);
  let isDone = false;
  return () => {
    if (isDone) return;
    const bytes = socket.read() as Buffer | null;
    if (bytes === null) return;
    held = Buffer.concat([held, bytes]);
    for (;;) {
      const isContinue = beginnings.some(
        (text) => Buffer.compare(held.subarray(0, text.length), text.subarray(0, held.length)) === 0,
      );
      const end = isContinue ? held.indexOf(headEnd) : -1;
      if (end === -1) {
        isDone = !isContinue || held.length > limits.httpHeaderBytes;
        break;
      }
      held = held.subarray(end + headEnd.length);
    }
    if (isDone) socket.unshift(held);
  };
}

function createClient({ target }: ProbeContext, socket: Socket): Client {
  let isUsed = false;
  return new Client(`${target.secure ? 'https' : 'http'}://${formatAddress(target.host, target.port)}`, {
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
  });
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
