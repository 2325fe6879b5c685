import type { BigIntStats } from 'node:fs';

/** A string that changes whenever the file does, without reading it. */
export function describeVersion(path: string, { ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${path} ${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}
