import http from 'node:http';
import https from 'node:https';
import { buffer } from 'node:stream/consumers';
import type { KeyPair } from './certificates.js';
import { getMethod, nodeService } from './descriptors.js';
import { listen, type SandboxServer } from './server.js';

/** A method of the node's service that the check calls. */
export type GrpcWebCall = 'GetNodeInfo' | 'GetSyncing' | 'GetLatestBlock';

/** A request: its path, and the method that it calls, null for any other. */
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
  /** Where the services are below. */
  readonly path?: string;
  readonly network?: string;
  readonly syncing?: boolean;
  readonly height?: number;
  readonly blockTime?: Date;
  /** Whether pages of all origins may use it; by default none, as a Cosmos SDK node is installed. */
  readonly cors?: boolean;
  /** Replaces the answers for which it returns one. */
  readonly answer?: (request: GrpcWebRequest) => GrpcWebAnswer | undefined;
}

/** Starts a server that answers the calls of the check as a Cosmos SDK node does at the port of its REST API. */
export function startGrpcWebNode(options: GrpcWebNodeOptions = {}): Promise<SandboxServer> {
  const { tls } = options;
  const handle = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    await buffer(request);
    const { status = 200, headers = {}, body = '' } = answerRequest(request, options);
    response.writeHead(status, { ...headers, ...(options.cors === true ? allowOrigins : {}) }).end(body);
  };
  const onRequest: http.RequestListener = (request, response) => {
    // A client may go away in the middle of its request.
    handle(request, response).catch(() => response.destroy());
  };
  return listen(tls === undefined ? http.createServer(onRequest) : https.createServer({ ...tls }, onRequest));
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
  // As gRPC-Gateway answers, which serves all other requests.
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

/** A frame of gRPC-web: its flags, its length and its content. */
export function formatFrame(flags: number, content: string | Buffer): Buffer {
  const bytes = Buffer.from(content);
  const head = Buffer.alloc(5);
  head.writeUInt8(flags);
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

/** The trailers of a call that succeeded. */
export const trailersOk = formatFrame(0x80, 'grpc-status: 0\r\n');

/** An answer with a message and a status of 0. */
export function answerMessage(message: Buffer): GrpcWebAnswer {
  return { headers: binary, body: Buffer.concat([formatFrame(0, message), trailersOk]) };
}

/** An answer with frames as they are. */
export function answerFrames(...frames: readonly Buffer[]): GrpcWebAnswer {
  return { headers: binary, body: Buffer.concat(frames) };
}

/** An answer with a status in its header fields, as `@improbable-eng/grpc-web` in a node sends an error. */
export function answerStatus(status: number | string, message = ''): GrpcWebAnswer {
  return {
    headers: {
      ...binary,
      'grpc-status': String(status),
      ...(message === '' ? {} : { 'grpc-message': encodeURI(message) }),
    },
  };
}
