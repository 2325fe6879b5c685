import http2, { type IncomingHttpHeaders, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { SecureServerOptions } from 'node:http2';
import { getMethod, nodeService, reflectionService } from '../../src/sandbox/descriptors.js';
import type { KeyPair } from '../../src/sandbox/certificates.js';
import { listen, type SandboxServer } from '../../src/sandbox/server.js';

/** Answers one call, down to bytes and frames. */
export type Answer = (stream: ServerHttp2Stream) => void;

export type CallName = 'reflection' | 'v1' | 'v1alpha' | 'GetNodeInfo' | 'GetSyncing' | 'GetLatestBlock';

/** How a node departs from a healthy one. */
export interface RawNodeOptions {
  readonly tls?: KeyPair;
  readonly secure?: SecureServerOptions;
  /** Answers every call. */
  readonly all?: Answer;
  readonly answers?: Readonly<Partial<Record<CallName, Answer>>>;
  readonly onSession?: (session: ServerHttp2Session) => void;
}

/** Starts a gRPC server made of node:http2 alone, so that it can be wrong in every way. Without options it is healthy. */
export function startRawNode(options: RawNodeOptions = {}): Promise<SandboxServer> {
  const server =
    options.tls === undefined
      ? http2.createServer()
      : http2.createSecureServer({ ...options.tls, ...options.secure });
  server.on('session', (session: ServerHttp2Session) => {
    session.on('error', () => undefined);
    options.onSession?.(session);
  });
  server.on('stream', answerStreams(options));
  return listen(server);
}

/** The answers of such a node to the streams of a session. */
export function answerStreams({
  all,
  answers,
}: Pick<RawNodeOptions, 'all' | 'answers'>): (
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
) => void {
  return (stream, headers) => {
    stream.on('error', () => undefined);
    stream.resume();
    const name = nameCall(headers[':path'] ?? '');
    const reflection = name?.startsWith('v1') === true ? answers?.reflection : undefined;
    const answer = name === null ? answerStatus(12) : (answers?.[name] ?? reflection ?? inOrder[name]);
    (all ?? answer)(stream);
  };
}

/** The call of a path; null for that of a client of another kind, such as curl. */
function nameCall(path: string): Exclude<CallName, 'reflection'> | null {
  if (path.startsWith('/grpc.reflection.v1alpha.')) return 'v1alpha';
  if (path.startsWith('/grpc.reflection.v1.')) return 'v1';
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (name === 'GetNodeInfo' || name === 'GetSyncing' || name === 'GetLatestBlock') return name;
  return null;
}

/** Answers with a message, followed by the status OK. */
export function answerWith(message: Buffer): Answer {
  return answerBytes(frame(message));
}

/** Answers with bytes verbatim, and with more header fields, followed by the status OK. */
export function answerBytes(bytes: Buffer, fields: Readonly<Record<string, string>> = {}): Answer {
  return (stream) => {
    const headers = { ':status': 200, 'content-type': 'application/grpc', ...fields };
    stream.respond(headers, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
    stream.end(bytes);
  };
}

/** Answers with a status and no message. `details` is percent-encoded as gRPC requires. */
export function answerStatus(
  status: number,
  details = '',
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return (stream) => {
    stream.respond(
      {
        ':status': 200,
        'content-type': 'application/grpc',
        'grpc-status': String(status),
        ...(details === '' ? {} : { 'grpc-message': encodeURIComponent(details) }),
        ...headers,
      },
      { endStream: true },
    );
  };
}

/** Answers like a web server. */
export function answerHttp(
  status: number,
  body = '',
  headers: Readonly<Record<string, string>> = { 'content-type': 'text/html' },
): Answer {
  return (stream) => {
    stream.respond({ ':status': status, ...headers });
    stream.end(body);
  };
}

/** A message after gRPC's five bytes (PROTOCOL-HTTP2, Length-Prefixed-Message). */
export function frame(message: Buffer, compressed = false): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(compressed ? 1 : 0, 0);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

/** The bytes of an answer to a method of the node's service. */
export function encode(method: 'GetNodeInfo' | 'GetSyncing' | 'GetLatestBlock', message: object): Buffer {
  return getMethod(nodeService, method).responseSerialize(message);
}

/** The bytes of an answer of server reflection. */
export function encodeReflection(message: object): Buffer {
  return getMethod(reflectionService, 'ServerReflectionInfo').responseSerialize(message);
}

/** A list of services, as reflection gives it. */
export function encodeServices(names: readonly string[]): Buffer {
  return encodeReflection({ list_services_response: { service: names.map((name) => ({ name })) } });
}

const nodeServiceName = 'cosmos.base.tendermint.v1beta1.Service';

const inOrder: Readonly<Record<Exclude<CallName, 'reflection'>, Answer>> = {
  v1: answerStatus(12, 'unknown service grpc.reflection.v1.ServerReflection'),
  v1alpha: answerWith(encodeServices([nodeServiceName, 'grpc.reflection.v1alpha.ServerReflection'])),
  GetNodeInfo: answerWith(
    encode('GetNodeInfo', {
      default_node_info: { network: 'sandbox-1', moniker: 'raw' },
      application_version: {},
    }),
  ),
  GetSyncing: answerWith(encode('GetSyncing', { syncing: false })),
  GetLatestBlock: (stream) => {
    const time = { seconds: Math.trunc(Date.now() / 1_000), nanos: 0 };
    answerWith(encode('GetLatestBlock', { sdk_block: { header: { height: 7, time } } }))(stream);
  },
};
