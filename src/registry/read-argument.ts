import { closeSync, openSync, readSync } from 'node:fs';
import { sizeLimitBytes } from './size-limits.js';

const chunkBytes = 64 * 1024;

/**
 * Reads a file that an argument names, be it a pipe or a device, to its end; by default at most 16 MiB. Throws the system's error, or EFBIG for a
 * larger one: `/dev/zero` has no end.
 */
export function readArgument(path: string, limitBytes = sizeLimitBytes): Buffer {
  const file = openSync(path, 'r');
  try {
    const chunks: Buffer[] = [];
    for (let size = 0; size <= limitBytes;) {
      const chunk = Buffer.allocUnsafeSlow(chunkBytes);
      const read = readSync(file, chunk);
      if (read === 0) return Buffer.concat(chunks);
      chunks.push(chunk.subarray(0, read));
      size += read;
    }
    throw Object.assign(new Error(`larger than ${limitBytes} bytes`), { code: 'EFBIG' });
  } finally {
    closeSync(file);
  }
}
