import type { ChannelOptions, StatusObject } from '@grpc/grpc-js';
import { failure, type Failure, type Phase } from '../../model/failure.js';
import { abortReason, createAbortController } from '../abort.js';
import { formatAddress } from '../address.js';
import type { ProbeContext } from '../probe-context.js';
import { classifyConnectError, judgeMissingRoute } from '../failure.js';
import { limits } from '../limits.js';
import { toProxyFailure } from '../proxy.js';
import {
  createConnectionState,
  ProbeCredentials,
  type ConnectionState,
  type Transport,
} from './credentials.js';
import { Channel, Metadata, Status } from './library.js';
import type { CallDefinition, ReadHeader } from './messages.js';
import { pinAddresses, pinnedScheme } from './pinned-resolver.js';
import type { GrpcStatus } from './server-status.js';
import { classifyStatus, findErrorCode, isNotConnected, readRetryAfter } from './status.js';

/** How a call ended. */
export type CallResult<Answer> =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'status'; readonly status: GrpcStatus }
  /** `retryAfterMs` is there where the server names a time after which to try again. */
  | { readonly kind: 'failure'; readonly failure: Failure; readonly retryAfterMs?: number };

/** One channel of one connection; calls made at once go out at once. */
export interface GrpcConnection {
  readonly state: Readonly<ConnectionState>;
  call: <Answer>(definition: CallDefinition<Answer>) => Promise<CallResult<Answer>>;
  /** Ends every call and the connection, whatever the server does. */
  close: () => void;
}

const fixedOptions: ChannelOptions = {
  // Its own connection: without this, channels to the same address share one.
  'grpc.use_local_subchannel_pool': 1,
  'grpc.enable_http_proxy': 0,
  'grpc.enable_retries': 0,
  'grpc.enable_channelz': 0,
  'grpc.max_receive_message_length': limits.grpcMessageBytes,
};

/**
 * Opens a channel to addresses that were resolved and judged before. Nothing is connected before the first call, and it may receive
 * `limitBytes` in all. The connection is the caller's to close.
 */
