import { type Range, LineIndex } from '../../model/place.js';
import type { Field, JsonNode } from './json-node.js';
import { valueLimit } from '../rules.js';

/** Creates the tree of a text that JSON.parse accepts. Children, strings, lines and columns are read on demand. */
export function createTree(text: string, { numbers }: JsonParts): JsonNode {
  return new TextNode(new TextSource(text, numbers), 0);
}

/** Creates the trees of a text that holds several values, in their order; `parts` are those of them all. */
export function createTrees(text: string, { numbers }: JsonParts): readonly JsonNode[] {
  const source = new TextSource(text, numbers);
  const trees: JsonNode[] = [];
  for (let index = 0; index < numbers.length; index = source.after(index))
    trees.push(new TextNode(source, index));
  return trees;
}

class TextSource {
  readonly text: string;
  readonly numbers: Int32Array;
  #lines: LineIndex | null = null;

  constructor(text: string, numbers: Int32Array) {
    this.text = text;
    this.numbers = numbers;
  }

  locate({ offset, length }: JsonNode): Range {
    this.#lines ??= new LineIndex(this.text);
    return this.#lines.range(offset, length);
  }

  after(index: number): number {
    return this.numbers[index + 2] ?? 0;
  }
}

const types: Readonly<Record<string, JsonNode['type']>> = { '{': 'object', '[': 'array', '"': 'string' };
const none: readonly never[] = [];

class TextNode implements JsonNode {
  readonly offset: number;
  readonly length: number;
  readonly type: JsonNode['type'];
  readonly #source: TextSource;
  readonly #index: number;
  #range: Range | null = null;
  #string: string | null = null;
  #items: readonly JsonNode[] | null = null;
  #fields: readonly Field[] | null = null;

  constructor(source: TextSource, index: number) {
    // V8 of Node 20 would optimize and deoptimize a destructuring with defaults over and over.
    const start = source.numbers[index] ?? 0;
    const end = source.numbers[index + 1] ?? 0;
    this.#source = source;
    this.#index = index;
    this.offset = start;
    this.length = end - start;
    this.type = types[source.text.charAt(start)] ?? 'other';
  }

  get range(): Range {
    this.#range ??= this.#source.locate(this);
    return this.#range;
  }

  get string(): string {
    this.#string ??= this.type === 'string' ? this.#readString() : '';
    return this.#string;
  }

  get items(): readonly JsonNode[] {
    this.#items ??= this.type === 'array' ? this.#readItems() : none;
    return this.#items;
  }

  get fields(): readonly Field[] {
    this.#fields ??= this.type === 'object' ? this.#readFields() : none;
    return this.#fields;
  }

  #readString(): string {
    // A slice of the text would keep all of it in memory for as long as an entry has it.
    return JSON.parse(this.#source.text.slice(this.offset, this.offset + this.length)) as string;
  }

  #readItems(): readonly JsonNode[] {
    const source = this.#source;
    const items: JsonNode[] = [];
    const end = source.after(this.#index);
    for (let index = this.#index + partSize; index < end; index = source.after(index))
      items.push(new TextNode(source, index));
    return items;
  }

  #readFields(): readonly Field[] {
    const source = this.#source;
    const fields: Field[] = [];
    const end = source.after(this.#index);
    for (let index = this.#index + partSize; index < end; index = source.after(index + partSize)) {
      const key = new TextNode(source, index);
      fields.push({ name: key.string, key, value: new TextNode(source, index + partSize) });
    }
    return fields;
  }
}

/** Offsets of the values and keys of a JSON text, in the order of the text, three numbers each. */
interface JsonParts {
  /** For each part: the offset of its first character, the offset after its last one, and the index of the next part outside it. */
  readonly numbers: Int32Array;
  /** Number of fields of all objects, duplicates included. */
  readonly fieldCount: number;
}

export interface ScanFault {
  readonly kind: 'depth' | 'size';
  readonly offset: number;
}

const partSize = 3;

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
