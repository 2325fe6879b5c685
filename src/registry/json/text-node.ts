import type { Range } from '../../model/place.js';
import type { Field, JsonNode } from './json-node.js';
import { LineIndex } from './line-index.js';
import { type JsonParts, partSize } from './scan-json.js';

/** The tree of a text that JSON.parse accepts. What is in an object or an array, strings, lines and columns are read when they are needed. */
export function createTree(text: string, { numbers }: JsonParts): JsonNode {
  return new TextNode(new TextSource(text, numbers), 0);
}

/** A text, where its parts are, and where its lines begin. */
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

  /** The indices of the parts of an object or an array: its keys and values, or its items. */
  listParts(whole: number): number[] {
    const indices: number[] = [];
    const end = this.#after(whole);
    for (let index = whole + partSize; index < end; index = this.#after(index)) indices.push(index);
    return indices;
  }

  /** The index of what follows a part and all that is in it. */
  #after(index: number): number {
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
    const start = source.numbers[index] ?? 0;
    const end = source.numbers[index + 1] ?? 0;
    this.#source = source;
    this.#index = index;
    this.offset = start;
    this.length = end - start;
    this.type = types[source.text.charAt(start)] ?? 'other';
  }

  get line(): number {
    return this.#locate().line;
  }

  get column(): number {
    return this.#locate().column;
  }

  get endLine(): number {
    return this.#locate().endLine;
  }

  get endColumn(): number {
    return this.#locate().endColumn;
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

  #locate(): Range {
    this.#range ??= this.#source.locate(this);
    return this.#range;
  }

  #readString(): string {
    const written = this.#source.text.slice(this.offset, this.offset + this.length);
    return written.includes('\\') ? (JSON.parse(written) as string) : written.slice(1, -1);
  }

  #readItems(): readonly JsonNode[] {
    return this.#source.listParts(this.#index).map((index) => new TextNode(this.#source, index));
  }

  #readFields(): readonly Field[] {
    const fields: Field[] = [];
    const indices = this.#source.listParts(this.#index);
    for (let at = 0; at < indices.length; at += 2) {
      const key = new TextNode(this.#source, indices[at] ?? 0);
      fields.push({ name: key.string, key, value: new TextNode(this.#source, indices[at + 1] ?? 0) });
    }
    return fields;
  }
}
