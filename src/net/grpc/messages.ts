import protobuf from 'protobufjs';
import { clip } from '../../model/clip.js';
import { limits } from '../limits.js';
import { getMethod, nodeService, reflectionService } from './descriptors.js';

/** What GetNodeInfo says; every text may be empty, and is the node's word. */
export interface NodeInfo {
  /** Chain id. */
  readonly network: string;
  readonly moniker: string;
  readonly sdkVersion: string;
  readonly appVersion: string;
}

/** The head of the chain that a node has. */
export interface LatestBlock {
  readonly height: number;
  /** Milliseconds since the epoch. */
  readonly timeMs: number;
}

/** An answer to `list_services`: names, or the error that reflection sends in place of them. */
export type ServiceList =
  | { readonly names: readonly string[]; readonly errorCode: null }
  | { readonly names: null; readonly errorCode: number; readonly message: string };

/** A call that takes one message and gives one, with its bytes made and read here. */
export interface CallDefinition<Answer> {
  /** For messages: the method's name. */
  readonly name: string;
  readonly path: string;
  readonly request: Buffer;
  /** Throws where the bytes are not the message that they should be. */
  readonly decode: (bytes: Buffer) => Answer;
  /** True where the first answer is all that is wanted and the stream may stay open behind it. */
  readonly streaming: boolean;
}

/** Lists the services by server reflection; both versions have the same messages. */
export function listServices(version: 'v1' | 'v1alpha'): CallDefinition<ServiceList> {
  const method = getMethod(reflectionService, 'ServerReflectionInfo');
  return {
    name: `ServerReflectionInfo (${version})`,
    path: `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`,
    request: method.requestSerialize({ list_services: '' }),
    decode: (bytes) => {
      requireFewServices(bytes);
      return readServiceList(method.responseDeserialize(bytes));
    },
    streaming: true,
  };
}

/** `cosmos.base.tendermint.v1beta1.Service/GetNodeInfo`. */
export const getNodeInfo = defineCall('GetNodeInfo', (answer: NodeInfoResponse): NodeInfo => {
  const { default_node_info: node, application_version: application } = answer;
  if (node === null) throw new Error('default_node_info is missing');
  return {
    network: clip(node.network),
    moniker: clip(node.moniker),
    sdkVersion: clip(application?.cosmos_sdk_version ?? ''),
    appVersion: clip(application?.version ?? ''),
  };
});

/** `cosmos.base.tendermint.v1beta1.Service/GetSyncing`. */
export const getSyncing = defineCall('GetSyncing', (answer: { syncing: boolean }) => answer.syncing);

/** `cosmos.base.tendermint.v1beta1.Service/GetLatestBlock`. */
export const getLatestBlock = defineCall('GetLatestBlock', (answer: LatestBlockResponse): LatestBlock => {
  const header = (answer.sdk_block ?? answer.block)?.header;
  if (header?.time == null) throw new Error('the block has no header');
  const { seconds, nanos } = header.time;
  return { height: header.height, timeMs: seconds * 1_000 + Math.trunc(nanos / 1_000_000) };
});

interface ReflectionResponse {
  readonly list_services_response?: { readonly service: readonly { readonly name: string }[] } | null;
  readonly error_response?: { readonly error_code: number; readonly error_message: string } | null;
}

interface NodeInfoResponse {
  readonly default_node_info: { readonly network: string; readonly moniker: string } | null;
  readonly application_version: { readonly version: string; readonly cosmos_sdk_version: string } | null;
}

interface Block {
  readonly header: {
    readonly height: number;
    readonly time: { readonly seconds: number; readonly nanos: number } | null;
  } | null;
}

interface LatestBlockResponse {
  readonly block: Block | null;
  readonly sdk_block: Block | null;
}

/** Numbers of the fields in `schemas/grpc-reflection.proto`. */
const listField = 6;
const serviceField = 1;

/** Throws where a list names more services than any node has: decoding half a million of them takes seconds. */
function requireFewServices(bytes: Buffer): void {
  const reader = protobuf.Reader.create(bytes);
  let count = 0;
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    // Only a list has a length in front; all else is stepped over, or into where it is the list.
    if (tag >>> 3 !== listField || (tag & 7) !== 2) {
      reader.skipType(tag & 7);
      continue;
    }
    const end = reader.uint32() + reader.pos;
    while (reader.pos < Math.min(end, reader.len)) {
      const inner = reader.uint32();
      if (inner >>> 3 === serviceField && ++count > limits.services) {
        throw new Error(`more than ${limits.services} services`);
      }
      reader.skipType(inner & 7);
    }
  }
}

function readServiceList(answer: ReflectionResponse): ServiceList {
  const { list_services_response: list, error_response: error } = answer;
  if (error != null) {
    return { names: null, errorCode: error.error_code, message: clip(error.error_message) };
  }
  if (list == null) throw new Error('neither a list nor an error');
  const names = list.service.map(({ name }) => name);
  if (names.some((name) => name.length > limits.serviceNameLength)) {
    throw new Error(`a service name of more than ${limits.serviceNameLength} characters`);
  }
  return { names, errorCode: null };
}

function defineCall<Message, Answer>(
  name: string,
  read: (message: Message) => Answer,
): CallDefinition<Answer> {
  const method = getMethod(nodeService, name);
  return {
    name,
    path: method.path,
    request: method.requestSerialize({}),
    decode: (bytes) => read(method.responseDeserialize(bytes) as Message),
    streaming: false,
  };
}
