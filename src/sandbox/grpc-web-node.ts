import { getMethod, nodeService } from './descriptors.js';
import type { SandboxServer } from './server.js';
import {
  type CosmosState,
  createNodeInfo,
  startWebNode,
  type WebAnswer,
  type WebNodeOptions,
  type WebRequest,
} from './web-node.js';

/** A method of the node's service that a check calls. */
export type GrpcWebCall = 'GetNodeInfo' | 'GetSyncing' | 'GetLatestBlock';

/** The behaviour of a node; by default a healthy one over plain http. */
export interface GrpcWebNodeOptions extends Omit<WebNodeOptions, 'answer'>, CosmosState {
  /** Replaces the answer to a call, or with null to another request, if it returns one. */
  readonly answer?: (call: GrpcWebCall | null) => WebAnswer | undefined;
}

/** Starts a server that answers the calls of a check like a Cosmos SDK node on the port of its REST API. */
export function startGrpcWebNode(options: GrpcWebNodeOptions = {}): Promise<SandboxServer> {
  // Other paths than those below the prefix are answered in the same way.
  const { path: prefix = '', answer, ...node } = options;
  const readCall = ({ path }: WebRequest): GrpcWebCall | null => {
    const name = path.startsWith(prefix + service) ? path.slice((prefix + service).length) : '';
    return name === 'GetNodeInfo' || name === 'GetSyncing' || name === 'GetLatestBlock' ? name : null;
  };
  return startWebNode({ ...node, answer: (request) => answer?.(readCall(request)) }, (request) => {
    const isWeb = request.headers['content-type']?.startsWith('application/grpc-web') === true;
    // Like gRPC-Gateway, which serves all other requests.
    if (!isWeb || request.method !== 'POST') return notImplemented;
    const call = readCall(request);
    return call === null
      ? answerStatus(12, `unknown service ${request.path.split('/')[1] ?? ''}`)
      : answerMessage(encodeAnswer(call, messages(options)[call]));
  });
}

const service = '/cosmos.base.tendermint.v1beta1.Service/';

const notImplemented: WebAnswer = {
  status: 501,
  headers: { 'content-type': 'application/json' },
  body: '{"code":12, "message":"Not Implemented", "details":[]}',
};

function messages(options: CosmosState): Readonly<Record<GrpcWebCall, object>> {
  const { network = 'sandbox-1', height = 1_234, blockTime = new Date(), catchingUp = false } = options;
  const time = { seconds: Math.trunc(blockTime.getTime() / 1_000), nanos: 0 };
  return {
    GetNodeInfo: createNodeInfo(options),
    GetSyncing: { syncing: catchingUp },
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
export function answerMessage(message: Buffer): WebAnswer {
  return { headers: binary, body: Buffer.concat([formatFrame(0, message), trailersOk]) };
}

export function answerFrames(...frames: readonly Buffer[]): WebAnswer {
  return { headers: binary, body: Buffer.concat(frames) };
}

/** An answer with a status in its header fields, like an error of `@improbable-eng/grpc-web` in a node. */
export function answerStatus(status: number | string, message = ''): WebAnswer {
  return {
    headers: {
      ...binary,
      'grpc-status': String(status),
      ...(message === '' ? {} : { 'grpc-message': encodeURI(message) }),
    },
  };
}
