import protobuf from 'protobufjs/minimal.js';
import { truncate } from '../../model/truncate.js';
import { limits } from '../limits.js';

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

/**
 * How fields of `schemas/cosmos-tendermint.proto` and `grpc-reflection.proto` begin: the number of the field and the type on the wire.
 * Read by hand: to make readers of a description of the messages takes as long as the TLS handshake.
 */
const tags = {
  nodeInfo: 0x0a,
  network: 0x22,
  moniker: 0x3a,
  application: 0x12,
  appVersion: 0x1a,
  sdkVersion: 0x42,
  syncing: 0x08,
  block: 0x12,
  sdkBlock: 0x1a,
  header: 0x0a,
  height: 0x18,
  time: 0x22,
  seconds: 0x08,
  nanos: 0x10,
  listServices: 0x3a,
  list: 0x32,
  service: 0x0a,
  name: 0x0a,
  error: 0x3a,
  errorCode: 0x08,
  errorMessage: 0x12,
};

/** Lists the services by server reflection; both versions have the same messages. */
export function listServices(version: 'v1' | 'v1alpha'): CallDefinition<ServiceList> {
  return {
    name: `ServerReflectionInfo (${version})`,
    path: `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`,
    // What to list is a text that means nothing, and may be empty.
    request: Buffer.from([tags.listServices, 0]),
    decode: readServiceList,
    streaming: true,
  };
}

/** `cosmos.base.tendermint.v1beta1.Service/GetNodeInfo`. */
export const getNodeInfo = defineCall('GetNodeInfo', (bytes): NodeInfo => {
  const node = findLast(bytes, tags.nodeInfo);
  if (node === null) throw new Error('default_node_info is missing');
  const info = { network: '', moniker: '', sdkVersion: '', appVersion: '' };
  readMembers(node, {
    [tags.network]: (field) => (info.network = truncate(field.string())),
    [tags.moniker]: (field) => (info.moniker = truncate(field.string())),
  });
  readMembers(findLast(bytes, tags.application) ?? nothing, {
    [tags.appVersion]: (field) => (info.appVersion = truncate(field.string())),
    [tags.sdkVersion]: (field) => (info.sdkVersion = truncate(field.string())),
  });
  return info;
});

/** `cosmos.base.tendermint.v1beta1.Service/GetSyncing`. */
export const getSyncing = defineCall('GetSyncing', (bytes): boolean => {
  let syncing = false;
  readMembers(bytes, { [tags.syncing]: (answer) => (syncing = answer.bool()) });
  return syncing;
});

/** `cosmos.base.tendermint.v1beta1.Service/GetLatestBlock`. */
export const getLatestBlock = defineCall('GetLatestBlock', (bytes): LatestBlock => {
  const block = findLast(bytes, tags.sdkBlock) ?? findLast(bytes, tags.block) ?? nothing;
  const header = findLast(block, tags.header) ?? nothing;
  const time = findLast(header, tags.time);
  if (time === null) throw new Error('the block has no header');
  let height = 0;
  readMembers(header, { [tags.height]: (field) => (height = Number(field.int64())) });
  return { height, timeMs: readTime(time) };
});

const nothing = new Uint8Array();

/** The last of a field that is a message, null where there is none: of a message that has half a million of them, one is read. */
function findLast(bytes: Uint8Array, tag: number): Uint8Array | null {
  const found: [Uint8Array | null] = [null];
  readMembers(bytes, { [tag]: (field) => (found[0] = field.bytes()) });
  return found[0];
}

/** A google.protobuf.Timestamp in milliseconds. */
function readTime(bytes: Uint8Array): number {
  let [seconds, nanos] = [0, 0];
  readMembers(bytes, {
    [tags.seconds]: (time) => (seconds = Number(time.int64())),
    [tags.nanos]: (time) => (nanos = time.int32()),
  });
  return seconds * 1_000 + Math.trunc(nanos / 1_000_000);
}

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
        [tags.errorCode]: (field) => (error.errorCode = field.int32()),
        [tags.errorMessage]: (field) => (error.message = truncate(field.string())),
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

/** Gives each field that is known to its reader, and steps over all others. Throws where one ends behind its message. */
export function readMembers(bytes: Uint8Array, readers: MemberReaders): void {
  const reader = protobuf.Reader.create(bytes);
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    const read = readers[tag] ?? ((unknown) => unknown.skipType(tag & 7));
    read(reader);
  }
}

function defineCall<Answer>(name: string, decode: (bytes: Uint8Array) => Answer): CallDefinition<Answer> {
  const path = `/cosmos.base.tendermint.v1beta1.Service/${name}`;
  return { name, path, request: Buffer.alloc(0), decode, streaming: false };
}
