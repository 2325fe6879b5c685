import { isUtf8 } from 'node:buffer';

/**
 * Decodes a name or path. Bytes that are not UTF-8 become halves of surrogate pairs, which no UTF-8 has, so that `encodePath` finds the file again, as
 * PEP 383 does.
 */
export function decodePath(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString();
  let text = '';
  for (let at = 0; at < bytes.length;) {
    const length = [1, 2, 3, 4].find((size) => isUtf8(bytes.subarray(at, at + size))) ?? 0;
    text +=
      length === 0 ? String.fromCharCode(0xdc00 + (bytes[at] ?? 0)) : bytes.toString('utf8', at, at + length);
    at += Math.max(length, 1);
  }
  return text;
}

export function isUtf8Path(path: string): boolean {
  return !/\p{Surrogate}/u.test(path);
}

const half = /\p{Surrogate}/gu;

export function encodePath(path: string): string | Buffer {
  if (isUtf8Path(path)) return path;
  const parts = path.split(/(\p{Surrogate})/u);
  return Buffer.concat(
    parts.map((part) => (isUtf8Path(part) ? Buffer.from(part) : Buffer.of(part.charCodeAt(0) & 0xff))),
  );
}

/** The path as reports write it, in which each byte that is not UTF-8 is `\xe9`. */
export function describePath(path: string): string {
  return path.replaceAll(half, (byte) => `\\x${(byte.charCodeAt(0) & 0xff).toString(16)}`);
}
