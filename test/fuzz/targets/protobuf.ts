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

/** The fields of a message with their wire types, in order; null if it is malformed, or has groups. */
function readFields(
  bytes: Buffer,
): readonly { field: number; wire: number; value: Buffer | bigint }[] | null {
  const fields = [];
  let at = 0;
  const readVarint = () => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined) return null;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    return null;
  };
  while (at < bytes.length) {
    const tag = readVarint();
    if (tag === null || tag > 0xffffffffn) return null;
    const [field, wire] = [Number(tag >> 3n), Number(tag & 7n)];
    const size = wire === 1 ? 8n : wire === 5 ? 4n : readVarint();
    if (size === null || wire === 3 || wire === 4 || wire > 5) return null;
    const length = wire === 0 ? 0 : Number(size);
    if (at + length > bytes.length) return null;
    fields.push({ field, wire, value: wire === 0 ? size : bytes.subarray(at, at + length) });
    at += length;
  }
  return fields;
}

/** The last message or text of a number; null if there is none, or the bytes are malformed. */
function readLast(bytes: Buffer | null, number: number): Buffer | null {
  const found = bytes === null ? null : readFields(bytes);
  const last = found?.findLast(({ field, wire }) => field === number && wire === 2);
  return Buffer.isBuffer(last?.value) ? last.value : null;
}

/** Decodes bytes with another, simpler decoder as well, and throws if both read something, but not the same. */
export function decodeIndependently(bytes: Buffer): void {
  const whole = readFields(bytes);
  // Decoders differ on malformed bytes.
  const isMessage = ({ field, wire }: { field: number; wire: number }) => field <= 6 && wire === 2;
  if (whole?.filter(isMessage).every(({ value }) => readFields(value as Buffer) !== null) !== true) return;
  const node = readLast(bytes, 1);
  const decoded = tryDecode(() => getNodeInfo.decode(bytes));
  if (decoded !== null) {
    const network = (readLast(node, 4) ?? Buffer.alloc(0)).toString();
    if (network.length <= 300) assert.equal(decoded.network, network, 'another chain id');
  }
  const list = tryDecode(() => listServices('v1').decode(bytes));
  const response = readLast(bytes, 6);
  if (list?.names == null || response === null) return;
  const services = readFields(response)?.filter(({ field, wire }) => field === 1 && wire === 2);
  if (services?.every(({ value }) => readFields(value as Buffer) !== null) !== true) return;
  assert.deepEqual(
    list.names,
    services.map(({ value }) => (readLast(value as Buffer, 1) ?? '').toString()),
  );
}

function tryDecode<Answer>(read: () => Answer): Answer | null {
  try {
    return read();
  } catch {
    return null;
  }
}
