import { failure, type Failure, type Phase } from '../../model/failure.js';
import { createAbortController } from '../abort.js';
import { formatAddress } from '../address.js';
import { decompress } from '../body.js';
import type { ProbeContext } from '../probe-context.js';
import { proxyFailed } from '../proxy.js';
import { limits } from '../limits.js';
import { readLoopClock } from '../loop-clock.js';
import { type ByteMeter, startMeter, sumBytes } from '../byte-meter.js';
import type { Message } from './message-reader.js';
import type { CallDefinition, ReadHeader } from './messages.js';
import { type ConnectionState, findRefusal, openSession, type Session, type Transport } from './session.js';
import type { GrpcStatus } from './server-status.js';
import {
  canHaveMessages,
  classifyEnd,
  readRetryAfter,
  type Request,
  sendRequest,
  type StreamEnd,
  tooLarge,
} from './stream.js';

export type CallResult<Answer> =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'status'; readonly status: GrpcStatus }
  /** `retryAfterMs` is set if the server says when to try again. */
  | { readonly kind: 'failure'; readonly failure: Failure; readonly retryAfterMs?: number };

/**
 * Calls over one connection at a time; concurrent calls are sent concurrently. Connects with the first call, and receives at most `limitBytes` in
 * total. If the server has closed the connection, the next call opens another. The caller must close it.
 */
export class GrpcConnection {
  readonly #state: ConnectionState = { peer: null, ready: false, failure: null, sockets: [], received: [] };
  readonly #context: ProbeContext;
  readonly #addresses: readonly string[];
  readonly #transport: Transport;
  readonly #ending = createAbortController();
  readonly #requests = new Set<Request>();
  readonly #meter: ByteMeter;
  #opening: Promise<Session | null> | null = null;
  #session: Session | null = null;
  /** Why everything ended, if the caller did not close it. */
  #cutOff: Failure | null = null;

