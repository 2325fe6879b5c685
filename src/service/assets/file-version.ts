import type { BigIntStats } from 'node:fs';

/** A text that is another one whenever the file is, without reading it. */
export function describeVersion(path: string, { ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${path} ${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}
