import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { errorCode } from './failure.js';

/** A body, or the beginning of one that exceeds the limit. */
interface ReadBody {
  readonly bytes: Buffer;
  readonly isWhole: boolean;
}

/** Reads a body up to `limitBytes`. Leaving the loop destroys the stream. */
export async function readBody(body: AsyncIterable<Uint8Array>, limitBytes: number): Promise<ReadBody> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > limitBytes) return { bytes: Buffer.concat(chunks), isWhole: false };
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks), isWhole: true };
}

type Decoder = (bytes: Buffer, options: zlib.ZlibOptions) => Promise<Buffer>;

const gunzip: Decoder = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gunzip);

const decoders = new Map<string, Decoder>([
  ['gzip', gunzip],
  // A synonym, RFC 9110 section 8.4.1.3.
  ['x-gzip', gunzip],
  ['deflate', promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.inflate)],
  ['br', promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.brotliDecompress)],
]);

/** Decompresses bytes to at most `limitBytes`; null if the coding is unknown or the bytes are invalid. */
export async function decompress(
  coding: string,
  bytes: Buffer,
  limitBytes: number,
): Promise<Buffer | 'too-large' | null> {
  try {
    return (await decoders.get(coding)?.(bytes, { maxOutputLength: limitBytes })) ?? null;
  } catch (error) {
    return errorCode(error) === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : null;
  }
}