  /** The addresses are resolved and judged. */
  constructor(
    context: ProbeContext,
    addresses: readonly string[],
    transport: Transport,
    limitBytes: number = limits.grpcConnectionBytes,
  ) {
    this.#context = context;
    this.#addresses = addresses;
    this.#transport = transport;
    // node:http2 has no limit for frames that carry no data of a call.
    const received = () => sumBytes(this.#state.received.map((count) => count()));
    this.#meter = startMeter(received, limitBytes, (why) => this.#end(why));
    if (context.signal.aborted) this.#onAbort();
    context.signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  get state(): Readonly<ConnectionState> {
    return this.#state;
  }

  async call<Answer>(definition: CallDefinition<Answer>): Promise<CallResult<Answer>> {
    const first = await this.#attempt(definition);
    if (this.#cutOff !== null) return { kind: 'failure', failure: this.#cutOff };
    const hasSecond = first.tooEarlyOn !== null && !this.#isEnding();
    const second = hasSecond ? await this.#attempt(definition, first.tooEarlyOn) : first;
    // If the second connection fails as a whole, or is cut off, a limit or reset on the first one is the better explanation.
    const relevant = 'ended' in second && !this.#isEnding() ? second : first;
    return 'ended' in relevant
      ? read(definition, relevant.ended)
      : { kind: 'failure', failure: relevant.failure };
  }

  /** Ends every call and the connection, whatever the server does. */
  close(): void {
    this.#meter.stop();
    this.#context.signal.removeEventListener('abort', this.#onAbort);
    this.#release();
  }

  readonly #onAbort = (): void => {
    const { target, proxy, budgetMs } = this.#context;
    const fallback = formatAddress(this.#addresses[0] ?? '', proxy?.port ?? target.port);
    const late = timeOut(this.#state, fallback, budgetMs);
    // The target cannot be at fault before the tunnel to it is open.
    this.#end(proxy === null || this.#state.peer !== null ? late : proxyFailed(proxy, late.code));
  };

  #isEnding(): boolean {
    return this.#ending.signal.aborted;
  }

  #end(why: Failure): void {
    this.#cutOff ??= why;
    this.#release();
  }

  #release(): void {
    this.#ending.abort();
    for (const request of this.#requests) request.cancel();
    // TLS before the connection below it. Otherwise Node 20 may free what it still reads from, and crash (https://github.com/nodejs/node/issues/49307).
    for (const socket of this.#state.sockets.toReversed()) socket.destroy();
  }

  /** The session of the connection; a new one if it has been closed or is the one that `failed`. */
  async #connect(failed: Session | null): Promise<Session | null> {
    if (this.#session !== null && (this.#session === failed || hasEnded(this.#session)))
      [this.#opening, this.#session] = [null, null];
    const context = { ...this.#context, signal: this.#ending.signal };
    this.#opening ??= openSession(context, this.#addresses, this.#transport, this.#state);
    this.#session = await this.#opening;
    // The connection may have been established just as everything ended.
    if (this.#isEnding()) this.#release();
    return this.#session;
  }

  /** Makes a call once: immediately, or, after a session on which it may have been too early, once the server's SETTINGS have arrived. */
  async #attempt(definition: CallDefinition<unknown>, tooEarlyOn: Session | null = null): Promise<Attempt> {
    const session = await this.#connect(tooEarlyOn);
    if (tooEarlyOn !== null) await session?.settled;
    if (session === null) return { failure: this.#state.failure ?? notHttp2, tooEarlyOn: null };
    const isEarly = session.settingsAtMs === null;
    const startedAtMs = readLoopClock();
    if (hasEnded(session)) {
      const dropped = isEarly ? notHttp2 : failure('grpc/connection-dropped', { code: '' });
      return { failure: findRefusal(this.#state) ?? dropped, tooEarlyOn: null };
    }
    const ended = await this.#request(session, definition);
    const refused = findRefusal(this.#state);
    if (refused !== null) return { failure: refused, tooEarlyOn: null };
    const isPrompt = readLoopClock() - (session.settingsAtMs ?? startedAtMs) < promptMs;
    const earlySession = isEarly && isPrompt && isPossiblyTooEarly(ended) ? session : null;
    if (session.settingsAtMs !== null) return { ended, tooEarlyOn: earlySession };
    // Whatever the server sent, it was not HTTP/2. If it hung up without sending anything, the stream may have come too early.
    return { failure: notHttp2, tooEarlyOn: ended.droppedBy === null ? null : earlySession };
  }

  async #request(session: Session, definition: CallDefinition<unknown>): Promise<StreamEnd> {
    const { target, clock, userAgent } = this.#context;
    const headers = {
      ...definition.metadata,
      ':method': 'POST',
      ':path': definition.path,
      ':authority': formatAddress(target.host, target.port),
      'user-agent': userAgent,
      'content-type': 'application/grpc',
      te: 'trailers',
      'grpc-accept-encoding': 'identity,deflate,gzip',
      'accept-encoding': 'identity',
    };
    const request = sendRequest(session.http2, headers, definition.request, {
      firstOnly: definition.streaming,
      onResponse: () => {
        clock.mark('firstByte');
        session.noteResponse();
      },
    });
    this.#requests.add(request);
    const silence = setTimeout(session.endIfUnresponsive, silenceMs);
    const ended = await request.ended;
    clearTimeout(silence);
    this.#requests.delete(request);
    return ended;
  }
}

function hasEnded({ http2 }: Session): boolean {
  return http2.closed || http2.destroyed;
}

/** The outcome of one attempt at a call. `tooEarlyOn` is its session if it may have failed because SETTINGS had not arrived. */
type Attempt = { readonly tooEarlyOn: Session | null } & (
  { readonly ended: StreamEnd } | { readonly failure: Failure }
);

const notHttp2 = failure('grpc/not-http2', { detail: '' });

/** Time without an answer after which the session is checked. */
const silenceMs = 1_000;

/** A stream that is too early is refused on arrival. A later end, after the SETTINGS, has another reason, such as a slow node. */
const promptMs = 1_000;

/**
 * The codes of RFC 9113 section 7 with which servers refuse such a stream: PROTOCOL_ERROR, FLOW_CONTROL_ERROR, REFUSED_STREAM and CANCEL. Not
 * INTERNAL_ERROR of a node that fails, nor ENHANCE_YOUR_CALM of one that limits.
 */
const refusalCodes: readonly number[] = [1, 3, 7, 8];

/**
 * Whether a stream that was opened before the server's SETTINGS may have failed for that reason: because there were more streams than it allows,
 * or because nginx refuses a body until then (https://github.com/nginx/nginx/blob/release-1.29.0/src/http/v2/ngx_http_v2.c, settings_ack).
 */
function isPossiblyTooEarly({ status, resetCode, droppedBy }: StreamEnd): boolean {
  return status === null && (droppedBy !== null || refusalCodes.includes(resetCode));
}

async function read<Answer>(
  definition: CallDefinition<Answer>,
  ended: StreamEnd,
): Promise<CallResult<Answer>> {
  const { headers, unknownFlag } = ended;
  const messages = canHaveMessages(ended) ? ended.messages : [];
  const [message] = messages;
  if (!definition.streaming && messages.length > 1) return malformed(definition, 'more than one message');
  if (unknownFlag !== null && canHaveMessages(ended) && !(definition.streaming && message !== undefined))
    return malformed(definition, `a message with the unknown flag ${unknownFlag}`);
  if (!definition.streaming || message === undefined) {
    const named = classifyEnd(definition.name, ended);
    if (named !== 'ok') {
      if (!('data' in named)) return { kind: 'status', status: named };
      const retryAfterMs = readRetryAfter(ended);
      return { kind: 'failure', failure: named, ...(retryAfterMs === null ? {} : { retryAfterMs }) };
    }
  }
  if (message === undefined) return malformed(definition, 'no message');
  if (!definition.streaming && ended.isCutOff)
    return malformed(definition, 'a second message that is cut off');
  const bytes = message.isCompressed
    ? await decompressMessage(message, headers['grpc-encoding'])
    : message.bytes;
  if (bytes === null) return malformed(definition, 'cannot be decompressed');
  if (bytes === 'too-large') return { kind: 'failure', failure: tooLarge };
  const readHeader: ReadHeader = (name) => {
    const value = headers[name];
    return typeof value === 'string' ? value : null;
  };
  try {
    return { kind: 'answer', answer: definition.decode(bytes, readHeader) };
  } catch (error) {
    return malformed(definition, error instanceof Error ? error.message : String(error));
  }
}

/** The codings that requests accept in `grpc-accept-encoding`. */
const codings: readonly unknown[] = ['gzip', 'deflate'];

function decompressMessage({ bytes }: Message, coding: unknown): Promise<Buffer | 'too-large' | null> {
  return codings.includes(coding)
    ? decompress(String(coding), bytes, limits.grpcMessageBytes)
    : Promise.resolve(null);
}

function malformed(definition: CallDefinition<unknown>, reason: string): CallResult<never> {
  return { kind: 'failure', failure: failure('grpc/malformed-response', { call: definition.name, reason }) };
}

function timeOut(state: ConnectionState, fallback: string, limitMs: number): Failure {
  const address = state.peer?.address ?? fallback;
  if (state.ready) return failure('net/response-timeout', { address, limitMs });
  const phase: Phase = state.peer === null ? 'connect' : 'tls';
  return failure('net/connect-timeout', { address, phase, limitMs });
}
