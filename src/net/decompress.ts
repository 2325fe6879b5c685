import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { errorCode } from './failure.js';

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
