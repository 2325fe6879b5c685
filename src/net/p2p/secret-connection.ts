import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { permute } from '../../model/keccak.js';

/** The curves of the handshake: of the keys for one connection, and of those of nodes. */
type Curve = 'X25519' | 'Ed25519';

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

/** A key of X25519 that serves for one connection: the bytes of its public half, and its private half. */
interface EphemeralKey {
  readonly publicKey: Buffer;
  readonly privateKey: KeyObject;
}

/** What both sides of a connection draw from their ephemeral keys. */
interface Secrets {
  readonly sendKey: Buffer;
  readonly receiveKey: Buffer;
  /** The challenge, which each side signs to prove its id. */
  readonly challenge: Buffer;
}

export function createEphemeralKey(): EphemeralKey {
  const { publicKey, privateKey } = createKeyPair('X25519');
  return { publicKey: exportRawKey(publicKey), privateKey };
}

/**
 * The secrets of a connection between our key and that of the other side; null if the latter is of low order, so that anyone knows the secret (RFC
 * 7748 section 6.1). Source: `MakeSecretConnection`, https://github.com/cometbft/cometbft/blob/v1.0.1/p2p/internal/conn/secret_connection.go.
 */
export function deriveSecrets({ publicKey, privateKey }: EphemeralKey, remoteKey: Buffer): Secrets | null {
  const shared = agree(privateKey, remoteKey);
  if (shared === null) return null;
  const isLower = publicKey.compare(remoteKey) < 0;
  const [lower, upper] = isLower ? [publicKey, remoteKey] : [remoteKey, publicKey];
  const transcript = new Transcript('TENDERMINT_SECRET_CONNECTION_TRANSCRIPT_HASH');
  transcript.append('EPHEMERAL_LOWER_PUBLIC_KEY', lower);
  transcript.append('EPHEMERAL_UPPER_PUBLIC_KEY', upper);
  transcript.append('DH_SECRET', shared);
  const info = 'TENDERMINT_SECRET_CONNECTION_KEY_AND_CHALLENGE_GEN';
  // The last 32 bytes were the challenge before Merlin.
  const keys = Buffer.from(hkdfSync('sha256', shared, '', info, 96));
  const [first, second] = [keys.subarray(0, 32), keys.subarray(32, 64)];
  return {
    sendKey: isLower ? second : first,
    receiveKey: isLower ? first : second,
    challenge: transcript.challenge('SECRET_CONNECTION_MAC', 32),
  };
}

function agree(privateKey: KeyObject, remoteKey: Buffer): Buffer | null {
  try {
    const shared = diffieHellman({ privateKey, publicKey: importRawKey('X25519', remoteKey) });
    return shared.some((byte) => byte !== 0) ? shared : null;
  } catch {
    // OpenSSL itself refuses a secret of zeros.
    return null;
  }
}

/** Bytes of the state that messages go through, for a security of 128 bits (STROBE 1.0.2 section 5). */
const rate = 166;
/** Flags of STROBE's operations (section 6). */
const flags = { inward: 1, application: 2, cipher: 4, meta: 16 } as const;
const { inward, application, cipher, meta } = flags;

/**
 * A transcript of Merlin 1.0: what both sides of a handshake have seen, from which they draw the same challenge. Of STROBE it has the three operations
 * that Merlin uses. Sources: https://merlin.cool/transcript/index.html, https://strobe.sourceforge.io/specs/.
 */
export class Transcript {
  readonly #state = Buffer.alloc(200);
  #position = 0;
  #begunAt = 0;

