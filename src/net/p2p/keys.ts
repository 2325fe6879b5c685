import { createPrivateKey, createPublicKey, type KeyObject, randomBytes } from 'node:crypto';

/** The curves of the handshake: of the keys for one connection, and of those of nodes. */
export type Curve = 'X25519' | 'Ed25519';

export interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

/** What stands before the 32 bytes of a private key in DER (RFC 8410 section 7). */
const derBefore: Readonly<Record<Curve, Buffer>> = {
  X25519: Buffer.from('302e020100300506032b656e04220420', 'hex'),
  Ed25519: Buffer.from('302e020100300506032b657004220420', 'hex'),
};

/**
 * Makes a new key. Not by generateKeyPair: in Node 20, what made such a key locks it once more when it is collected as garbage, so that a
 * collection while the key is exported holds the process for ever. Source: `~KeyPairGenConfig`, added by https://github.com/nodejs/node/pull/36825.
 */
export function createKeyPair(curve: Curve): KeyPair {
  const der = Buffer.concat([derBefore[curve], randomBytes(32)]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return { privateKey, publicKey: createPublicKey(privateKey) };
}

export function exportRawKey(key: KeyObject): Buffer {
  return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
}

export function importRawKey(curve: Curve, bytes: Buffer): KeyObject {
  return createPublicKey({
    key: { kty: 'OKP', crv: curve, x: bytes.toString('base64url') },
    format: 'jwk',
  });
}
