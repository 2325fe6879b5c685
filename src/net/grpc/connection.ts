import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { failure, type Failure, type Phase } from '../../model/failure.js';
import { abortReason, createAbortController } from '../abort.js';
import { formatAddress } from '../address.js';
import { errorCode } from '../failure.js';
import type { ProbeContext } from '../probe-context.js';
import { toProxyFailure } from '../proxy.js';
import { limits } from '../limits.js';
import { readLoopClock } from '../loop-clock.js';
import { startMeter, sumBytes } from '../byte-meter.js';
import type { Message } from './message-reader.js';
import type { CallDefinition, ReadHeader } from './messages.js';
import {
  type ConnectionState,
  createConnectionState,
  findRefusal,
  openSession,
  type Session,
  type Transport,
} from './session.js';
import type { GrpcStatus } from './server-status.js';
import { classifyEnd, mayHaveMessages, readRetryAfter, tooLarge } from './status.js';
import { type Request, sendRequest, type StreamEnd } from './stream.js';

/** How a call ended. */
export type CallResult<Answer> =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'status'; readonly status: GrpcStatus }
  /** `retryAfterMs` is there where the server names a time after which to try again. */
  | { readonly kind: 'failure'; readonly failure: Failure; readonly retryAfterMs?: number };

/** Calls over one connection at a time; those made at once go out at once. */
export interface GrpcConnection {
  readonly state: Readonly<ConnectionState>;
  call: <Answer>(definition: CallDefinition<Answer>) => Promise<CallResult<Answer>>;
  /** Ends every call and the connection, whatever the server does. */
  close: () => void;
}

/**
 * Opens a connection to addresses that were resolved and judged before. Nothing is connected before the first call, and it may receive
 * `limitBytes` in all. A call after the server has closed the connection makes another. The connection is the caller's to close.
 */
export function openGrpc(
  context: ProbeContext,
  addresses: readonly string[],
  transport: Transport,
  limitBytes: number = limits.grpcConnectionBytes,
): GrpcConnection {
  const { target, proxy, signal, clock, userAgent } = context;
  const fallback = formatAddress(addresses[0] ?? '', proxy?.port ?? target.port);
  const state = createConnectionState();
  const ending = createAbortController();
  const isEnding = () => ending.signal.aborted;
  const requests = new Set<Request>();
  let opening: Promise<Session | null> | null = null;
  let session: Session | null = null;
  let cutOff: Failure | null = null;

  const end = (why: Failure) => {
    cutOff ??= why;
    release();
  };
  const release = () => {
    ending.abort(abortReason);
    for (const request of requests) request.cancel();
    for (const socket of state.sockets) socket.destroy();
  };
  // No limit of node:http2 covers endless frames that carry no data of a call.
  const received = () => sumBytes(state.received.map((count) => count()));
  const meter = startMeter(received, limitBytes, end);
  const onAbort = () => {
    const late = timeOut(state, fallback, context.budgetMs);
    // Until its tunnel is open, the target has not been spoken to.
    end(proxy === null || state.address !== null ? late : toProxyFailure(late, proxy));
  };
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });

  /** The session of the connection, a new one where that has been closed, or is the one that `failed`. */
  const connect = async (failed: Session | null): Promise<Session | null> => {
    if (session !== null && (session === failed || session.http2.closed || session.http2.destroyed))
      [opening, session] = [null, null];
    opening ??= openSession({ ...context, signal: ending.signal }, addresses, transport, state);
    session = await opening;
    // It may have been connected just as all was ended.
    if (ending.signal.aborted) release();
    return session;
  };

  /** Makes a call once: at once, or, after a session on which it may have been too early, once the server's SETTINGS are there. */
  const attempt = async (
    definition: CallDefinition<unknown>,
    tooEarlyOn: Session | null = null,
  ): Promise<Attempt> => {
    const used = await connect(tooEarlyOn);
    if (tooEarlyOn !== null) await used?.settled;
    if (used === null) return { failure: state.failure ?? notHttp2, tooEarlyOn: null };
    const isEarly = used.settingsAtMs === null;
    const startedAtMs = readLoopClock();
    const dropped = failure('grpc/connection-dropped', { code: '' });
    if (used.http2.closed || used.http2.destroyed)
      return { failure: findRefusal(state) ?? (isEarly ? notHttp2 : dropped), tooEarlyOn: null };
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
    const request = sendRequest(used.http2, headers, definition.request, {
      firstOnly: definition.streaming,
      onResponse: () => {
        clock.mark('firstByte');
        used.noteResponse();
      },
    });
    requests.add(request);
    const silence = setTimeout(used.endIfGivenUp, silenceMs);
    const ended = await request.ended;
    clearTimeout(silence);
    requests.delete(request);
    const refused = findRefusal(state);
    if (refused !== null) return { failure: refused, tooEarlyOn: null };
    const isPrompt = readLoopClock() - (used.settingsAtMs ?? startedAtMs) < promptMs;
    const again = isEarly && isPrompt && mayBeTooEarly(ended) ? used : null;
    if (used.settingsAtMs !== null) return { ended, tooEarlyOn: again };
    // Whatever it sent, it was no HTTP/2; where it sent nothing and hung up, a stream may have been what it did not expect yet.
    return { failure: notHttp2, tooEarlyOn: ended.droppedBy === null ? null : again };
  };

  const call = async <Answer>(definition: CallDefinition<Answer>): Promise<CallResult<Answer>> => {
    const first = await attempt(definition);
    if (cutOff !== null) return { kind: 'failure', failure: cutOff };
    const hasSecond = first.tooEarlyOn !== null && !isEnding();
    const second = hasSecond ? await attempt(definition, first.tooEarlyOn) : first;
    // A second connection that fails as a whole, or is cut off, tells less than what a limit or a reset of the first one does.
    const counts = 'ended' in second && !isEnding() ? second : first;
    return 'ended' in counts ? read(definition, counts.ended) : { kind: 'failure', failure: counts.failure };
  };

  return {
    state,
    call,
    close: () => {
      meter.stop();
      signal.removeEventListener('abort', onAbort);
      release();
    },
  };
}

