import { truncate } from '../../model/text.js';
import { limits } from '../limits.js';
import { heightField } from '../words.js';
import {
  GetBlockByHeightRequest,
  GetBlockByHeightResponse,
  GetLatestBlockResponse,
  GetNodeInfoResponse,
  GetSyncingResponse,
} from './cosmos-tendermint.generated.js';
import { ServerReflectionRequest, ServerReflectionResponse } from './grpc-reflection.generated.js';

/** The answer of GetNodeInfo. Every string may be empty, and is untrusted. */
export interface NodeInfo {
  /** Chain id. */
  readonly network: string;
  readonly moniker: string;
  readonly sdkVersion: string;
  readonly appVersion: string;
  /** `on` or `off`: whether it has an index of transactions. */
  readonly txIndex: string;
}

export interface BlockSummary {
  readonly height: number;
  /** Milliseconds since the epoch. */
  readonly timeMs: number;
  /** Chain id in the block; empty if there is none. */
  readonly chainId: string;
}

/** An answer to `list_services`: names, or the error that reflection sends instead. */
export type ServiceList =
  | { readonly names: readonly string[]; readonly errorCode: null }
  | { readonly names: null; readonly errorCode: number; readonly message: string };

/** Reads a header field of a response, the first of its name; null if there is none. */
export type ReadHeader = (name: string) => string | null;

/** A call with one request and one response message, and their encoding. */
export interface CallDefinition<Answer> {
  /** The method's name, for messages. */
  readonly name: string;
  readonly path: string;
  readonly request: Buffer;
  /** Sent with the request: names in lower case, values in ASCII. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Throws if the bytes are not the expected message, or exceed its bounds. */
  readonly decode: (bytes: Buffer, readHeader?: ReadHeader) => Answer;
  /** True if only the first answer is read and the stream may stay open after it. */
  readonly streaming: boolean;
}

/**
 * Maximum size of a list of services, in bytes; those of nodes are far smaller. Decoding takes time in proportion to the number of services, and
 * a service can take only two bytes.
 */
const maxServiceBytes = 256 << 10;

/** Lists the services by server reflection. Both versions have the same messages. */
export function listServices(version: 'v1' | 'v1alpha'): CallDefinition<ServiceList> {
  return {
    name: `ServerReflectionInfo (${version})`,
    path: `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`,
    // Servers ignore the content of list_services; grpcurl sends the same.
    request: Buffer.from(ServerReflectionRequest.encode({ host: '', listServices: '*' }).finish()),
    decode: readServiceList,
    streaming: true,
  };
}

/** A request without fields. */
export const noFields = new Uint8Array();

const nodeService = '/cosmos.base.tendermint.v1beta1.Service';

/** `cosmos.base.tendermint.v1beta1.Service/GetNodeInfo`. */
export const getNodeInfo = defineCall(`${nodeService}/GetNodeInfo`, noFields, (bytes): NodeInfo => {
  const { defaultNodeInfo: node, applicationVersion: application } = GetNodeInfoResponse.decode(bytes);
  if (node === undefined) throw new Error('default_node_info is missing');
  return {
    network: truncate(node.network),
    moniker: truncate(node.moniker),
    sdkVersion: truncate(application?.cosmosSdkVersion ?? ''),
    appVersion: truncate(application?.version ?? ''),
    txIndex: truncate(node.other?.txIndex ?? ''),
  };
});

/** `cosmos.base.tendermint.v1beta1.Service/GetSyncing`. */
export const getSyncing = defineCall(
  `${nodeService}/GetSyncing`,
  noFields,
  (bytes) => GetSyncingResponse.decode(bytes).syncing,
);

/** `cosmos.base.tendermint.v1beta1.Service/GetLatestBlock`: the node's latest block. */
export const getLatestBlock = defineCall(`${nodeService}/GetLatestBlock`, noFields, (bytes): BlockSummary =>
  summarizeBlock(GetLatestBlockResponse.decode(bytes)),
);

/** `cosmos.base.tendermint.v1beta1.Service/GetBlockByHeight`. */
export function getBlockByHeight(height: number): CallDefinition<BlockSummary> {
  return defineBlockCall(height, summarizeBlock);
}

/** The same call, to learn whether a block is the first of its chain: there is none before it. */
export function findFirstBlock(height: number): CallDefinition<{ readonly isFirst: boolean }> {
  return defineBlockCall(height, ({ block, sdkBlock }) => {
    const { header } = sdkBlock ?? block ?? {};
    if (header === undefined) throw new Error('the block has no header');
    if (header.height !== height) throw new Error('the block is another one');
    return { isFirst: (header.lastBlockId?.hash.length ?? 0) === 0 };
  });
}

function defineBlockCall<Answer>(
  height: number,
  read: (response: GetBlockByHeightResponse) => Answer,
): CallDefinition<Answer> {
  const request = GetBlockByHeightRequest.encode({ height }).finish();
  return defineCall(`${nodeService}/GetBlockByHeight`, request, (bytes) =>
    read(GetBlockByHeightResponse.decode(bytes)),
  );
}

function summarizeBlock({
  block,
  sdkBlock,
}: Pick<GetBlockByHeightResponse, 'block' | 'sdkBlock'>): BlockSummary {
  const { height = 0, time, chainId = '' } = (sdkBlock ?? block)?.header ?? {};
  if (time === undefined) throw new Error('the block has no header');
  return {
    height,
    timeMs: time.seconds * 1_000 + Math.trunc(time.nanos / 1_000_000),
    chainId: truncate(chainId),
  };
}

export function requireAtMost(bytes: Uint8Array, limit: number): void {
  if (bytes.length > limit) throw new Error(`more than ${limit} bytes`);
}

function readServiceList(bytes: Buffer): ServiceList {
  requireAtMost(bytes, maxServiceBytes);
  const { listServicesResponse: list, errorResponse: error } = ServerReflectionResponse.decode(bytes);
  if (error !== undefined) {
    return { names: null, errorCode: error.errorCode, message: truncate(error.errorMessage) };
  }
  if (list === undefined) throw new Error('neither a list nor an error');
  if (list.service.length > limits.services) throw new Error(`more than ${limits.services} services`);
  const names = list.service.map(({ name }) => name);
  if (names.some((name) => name.length > limits.serviceNameLength)) {
    throw new Error(`a service name of more than ${limits.serviceNameLength} characters`);
  }
  return { names, errorCode: null };
}

/** A call of the method at a path; without a height at the latest one. */
export function defineCall<Answer>(
  path: string,
  request: Uint8Array,
  decode: CallDefinition<Answer>['decode'],
  height: number | null = null,
): CallDefinition<Answer> {
  const metadata = height === null ? {} : { [heightField]: String(height) };
  const name = path.slice(path.lastIndexOf('/') + 1);
  return { name, path, request: Buffer.from(request), metadata, decode, streaming: false };
}
