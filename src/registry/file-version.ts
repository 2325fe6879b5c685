import type { BigIntStats } from 'node:fs';

/** Changes whenever the file does, without reading it. */
export function describeVersion(path: string, { ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${path} ${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}
