// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- so that a program of this file alone, as when its types are bundled, finds them
/// <reference path="./undici.d.ts" />
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import request from 'undici/lib/api/api-request.js';
import Client from 'undici/lib/dispatcher/client.js';
import { failed, failure, success, type Failure, type Result } from '../model/failure.js';
import { aborted, raceAbort } from './abort.js';
import { formatAddress } from './address.js';
import { startMeter } from './byte-meter.js';
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

/** An answer, or why there is none. `beginning` is that of one whose body is larger than what is read. */
export type HttpResult =
  | { readonly ok: true; readonly value: HttpAnswer }
  | { readonly ok: false; readonly failure: Failure; readonly beginning?: HttpAnswer };

/** Bytes of such a body that are kept. */
const beginningBytes = 64 << 10;

/** Header fields to send, their names in lower case. */
export type HeaderList = Readonly<Record<string, string>>;

/** One HTTP/1.1 connection. Requests made together are pipelined; answers come in order (RFC 9112 section 9.3.2). */
export interface HttpConnection extends Peer {
  /** Posts a body, JSON unless the header fields say otherwise; `path` takes the place of the target's. */
  post: (body: string | Buffer, headers?: HeaderList, path?: string) => Promise<HttpResult>;
  /** Gets JSON unless the header fields say otherwise; `path` takes the place of the target's. */
  get: (headers: HeaderList, path?: string) => Promise<Result<HttpAnswer>>;
  /** Requests what may be sent, such as by pages of other origins; `path` takes the place of the target's. */
  options: (headers: HeaderList, path?: string) => Promise<Result<HttpAnswer>>;
  close: () => void;
}

const decoders: Readonly<Record<string, (body: Buffer, options: zlib.ZlibOptions) => Promise<Buffer>>> = {
  gzip: promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gunzip),
  // The same, RFC 9110 section 8.4.1.3.
  'x-gzip': promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gunzip),
  deflate: promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.inflate),
  br: promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.brotliDecompress),
};

/** Resolves, connects and, for https, does the TLS handshake. The connection is the caller's to close. */
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
  // Not all that arrives reaches a limit of the client: interim responses (https://github.com/nodejs/undici/issues/481), reason
  // phrases and chunk extensions (RFC 9112 sections 4 and 7.1.1) have none. Before the client's own listener, so that what is counted has not yet been parsed.
  const skip = skipContinue(socket);
  socket.on('readable', () => {
    if (meter.check()) skip();
  });
  let taken = false;
  const client = new Client(
    `${target.secure ? 'https' : 'http'}://${formatAddress(target.host, target.port)}`,
    {
      // The validated connection is the only one: undici must not open another.
      connect: (_options, done) => {
        const isFirst = !taken;
        taken = true;
        // Not synchronously: undici starts a waiting request only when this comes later than its own call.
        queueMicrotask(() => {
          if (isFirst) done(null, socket);
          else done(Object.assign(new Error(), { code: 'ECONNRESET' }), null);
        });
      },
      pipelining: 3,
      maxHeaderSize: limits.httpHeaderBytes,
      // Idle limits only; the signal bounds the whole, so that a slow drip ends too.
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
    // undici ends the connection itself on 101, which was not requested: with the code of a connection that ended, or, where an upgrade is
    // only half announced, with an assertion. On 100 before a later answer too: then the request that it is for goes out once more, alone.
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
    return broken ?? failure('http/not-http', { code });
  };

  const send = async (
    method: 'GET' | 'POST' | 'OPTIONS',
    headers: HeaderList,
    body: string | Buffer | null,
    path = target.path,
  ): Promise<HttpResult> => {
    try {
      // Raced, since undici heeds the signal only once a request is on a connection: https://github.com/nodejs/undici/issues/386.
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
          // Reading the chain is idempotent, whatever the method: both may be under way at once.
          idempotent: true,
          blocking: false,
        }),
        signal,
      );
      if (answer === aborted) return { ok: false, failure: classify(signal.reason) };
      clock.mark('firstByte');
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
    close: () => {
      meter.stop();
      // Destroying rejects requests that are still pending; their callers have given up.
      client.destroy().catch(() => undefined);
      socket.destroy();
    },
  };
}

/** Undoes a content coding that was not requested; the limit is that of the decoded body. */
async function decode(status: number, headers: HeaderFields, bytes: Buffer): Promise<Result<HttpAnswer>> {
  const coding = headers['content-encoding'];
  const decoder = typeof coding === 'string' ? decoders[coding.toLowerCase()] : undefined;
  if (decoder === undefined) return success({ status, headers, body: bytes });
  try {
    return success({
      status,
      headers,
      body: await decoder(bytes, { maxOutputLength: limits.httpBodyBytes }),
    });
  } catch (error) {
    return errorCode(error) === 'ERR_BUFFER_TOO_LARGE'
      ? failed('net/response-too-large', { limitBytes: limits.httpBodyBytes })
      : success({ status, headers, body: bytes });
  }
}
