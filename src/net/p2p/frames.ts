import { createCipheriv, createDecipheriv } from 'node:crypto';

const cipher = 'chacha20-poly1305';
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
  const sealing = createCipheriv(cipher, key, nonce, { authTagLength: tagLength });
  return Buffer.concat([sealing.update(frame), sealing.final(), sealing.getAuthTag()]);
}

/** Opens the frames of one direction, in order: their data, or what is wrong with the frame. */
export function createOpener(key: Buffer): (frame: Buffer) => Buffer | 'forged' | 'overlong' {
  const nextNonce = createNonces();
  return (sealed) => {
    const opening = createDecipheriv(cipher, key, nextNonce(), { authTagLength: tagLength });
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