/** How a call ended that was made once; `tooEarlyOn` is its session where the reason may be that its SETTINGS had not arrived. */
type Attempt = { readonly tooEarlyOn: Session | null } & (
  { readonly ended: StreamEnd } | { readonly failure: Failure }
);

const notHttp2 = failure('grpc/not-http2', { detail: '' });

/** How long a call may be without its end until it is found out whether the session still reads. */
const silenceMs = 1_000;

/** A stream that was too early is refused when it arrives. What ends later after the SETTINGS has waited for something else, such as a node. */
const promptMs = 1_000;

/**
 * The codes of RFC 9113 section 7 by which servers refuse such a stream: PROTOCOL_ERROR, FLOW_CONTROL_ERROR, REFUSED_STREAM and CANCEL. A node
 * that fails says INTERNAL_ERROR, and one that limits ENHANCE_YOUR_CALM: these are its answers.
 */
const refusalCodes: readonly number[] = [1, 3, 7, 8];

/**
 * Whether a stream that was opened before the server's SETTINGS may have failed for that: by more streams at once than it allows, or
 * as nginx refuses a body then (https://github.com/nginx/nginx/blob/release-1.29.0/src/http/v2/ngx_http_v2.c, settings_ack).
 */
function mayBeTooEarly({ status, resetCode, droppedBy }: StreamEnd): boolean {
  return status === null && (droppedBy !== null || refusalCodes.includes(resetCode));
}

/** What a call that ended means. */
async function read<Answer>(
  definition: CallDefinition<Answer>,
  ended: StreamEnd,
): Promise<CallResult<Answer>> {
  const { headers, unknownFlag } = ended;
  const messages = mayHaveMessages(ended) ? ended.messages : [];
  const [message] = messages;
  if (!definition.streaming && messages.length > 1) return malformed(definition, 'more than one message');
  if (unknownFlag !== null && mayHaveMessages(ended) && !(definition.streaming && message !== undefined))
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
  const bytes = await decompress(message, headers['grpc-encoding']);
  if (bytes === null) return malformed(definition, 'cannot be decompressed');
  if (bytes === 'too large') return { kind: 'failure', failure: tooLarge };
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

const decoders = new Map<unknown, (bytes: Buffer, options: zlib.ZlibOptions) => Promise<Buffer>>([
  ['gzip', promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gunzip)],
  ['deflate', promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.inflate)],
]);

/** The bytes of a message; null where they cannot be decompressed. */
async function decompress(
  { bytes, isCompressed }: Message,
  coding: unknown,
): Promise<Buffer | 'too large' | null> {
  if (!isCompressed) return bytes;
  try {
    return (await decoders.get(coding)?.(bytes, { maxOutputLength: limits.grpcMessageBytes })) ?? null;
  } catch (error) {
    return errorCode(error) === 'ERR_BUFFER_TOO_LARGE' ? 'too large' : null;
  }
}

function malformed(definition: CallDefinition<unknown>, reason: string): CallResult<never> {
  return { kind: 'failure', failure: failure('grpc/malformed-response', { call: definition.name, reason }) };
}

function timeOut(state: ConnectionState, fallback: string, limitMs: number): Failure {
  const address = state.address ?? fallback;
  if (state.ready) return failure('net/response-timeout', { address, limitMs });
  const phase: Phase = state.address === null ? 'connect' : 'tls';
  return failure('net/connect-timeout', { address, phase, limitMs });
}
