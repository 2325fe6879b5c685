import { diffieHellman, hkdfSync, type KeyObject } from 'node:crypto';
import { createKeyPair, exportRawKey, importRawKey } from './keys.js';
import { Transcript } from './transcript.js';

/** A key of X25519 that serves for one connection: the bytes of its public half, and its private half. */
export interface EphemeralKey {
  readonly publicKey: Buffer;
  readonly privateKey: KeyObject;
}

/** What both sides of a connection draw from their ephemeral keys. */
export interface Secrets {
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
