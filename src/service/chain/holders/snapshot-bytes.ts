import { crc32 } from 'node:zlib';
import { SlicedWork } from '../../../http-server/sliced-work.js';
import type { HolderColumns, SnapshotFacts } from './snapshot-columns.js';

/** What a stored snapshot begins with; the digit is the version of the form. */
const magic = Buffer.from('holders1');
/** The magic, the length of the facts and their CRC-32. */
const prefixBytes = magic.length + 8;
/** Largest facts that are read, in bytes; metadata, the largest part, has at most 64 KiB on the wire. */
const maxFactsBytes = 1 << 20;
/** How much is checked or copied between two looks at the clock. */
const pieceBytes = 1 << 20;

/** A snapshot that was read again. */
export interface StoredSnapshot {
  readonly facts: SnapshotFacts;
  readonly columns: HolderColumns;
  readonly checksum: number;
}

/** The CRC-32 of the columns, one after another; made in slices. */
export async function sumColumns(columns: HolderColumns): Promise<number> {
  const work = new SlicedWork();
  let checksum = 0;
  for (const piece of listPieces(columns)) {
    if (work.isDue) await work.takeTurn();
    checksum = crc32(piece, checksum);
  }
  return checksum;
}

/** The bytes to store, in pieces of at most 1 MiB, without a copy of the columns. */
export function serializeSnapshot({ facts, columns, checksum }: StoredSnapshot): readonly Buffer[] {
  const { addresses, addressEnds, amounts } = columns;
  const text = Buffer.from(
    JSON.stringify({
      ...facts,
      ...{ sum: String(facts.sum), supply: facts.supply === null ? null : String(facts.supply), checksum },
      ...{ holders: addressEnds.length, addressBytes: addresses.length, amountBytes: amounts.length },
    }),
  );
  const prefix = Buffer.alloc(prefixBytes);
  magic.copy(prefix);
  prefix.writeUInt32LE(text.length, magic.length);
  prefix.writeUInt32LE(crc32(text), magic.length + 4);
  return [Buffer.concat([prefix, text]), ...listPieces(columns)];
}

/** Reads stored bytes, cut anywhere, in slices; null where they are not the whole of what was serialized, or were changed. */
export async function parseSnapshot(
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<StoredSnapshot | null> {
  let head = Buffer.alloc(0);
  let stored: StoredSnapshot | null = null;
  let pieces: readonly Buffer[] = [];
  let [piece, filled] = [0, 0];
  const work = new SlicedWork();
  for await (const part of parts) {
    let rest: Buffer = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    if (stored === null) {
      head = Buffer.concat([head, rest]);
      const found = parseHead(head);
      if (found === null) return null;
      if (found === 'incomplete') continue;
      ({ stored, rest } = found);
      pieces = listPieces(stored.columns);
    }
    while (rest.length > 0) {
      if (work.isDue) await work.takeTurn();
      const target = pieces[piece];
      if (target === undefined) return null;
      const copied = rest.copy(target, filled);
      rest = rest.subarray(copied);
      filled += copied;
      if (filled === target.length) [piece, filled] = [piece + 1, 0];
    }
  }
  if (stored === null || piece < pieces.length) return null;
  return (await sumColumns(stored.columns)) === stored.checksum ? stored : null;
}

type Fields = Omit<SnapshotFacts, 'sum' | 'supply'> & {
  readonly sum: string;
  readonly supply: string | null;
  readonly checksum: number;
  readonly holders: number;
  readonly addressBytes: number;
  readonly amountBytes: number;
};

function parseHead(head: Buffer): { stored: StoredSnapshot; rest: Buffer } | 'incomplete' | null {
  if (!magic.subarray(0, head.length).equals(head.subarray(0, magic.length))) return null;
  if (head.length < prefixBytes) return 'incomplete';
  const end = prefixBytes + head.readUInt32LE(magic.length);
  if (end > maxFactsBytes) return null;
  if (head.length < end) return 'incomplete';
  const text = head.subarray(prefixBytes, end);
  if (crc32(text) !== head.readUInt32LE(magic.length + 4)) return null;
  // What the checksum confirms was written by serializeSnapshot.
  const fields = JSON.parse(text.toString()) as Fields;
  const { asOf, metadata, checksum, holders } = fields;
  const facts = { asOf, metadata, sum: BigInt(fields.sum), supply: parseAmount(fields.supply) };
  const columns = {
    addresses: Buffer.allocUnsafeSlow(fields.addressBytes),
    addressEnds: new Uint32Array(holders),
    amounts: Buffer.allocUnsafeSlow(fields.amountBytes),
    amountEnds: new Uint32Array(holders),
  };
  return { stored: { facts, columns, checksum }, rest: head.subarray(end) };
}

function parseAmount(amount: string | null): bigint | null {
  return amount === null ? null : BigInt(amount);
}

/** The memory of the columns, in pieces. Numbers are in the byte order of the machine, little-endian wherever Node runs today. */
function listPieces(columns: HolderColumns): readonly Buffer[] {
  const { addresses, addressEnds, amounts, amountEnds } = columns;
  return [addresses, addressEnds, amounts, amountEnds].flatMap(({ buffer, byteOffset, byteLength }) =>
    Array.from({ length: Math.ceil(byteLength / pieceBytes) }, (_, at) => {
      const offset = at * pieceBytes;
      return Buffer.from(buffer, byteOffset + offset, Math.min(pieceBytes, byteLength - offset));
    }),
  );
}
