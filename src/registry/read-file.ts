import { isUtf8 } from 'node:buffer';
import { type BigIntStats, closeSync, constants, lstatSync, openSync, readSync, type Stats } from 'node:fs';
import type { ProblemOf } from '../model/rule.js';
import { type FileData, describeTooLarge, sizeLimitBytes } from './rules.js';

/** Windows has no such flag; there only lstat protects. */
const noFollow = (constants as { readonly O_NOFOLLOW?: number }).O_NOFOLLOW ?? 0;

/** A file's text, or why it could not be read. `before` is the text before the fault, which gives its position. */
export type FileReading =
  | { readonly text: string; readonly problem: null }
  | { readonly text: null; readonly problem: ProblemOf<FileData>; readonly before: string };

/**
 * Reads a regular UTF-8 file up to the size limit. Follows no symbolic link and opens nothing but regular files, so that a pipe in a
 * registry can't stall the check. Synchronous, since asynchronous calls take longer than reading a small file.
 */
export function readRegistryFile(path: string): FileReading {
  const bytes = readRegistryBytes(path);
  return Buffer.isBuffer(bytes) ? decode(bytes) : refuse(bytes);
}

/** Reads the bytes of a file as `readRegistryFile` does, or returns the problem. */
export function readRegistryBytes(path: string): Buffer | ProblemOf<FileData> {
  try {
    const stats = lstatSync(path);
    const problem = judgeStats(stats);
    if (problem !== null) return problem;
    const file = openSync(path, constants.O_RDONLY | noFollow);
    try {
      // A file that grew in between is truncated, and does not parse.
      const bytes = Buffer.allocUnsafe(stats.size + 1);
      return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, 0));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    return { code: 'file/unreadable', data: { reason: code } };
  }
}

export function decode(bytes: Buffer): FileReading {
  if (bytes.length > sizeLimitBytes) return refuse(describeTooLarge('bytes'));
  const encoding = findOtherEncoding(bytes);
  if (encoding !== null) return refuse({ code: 'file/not-utf8', data: { offset: 0, encoding } });
  if (isUtf8(bytes)) return { text: bytes.toString('utf8'), problem: null };
  const before = findDecodable(bytes);
  return refuse(
    { code: 'file/not-utf8', data: { offset: Buffer.byteLength(before), encoding: null } },
    before,
  );
}

/** The encodings that are recognised. Only `UTF-16` can be converted. */
type OtherEncoding = 'UTF-16' | 'invalid UTF-16' | 'UTF-32';

/**
 * Recognises UTF-16 by its byte order mark, or by the zero bytes of its first two characters, which are ASCII in JSON (RFC 4627 section 3);
 * UTF-32, whose mark begins or ends as that of UTF-16, by its mark. Otherwise null.
 */
function findOtherEncoding(bytes: Buffer): OtherEncoding | null {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes;
  const start = bytes.toString('hex', 0, 4);
  if (start === 'fffe0000' || start === '0000feff') return 'UTF-32';
  const hasMark = start.startsWith('fffe') || start.startsWith('feff');
  const isLittleEndian = first !== 0 && second === 0 && third !== 0 && fourth === 0;
  const isBigEndian = first === 0 && second !== 0 && third === 0 && fourth !== 0;
  const isEven = bytes.length >= 4 && bytes.length % 2 === 0;
  if (!hasMark && !(isEven && (isLittleEndian || isBigEndian))) return null;
  return decodeUtf16(bytes) === null ? 'invalid UTF-16' : 'UTF-16';
}

/**
 * Decodes UTF-16 in the byte order of its mark or its first two characters, without the mark; null if it is invalid, or has zeros, as UTF-32 has and no
 * file of a registry.
 */
export function decodeUtf16(bytes: Buffer): string | null {
  const [first = 0, second = 0] = bytes;
  const isBigEndian = first === 0 || (first === 0xfe && second === 0xff);
  try {
    const text = new TextDecoder(isBigEndian ? 'utf-16be' : 'utf-16le', { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

const replacement = Buffer.from('\uFFFD');

function findDecodable(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  // Decoding replaces invalid bytes with U+FFFD, but the file may also contain a valid U+FFFD.
  let start = 0;
  let offset = 0;
  for (const { index } of text.matchAll(/\uFFFD/g)) {
    offset += Buffer.byteLength(text.slice(start, index));
    start = index;
    if (!bytes.subarray(offset, offset + 3).equals(replacement)) break;
  }
  return text.slice(0, start);
}

function judgeStats(stats: Stats): ProblemOf<FileData> | null {
  if (stats.isSymbolicLink()) return { code: 'file/symlink', data: {} };
  if (stats.isDirectory()) return { code: 'file/unreadable', data: { reason: 'it is a directory' } };
  if (!stats.isFile()) return { code: 'file/unreadable', data: { reason: 'it is not a regular file' } };
  return stats.size > sizeLimitBytes ? describeTooLarge('bytes') : null;
}

export function refuse(problem: ProblemOf<FileData>, before = ''): FileReading {
  return { text: null, problem, before };
}

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
      const count = readSync(file, chunk);
      if (count === 0) return Buffer.concat(chunks);
      chunks.push(chunk.subarray(0, count));
      size += count;
    }
    throw Object.assign(new Error(`larger than ${limitBytes} bytes`), { code: 'EFBIG' });
  } finally {
    closeSync(file);
  }
}

/** Changes whenever the file does, without reading it. */
export function describeVersion(path: string, { ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${path} ${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}
