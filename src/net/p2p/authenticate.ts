import { createHash, sign, verify } from 'node:crypto';
import { writeDelimited, writeField } from './protobuf.js';
import { exportRawKey, importRawKey, type KeyPair } from './keys.js';

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
