import assert from 'node:assert/strict';
import protobuf from 'protobufjs';
import { getNodeInfo, listServices } from '../../../src/net/grpc/messages.js';

const root = new protobuf.Root();
root.resolvePath = (_, path) => path;
for (const file of ['cosmos-tendermint', 'grpc-reflection', 'cosmos-bank'])
  root.loadSync(`schemas/${file}.proto`, { keepCase: true });

/** Encodes a message with protobufjs, its fields named as in the schema. */
export function encodeMessage(type: string, fields: Readonly<Record<string, unknown>>): Buffer {
  const found = root.lookupType(type);
  return Buffer.from(found.encode(found.fromObject(fields)).finish());
}

/** The messages and texts of a number, in order; throws if the bytes are malformed. Decoders of protobufjs take any type of a field for the right one. */
function readParts(bytes: Uint8Array, number: number): readonly Uint8Array[] {
  const reader = protobuf.Reader.create(bytes);
  const found: Uint8Array[] = [];
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if (tag >>> 3 === 0) throw new Error('no field has the number 0');
    if (tag === ((number << 3) | 2)) found.push(reader.bytes());
    else reader.skipType(tag & 7);
  }
  return found;
}

/** The last text of a number; empty if there is none. */
function readText(bytes: Uint8Array, number: number): string {
  return Buffer.from(readParts(bytes, number).at(-1) ?? []).toString();
}

/** Decodes bytes with the reader of protobufjs as well, and throws if both read something, but not the same. */
export function decodeIndependently(bytes: Buffer): void {
  const parts = tryRead(() => {
    const found = [1, 2, 3, 4, 5, 6].map((number) => readParts(bytes, number));
    for (const part of found.flat()) readParts(part, 1);
    return found;
  });
  if (parts === null) return;
  const [node, services] = [parts[0]?.at(-1) ?? Buffer.alloc(0), parts[5]?.at(-1) ?? Buffer.alloc(0)];
  const network = tryRead(() => readText(node, 4));
  const decoded = tryRead(() => getNodeInfo.decode(bytes));
  if (decoded !== null && network !== null && network.length <= 300)
    assert.equal(decoded.network, network, 'another chain id');
  const names = tryRead(() => readParts(services, 1).map((part) => readText(part, 1)));
  const list = tryRead(() => listServices('v1').decode(bytes));
  if (list?.names != null && names !== null) assert.deepEqual(list.names, names);
}

/** Null for malformed bytes, on which decoders differ. */
function tryRead<Answer>(read: () => Answer): Answer | null {
  try {
    return read();
  } catch {
    return null;
  }
}
