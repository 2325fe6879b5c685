import { createHash, sign, verify } from 'node:crypto';
import { truncate } from '../../model/text.js';
import { DefaultNodeInfo } from '../grpc/cosmos-tendermint.generated.js';
import { exportRawKey, importRawKey, type KeyPair } from './secret-connection.js';

/** A field of a protobuf message whose value is bytes, a string or another message. */
export function writeField(number: number, value: Uint8Array | string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([writeVarint(number * 8 + 2), writeVarint(bytes.length), bytes]);
}

/** A field of a protobuf message whose value is an integer that is not negative. */
function writeInteger(number: number, value: number): Buffer {
  return Buffer.concat([writeVarint(number * 8), writeVarint(value)]);
}

/** A message after its length, as both sides of a handshake send it. */
export function writeDelimited(message: Uint8Array): Buffer {
  return Buffer.concat([writeVarint(message.length), message]);
}

/** The length of a delimited message, and where it begins; null if more bytes are needed. Longer numbers than three bytes have no use here. */
export function readLength(bytes: Uint8Array): { readonly length: number; readonly start: number } | null {
  let length = 0;
  for (const [index, byte] of bytes.subarray(0, 3).entries()) {
    length += (byte & 0x7f) << (7 * index);
    if (byte < 0x80) return { length, start: index + 1 };
  }
  return bytes.length < 3 ? null : { length: Infinity, start: 3 };
}

function writeVarint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return Buffer.from([...bytes, rest]);
}

/** The bytes around the key and the signature of a `PacketAuthSig` whose key is of Ed25519, which nodes have. */
const beforeKey = Buffer.from('0a220a20', 'hex');
const beforeSignature = Buffer.from('1240', 'hex');
/** The bytes of that message without its length. */
export const authenticationBytes = beforeKey.length + 32 + beforeSignature.length + 64;

/** Proves with the key of a node that it saw the challenge: `PacketAuthSig`, after its length. */
export function writeAuthentication(nodeKey: KeyPair, challenge: Buffer): Buffer {
  const signature = sign(null, challenge, nodeKey.privateKey);
  const key = writeField(1, exportRawKey(nodeKey.publicKey));
  return writeDelimited(Buffer.concat([writeField(1, key), writeField(2, signature)]));
}

/** The id that a `PacketAuthSig` proves, or what is wrong with it. */
export function readAuthentication(
  message: Buffer,
  challenge: Buffer,
): { readonly peerId: string } | { readonly reason: string } {
  const keyAt = beforeKey.length;
  const middle = message.subarray(keyAt + 32, keyAt + 32 + beforeSignature.length);
  if (
    message.length !== authenticationBytes ||
    !message.subarray(0, keyAt).equals(beforeKey) ||
    !middle.equals(beforeSignature)
  )
    return { reason: 'its proof of identity is not a key and a signature of Ed25519' };
  const key = message.subarray(keyAt, keyAt + 32);
  const isProven = verify(null, challenge, importRawKey('Ed25519', key), message.subarray(-64));
  return isProven ? { peerId: hashKey(key) } : { reason: 'the signature of its key is wrong' };
}

/** The id of a node: the first 20 bytes of the SHA-256 of its key, in hexadecimal. */
export function hashKey(key: Buffer): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 40);
}

/** What a node says of itself. Each string may be empty, and is untrusted. */
export interface PeerInfo {
  /** The id of the node, as it says itself. */
  readonly peerId: string;
  /** Chain id. */
  readonly network: string;
  readonly version: string;
  readonly moniker: string;
}

/** The most bytes that nodes accept: `MaxNodeInfoSize`, https://github.com/cometbft/cometbft/blob/v1.0.1/p2p/node_info.go. */
export const nodeInfoBytes = 10_240;

/** Reads a `DefaultNodeInfo`; null if it is malformed. */
export function readNodeInfo(message: Uint8Array): PeerInfo | null {
  try {
    const { defaultNodeId, network, version, moniker } = DefaultNodeInfo.decode(message);
    return {
      peerId: truncate(defaultNodeId),
      network: truncate(network),
      version: truncate(version),
      moniker: truncate(moniker),
    };
  } catch {
    return null;
  }
}

/** What a node of a network says of itself: `DefaultNodeInfo`, after its length. */
export function writeNodeInfo({ peerId, network, version, moniker }: PeerInfo): Buffer {
  // p2p 8 and block 11 are what nodes of 0.34 to 0.38 have.
  const protocol = Buffer.concat([writeInteger(1, 8), writeInteger(2, 11)]);
  return writeDelimited(
    Buffer.concat([
      writeField(1, protocol),
      writeField(2, peerId),
      // An address that nobody can connect to, so that it gets into no address book.
      writeField(3, 'tcp://0.0.0.0:26656'),
      writeField(4, network),
      writeField(5, version),
      // Those of a node: without a common one the handshake would fail.
      writeField(6, Buffer.from([0x40, 0x20, 0x21, 0x22, 0x23, 0x30, 0x38, 0x60, 0x61, 0x00])),
      writeField(7, moniker),
      writeField(8, Buffer.concat([writeField(1, 'off'), writeField(2, '')])),
    ]),
  );
}