  constructor(label: string) {
    Buffer.from([1, rate + 2, 1, 0, 1, 96]).copy(this.#state);
    this.#state.write('STROBEv1.0.2', 6);
    permute(this.#state);
    this.#operate(meta | application, Buffer.from('Merlin v1.0'));
    this.append('dom-sep', Buffer.from(label));
  }

  append(label: string, message: Uint8Array): void {
    this.#operate(meta | application, describe(label, message.length));
    this.#operate(application, message);
  }

  /** Draws bytes that depend on all that was added. */
  challenge(label: string, length: number): Buffer {
    this.#operate(meta | application, describe(label, length));
    this.#begin(inward | application | cipher);
    const bytes = Buffer.alloc(length);
    for (let index = 0; index < length; index++) {
      bytes[index] = this.#state[this.#position] ?? 0;
      this.#state[this.#position] = 0;
      this.#advance();
    }
    return bytes;
  }

  #operate(operation: number, data: Uint8Array): void {
    this.#begin(operation);
    this.#absorb(data);
  }

  #begin(operation: number): void {
    const begunBefore = this.#begunAt;
    this.#begunAt = this.#position + 1;
    this.#absorb([begunBefore, operation]);
    if ((operation & cipher) !== 0 && this.#position !== 0) this.#permute();
  }

  #absorb(data: Iterable<number>): void {
    for (const byte of data) {
      this.#state[this.#position] = (this.#state[this.#position] ?? 0) ^ byte;
      this.#advance();
    }
  }

  #advance(): void {
    this.#position += 1;
    if (this.#position === rate) this.#permute();
  }

  #permute(): void {
    const state = this.#state;
    state[this.#position] = (state[this.#position] ?? 0) ^ this.#begunAt;
    state[this.#position + 1] = (state[this.#position + 1] ?? 0) ^ 0x04;
    state[rate + 1] = (state[rate + 1] ?? 0) ^ 0x80;
    permute(state);
    this.#position = this.#begunAt = 0;
  }
}

/** A label and the length of what follows it. */
function describe(label: string, length: number): Buffer {
  const name = Buffer.from(label);
  const bytes = Buffer.alloc(name.length + 4);
  name.copy(bytes);
  bytes.writeUInt32LE(length, name.length);
  return bytes;
}

const sealCipher = 'chacha20-poly1305';
const tagLength = 16;
/** The most data that one frame has. */
const frameDataBytes = 1_024;
/** The bytes of a sealed frame: a length, the data, padded, and the tag. */
export const frameBytes = 4 + frameDataBytes + tagLength;

/** The nonces of one direction: 4 zero bytes, and a counter. */
function createNonces(): () => Buffer {
  let count = 0n;
  return () => {
    const nonce = Buffer.alloc(12);
    nonce.writeBigUInt64LE(count++, 4);
    return nonce;
  };
}

/** Seals data of one direction into frames, in order. */
export function createSealer(key: Buffer): (data: Uint8Array) => Buffer {
  const nextNonce = createNonces();
  return (data) => {
    const frames: Buffer[] = [];
    for (let at = 0; at < data.length; at += frameDataBytes) {
      const chunk = data.subarray(at, at + frameDataBytes);
      const frame = Buffer.alloc(4 + frameDataBytes);
      frame.writeUInt32LE(chunk.length);
      frame.set(chunk, 4);
      frames.push(sealFrame(key, nextNonce(), frame));
    }
    return Buffer.concat(frames);
  };
}

export function sealFrame(key: Buffer, nonce: Buffer, frame: Uint8Array): Buffer {
  const sealing = createCipheriv(sealCipher, key, nonce, { authTagLength: tagLength });
  return Buffer.concat([sealing.update(frame), sealing.final(), sealing.getAuthTag()]);
}

/** Opens the frames of one direction, in order: their data, or what is wrong with the frame. */
export function createOpener(key: Buffer): (frame: Buffer) => Buffer | 'forged' | 'overlong' {
  const nextNonce = createNonces();
  return (sealed) => {
    const opening = createDecipheriv(sealCipher, key, nextNonce(), { authTagLength: tagLength });
    opening.setAuthTag(sealed.subarray(-tagLength));
    const frame = opening.update(sealed.subarray(0, -tagLength));
    try {
      opening.final();
    } catch {
      return 'forged';
    }
    const length = frame.readUInt32LE();
    return length > frameDataBytes ? 'overlong' : frame.subarray(4, 4 + length);
  };
}
