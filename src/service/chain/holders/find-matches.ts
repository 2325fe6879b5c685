import { SlicedWork } from '../../../http-server/sliced-work.js';
import { type HolderColumns, startOf } from './snapshot-columns.js';

/** Which of the matching holders to find. */
export interface MatchSearch {
  /** The index of the first holder that is looked at. */
  readonly from: number;
  /** Matching holders to pass over. */
  readonly skip: number;
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** Bytes of addresses, or holders, between two looks at the clock. */
const pieceBytes = 256 << 10;

/**
 * The indices of holders whose address contains a keyword, in lower case, in their order. Works in slices, so that many searches delay other
 * work by one slice each; stops early, with what it has, where the signal aborts.
 */
export async function findMatches(
  columns: Pick<HolderColumns, 'addresses' | 'addressEnds'>,
  keyword: string,
  { from, skip, limit, signal }: MatchSearch,
): Promise<readonly number[]> {
  // Nothing else is in an address; a line feed would match across two.
  if (!/^[\da-z]+$/.test(keyword)) return [];
  const { addresses, addressEnds } = columns;
  const needle = Buffer.from(keyword, 'latin1');
  // A letter is in most addresses, where a call for each takes longer than a look at each byte.
  const find = needle.length === 1 ? findLetter : findText;
  const found: number[] = [];
  const work = new SlicedWork();
  let skipped = 0;
  const onMatch = (index: number): boolean => {
    if (skipped < skip) skipped += 1;
    else found.push(index);
    return found.length < limit;
  };
  for (let index = from; index < addressEnds.length && found.length < limit;) {
    if (work.isDue) await work.takeTurn();
    if (signal.aborted) break;
    const end = findIndex(addressEnds, startOf(addressEnds, index) + pieceBytes, index) + 1;
    find({ addresses, addressEnds }, needle, { index, end: Math.min(end, addressEnds.length) }, onMatch);
    index = end;
  }
  return found;
}

/** The holders at indices from `index` up to `end`, which is not included. */
interface Piece {
  readonly index: number;
  readonly end: number;
}

type Addresses = Pick<HolderColumns, 'addresses' | 'addressEnds'>;

function findLetter(
  { addresses, addressEnds }: Addresses,
  [letter]: Buffer,
  { index: from, end }: Piece,
  onMatch: (index: number) => boolean,
): void {
  let at = startOf(addressEnds, from);
  for (let index = from; index < end; index++) {
    const addressEnd = addressEnds[index] ?? 0;
    while (at < addressEnd && addresses[at] !== letter) at++;
    if (at < addressEnd && !onMatch(index)) return;
    at = addressEnd;
  }
}

function findText(
  { addresses, addressEnds }: Addresses,
  needle: Buffer,
  { index: from, end }: Piece,
  onMatch: (index: number) => boolean,
): void {
  const start = startOf(addressEnds, from);
  const text = addresses.subarray(start, addressEnds[end - 1]);
  for (let [index, at] = [from, text.indexOf(needle)]; at >= 0;) {
    index = findIndex(addressEnds, start + at, index);
    if (!onMatch(index)) return;
    const offset = start + at - startOf(addressEnds, index);
    // Once for each address, however often it contains the keyword.
    at = (addressEnds[index] ?? 0) - start;
    // Part of the chain's prefix is at the same place in the next address, where a call to find it takes longer than a look.
    const isNext = at + offset + needle.length < (addressEnds[index + 1] ?? 0) - start;
    if (isNext && hasAt(text, at + offset, needle)) at += offset;
    else at = text.indexOf(needle, at);
  }
}

function hasAt(text: Buffer, at: number, needle: Buffer): boolean {
  for (let offset = 0; offset < needle.length; offset++)
    if (text[at + offset] !== needle[offset]) return false;
  return true;
}

/** The index of the record that holds a byte, from a lower bound on; the number of records where it is after them. */
function findIndex(ends: Uint32Array, byte: number, from: number): number {
  let [low, step] = [from, 1];
  // Near, mostly: double the step until it is too far.
  while (low + step < ends.length && (ends[low + step] ?? 0) <= byte) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, ends.length);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ends[middle] ?? 0) <= byte) low = middle + 1;
    else high = middle;
  }
  return low;
}
