import type http from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { KeyPair } from './certificates.js';
import { getMethod, nodeService } from './descriptors.js';
import { listenHttp, type SandboxServer } from './server.js';

/** A method of the node's service that a check calls. */
export type GrpcWebCall = 'GetNodeInfo' | 'GetSyncing' | 'GetLatestBlock';

/** A request, and the method that it calls; null for other requests. */
export interface GrpcWebRequest {
  readonly call: GrpcWebCall | null;
  readonly request: http.IncomingMessage;
}

/** An HTTP answer. */
export interface GrpcWebAnswer {
  readonly status?: number;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly body?: string | Buffer;
}

/** The behaviour of a node; by default a healthy one over plain http. */
export interface GrpcWebNodeOptions {
  readonly tls?: KeyPair;
  /** Path prefix of the services. */
  readonly path?: string;
  readonly network?: string;
  readonly syncing?: boolean;
  readonly height?: number;
  readonly blockTime?: Date;
  /** Whether pages of all origins may use it; by default false, like a Cosmos SDK node as installed. */
  readonly cors?: boolean;
  /** Replaces an answer if it returns one. */
  readonly answer?: (request: GrpcWebRequest) => GrpcWebAnswer | undefined;
}

/** Starts a server that answers the calls of a check like a Cosmos SDK node on the port of its REST API. */
export function startGrpcWebNode(options: GrpcWebNodeOptions = {}): Promise<SandboxServer> {
  return listenHttp(options.tls, async (request, response) => {
    await buffer(request);
    const { status = 200, headers = {}, body = '' } = answerRequest(request, options);
    response.writeHead(status, { ...headers, ...(options.cors === true ? allowOrigins : {}) }).end(body);
  });
}

const allowOrigins = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'content-type, x-grpc-web, x-user-agent',
};

const service = '/cosmos.base.tendermint.v1beta1.Service/';

function answerRequest(request: http.IncomingMessage, options: GrpcWebNodeOptions): GrpcWebAnswer {
  const { path = '', answer } = options;
  const [pathname = ''] = (request.url ?? '').split('?');
  const name = pathname.startsWith(path + service) ? pathname.slice((path + service).length) : '';
  const call = name === 'GetNodeInfo' || name === 'GetSyncing' || name === 'GetLatestBlock' ? name : null;
  const replaced = answer?.({ call, request });
  if (replaced !== undefined) return replaced;
  if (request.method === 'OPTIONS' && options.cors === true) return { status: 204 };
  const isWeb = request.headers['content-type']?.startsWith('application/grpc-web') === true;
  // Like gRPC-Gateway, which serves all other requests.
  if (!isWeb || request.method !== 'POST') return notImplemented;
  if (call === null) return answerStatus(12, `unknown service ${pathname.split('/')[1] ?? ''}`);
  return answerMessage(encodeAnswer(call, messages(options)[call]));
}

const notImplemented: GrpcWebAnswer = {
  status: 501,
  headers: { 'content-type': 'application/json' },
  body: '{"code":12, "message":"Not Implemented", "details":[]}',
};

function messages({
  network = 'sandbox-1',
  syncing = false,
  height = 1_234,
  blockTime = new Date(),
}: GrpcWebNodeOptions): Readonly<Record<GrpcWebCall, object>> {
  const time = { seconds: Math.trunc(blockTime.getTime() / 1_000), nanos: 0 };
  return {
    GetNodeInfo: {
      default_node_info: { network, version: '0.38.17', moniker: 'sandbox' },
      application_version: { version: '1.0.0', cosmos_sdk_version: 'v0.53.4' },
    },
    GetSyncing: { syncing },
    GetLatestBlock: { sdk_block: { header: { chain_id: network, height, time } } },
  };
}

/** The bytes of the message that a call returns. */
export function encodeAnswer(call: GrpcWebCall, message: object): Buffer {
  return getMethod(nodeService, call).responseSerialize(message);
}

const binary = { 'content-type': 'application/grpc-web+proto' };

/** A frame of gRPC-web: flags, length and content. */
export function formatFrame(flags: number, content: string | Buffer): Buffer {
  const bytes = Buffer.from(content);
  const head = Buffer.alloc(5);
  head.writeUInt8(flags);
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

/** The trailers of a successful call. */
export const trailersOk = formatFrame(0x80, 'grpc-status: 0\r\n');

/** An answer with a message and status 0. */
export function answerMessage(message: Buffer): GrpcWebAnswer {
  return { headers: binary, body: Buffer.concat([formatFrame(0, message), trailersOk]) };
}

/** An answer with the given frames. */
export function answerFrames(...frames: readonly Buffer[]): GrpcWebAnswer {
  return { headers: binary, body: Buffer.concat(frames) };
}

/** An answer with a status in its header fields, like an error of `@improbable-eng/grpc-web` in a node. */
export function answerStatus(status: number | string, message = ''): GrpcWebAnswer {
  return {
    headers: {
      ...binary,
      'grpc-status': String(status),
      ...(message === '' ? {} : { 'grpc-message': encodeURI(message) }),
    },
  };
}