export function openGrpc(
  context: ProbeContext,
  addresses: readonly string[],
  transport: Transport,
  limitBytes: number = limits.grpcConnectionBytes,
): GrpcConnection {
  const { target, proxy, signal, clock } = context;
  const port = proxy?.port ?? target.port;
  const state = createConnectionState();
  const ending = createAbortController();
  const name = formatAddress(target.host, target.port);
  const credentials = new ProbeCredentials(transport, { ...context, signal: ending.signal, state });
  const channel = new Channel(`${pinnedScheme}:${name}`, credentials, {
    ...fixedOptions,
    ...pinAddresses(addresses, port, ending.signal),
    'grpc.default_authority': name,
    'grpc.primary_user_agent': context.userAgent,
  });
  const calls = new Set<() => void>();
  let cutOff: Failure | null = null;

  // Until TCP is connected, what fails is the proxy where there is one.
  const withProxy = (found: Failure) =>
    proxy !== null && state.address === null
      ? toProxyFailure(found, proxy)
      : judgeMissingRoute(found, addresses);
  const destroySockets = () => {
    for (const socket of state.sockets) socket.destroy();
    // Last: it destroys those that are still connecting, each with an error, whose stack takes longer than all else about it.
    ending.abort(abortReason);
  };
  const end = (why: Failure) => {
    cutOff ??= why;
    destroySockets();
    for (const cancel of calls) cancel();
  };
  const connectTimer = setTimeout(() => {
    if (state.address === null)
      end(withProxy(timeOut(state, firstAddress(addresses, port), limits.connectMs)));
  }, limits.connectMs);
  // No limit of grpc-js or node:http2 covers endless frames that carry no data of a call, so all received bytes are counted.
  const floodTimer = setInterval(() => {
    const received = Math.max(0, ...state.sockets.map((socket) => socket.bytesRead));
    if (received > limitBytes) end(failure('net/response-too-large', { limitBytes }));
  }, 20);
  const onAbort = () => end(timeOut(state, firstAddress(addresses, port), context.budgetMs));
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });

  const call = <Answer>(definition: CallDefinition<Answer>) =>
    new Promise<CallResult<Answer>>((resolve) => {
      if (cutOff !== null) return resolve({ kind: 'failure', failure: cutOff });
      // What the library's client puts around a call (interceptors, a stream, an error with its stack for each status but OK) is not needed
      // here and takes as long as the call itself, https://github.com/grpc/grpc-node/issues/1293.
      const started = channel.createCall(definition.path, Infinity, null, null, null);
      const cancel = () => started.cancelWithStatus(Status.CANCELLED, '');
      calls.add(cancel);
      let headers: Metadata | null = null;
      let message: Buffer | null = null;
      const settle = (result: CallResult<Answer>) => {
        // Not in the set once it is settled: the status of what is cancelled here follows.
        calls.delete(cancel);
        cancel();
        resolve(result);
      };
      started.start(createMetadata(definition.metadata), {
        onReceiveMetadata: (received) => {
          clock.mark('firstByte');
          headers = received;
        },
        onReceiveMessage: (bytes: Buffer) => {
          if (message !== null) return settle(malformed(definition, 'more than one message'));
          message = bytes;
          if (definition.streaming) return settle(read(definition, bytes, headers));
          started.startRead();
        },
        onReceiveStatus: (ended: Partial<StatusObject>) => {
          if (!calls.has(cancel)) return;
          if (cutOff !== null) return settle({ kind: 'failure', failure: cutOff });
          // grpc-js sends no details where a message is marked as compressed and cannot be decompressed.
          if (!isStatus(ended)) return settle(malformed(definition, 'cannot be decompressed'));
          if (ended.code === Status.OK) {
            return settle(
              message === null ? malformed(definition, 'no message') : read(definition, message, headers),
            );
          }
          if (isNotConnected(ended)) {
            const found = judgeNotConnected(state, ended, firstAddress(addresses, port));
            return settle({ kind: 'failure', failure: withProxy(found) });
          }
          const named = classifyStatus(definition.name, ended, headers);
          if (!('data' in named)) return settle({ kind: 'status', status: named });
          const retryAfterMs = readRetryAfter(ended, headers);
          settle({ kind: 'failure', failure: named, ...(retryAfterMs === null ? {} : { retryAfterMs }) });
        },
      });
      started.startRead();
      started.sendMessageWithContext({}, definition.request);
      started.halfClose();
    });

  return {
    state,
    call,
    close: () => {
      clearTimeout(connectTimer);
      clearInterval(floodTimer);
      signal.removeEventListener('abort', onAbort);
      destroySockets();
      for (const cancel of calls) cancel();
      channel.close();
    },
  };
}

function isStatus(ended: Partial<StatusObject>): ended is StatusObject {
  return ended.details !== undefined;
}

function createMetadata(fields: Readonly<Record<string, string>> = {}): Metadata {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(fields)) metadata.set(name, value);
  return metadata;
}

function read<Answer>(
  definition: CallDefinition<Answer>,
  bytes: Buffer,
  headers: Metadata | null,
): CallResult<Answer> {
  const readHeader: ReadHeader = (name) => headers?.get(name)[0]?.toString() ?? null;
  try {
    return { kind: 'answer', answer: definition.decode(bytes, readHeader) };
  } catch (error) {
    return malformed(definition, error instanceof Error ? error.message : String(error));
  }
}

function malformed(definition: CallDefinition<unknown>, reason: string): CallResult<never> {
  return { kind: 'failure', failure: failure('grpc/malformed-response', { call: definition.name, reason }) };
}

function firstAddress(addresses: readonly string[], port: number): string {
  return formatAddress(addresses[0] ?? '', port);
}

function timeOut(state: ConnectionState, fallback: string, limitMs: number): Failure {
  const address = state.address ?? fallback;
  if (state.ready) return failure('net/response-timeout', { address, limitMs });
  const phase: Phase = state.address === null ? 'connect' : 'tls';
  return failure('net/connect-timeout', { address, phase, limitMs });
}

/** The TLS handshake left its failure, TCP an error code; HTTP/2 leaves nothing. */
function judgeNotConnected(state: ConnectionState, ended: StatusObject, fallback: string): Failure {
  if (state.failure !== null) return state.failure;
  if (state.address === null) return classifyConnectError(findErrorCode(ended), fallback, limits.connectMs);
  return failure('grpc/not-http2', { detail: '' });
}
