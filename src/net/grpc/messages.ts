import protobuf from 'protobufjs/light.js';
import { clip } from '../../model/clip.js';
import { limits } from '../limits.js';
import { findMethod } from './methods.js';

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
  const method = findMethod('grpc.reflection.v1.ServerReflection', 'ServerReflectionInfo');
  return {
    name: `ServerReflectionInfo (${version})`,
    path: `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`,
    request: method.serialize({ list_services: '' }),
    decode: readServiceList,
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

/** How members of `schemas/grpc-reflection.proto` begin: the number of the field and the type on the wire. */
const tags = { list: 0x32, service: 0x0a, name: 0x0a, error: 0x3a, errorCode: 0x08, errorMessage: 0x12 };

/**
 * Reads a list as it comes, so that one that names more services than any node has ends at once: decoding half a million of
 * them takes seconds.
 */
function readServiceList(bytes: Buffer): ServiceList {
  const lists: string[][] = [];
  const errors: { errorCode: number; message: string }[] = [];
  readMembers(bytes, {
    [tags.list]: (answer) => {
      const names = lists[0] ?? [];
      lists[0] = names;
      readMembers(answer.bytes(), {
        [tags.service]: (list) => names.push(readServiceName(list.bytes(), names.length)),
      });
    },
    [tags.error]: (answer) => {
      const error = { errorCode: 0, message: '' };
      errors[0] = error;
      readMembers(answer.bytes(), {
        [tags.errorCode]: (member) => (error.errorCode = member.int32()),
        [tags.errorMessage]: (member) => (error.message = clip(member.string())),
      });
    },
  });
  const [error] = errors;
  if (error !== undefined) return { names: null, ...error };
  const [names] = lists;
  if (names === undefined) throw new Error('neither a list nor an error');
  return { names, errorCode: null };
}

function readServiceName(bytes: Uint8Array, before: number): string {
  if (before === limits.services) throw new Error(`more than ${limits.services} services`);
  let name = '';
  readMembers(bytes, { [tags.name]: (service) => (name = service.string()) });
  if (name.length <= limits.serviceNameLength) return name;
  throw new Error(`a service name of more than ${limits.serviceNameLength} characters`);
}

type MemberReaders = Readonly<Record<number, (reader: protobuf.Reader) => unknown>>;

/** Gives each member that is known to its reader, and steps over all others. Throws where one ends behind its message. */
export function readMembers(bytes: Uint8Array, readers: MemberReaders): void {
  const reader = protobuf.Reader.create(bytes);
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    const read = readers[tag] ?? ((unknown) => unknown.skipType(tag & 7));
    read(reader);
  }
}

function defineCall<Message, Answer>(
  name: string,
  read: (message: Message) => Answer,
): CallDefinition<Answer> {
  const method = findMethod('cosmos.base.tendermint.v1beta1.Service', name);
  return {
    name,
    path: method.path,
    request: method.serialize({}),
    decode: (bytes) => read(method.deserialize(bytes) as Message),
    streaming: false,
  };
}
