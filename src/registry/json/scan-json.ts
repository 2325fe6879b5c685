import { valueLimit } from '../size-limits.js';

/** Offsets of the values and keys of a JSON text, in the order of the text, three numbers each. */
export interface JsonParts {
  /** For each part: the offset of its first character, the offset after its last one, and the index of the next part outside it. */
  readonly numbers: Int32Array;
  /** Number of fields of all objects, duplicates included. */
  readonly fieldCount: number;
}

export interface ScanFault {
  readonly kind: 'depth' | 'size';
  readonly offset: number;
}

export const partSize = 3;

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;

/** Shared by all texts; grows to fit the largest. */
let scratch: Int32Array = new Int32Array(4_096);

/**
 * Finds the parts of a text that JSON.parse accepts, or where its nesting or the number of its parts exceeds the limit. Replaces
 * jsonc-parser's scanner, which makes a string of each token: a tree made with it takes five times as long for the registry of bench/chain-registry.ts.
 */
export function scanJson(text: string, depthLimit: number): JsonParts | ScanFault {
  const { length } = text;
  const around: number[] = [];
  let fieldCount = 0;
  let used = 0;
  for (let at = 0; at < length;) {
    const code = text.charCodeAt(at);
    if (code <= 0x20 || code === comma) {
      at += 1;
    } else if (code === colon) {
      fieldCount += 1;
      at += 1;
    } else if (isClosing(code)) {
      at += 1;
      const opened = around.pop() ?? 0;
      scratch[opened + 1] = at;
      scratch[opened + 2] = used;
    } else {
      if (used === valueLimit * partSize) return { kind: 'size', offset: at };
      if (used + partSize > scratch.length) scratch = grow(scratch);
      scratch[used] = at;
      if (isOpening(code)) {
        if (around.length === depthLimit) return { kind: 'depth', offset: at };
        around.push(used);
        at += 1;
      } else {
        at = code === quote ? findStringEnd(text, at) : findWordEnd(text, at);
        scratch[used + 1] = at;
        scratch[used + 2] = used + partSize;
      }
      used += partSize;
    }
  }
  return { numbers: scratch.slice(0, used), fieldCount };
}

function findStringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === backslash) before -= 1;
    // A quote after an odd number of backslashes is escaped.
    if ((end - before) % 2 === 1) return end + 1;
  }
}

function findWordEnd(text: string, start: number): number {
  for (let end = start + 1; ; end++) {
    const code = text.charCodeAt(end);
    // `charCodeAt` returns NaN after the last character.
    if (!(code > 0x20) || code === comma || isClosing(code)) return end;
  }
}

function isOpening(code: number): boolean {
  return code === 0x5b || code === 0x7b;
}

function isClosing(code: number): boolean {
  return code === 0x5d || code === 0x7d;
}

function grow(numbers: Int32Array): Int32Array {
  const grown = new Int32Array(numbers.length * 4);
  grown.set(numbers);
  return grown;
}
