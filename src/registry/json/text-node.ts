import type { Range } from '../../model/place.js';
import type { Field, JsonNode } from './json-node.js';
import { LineIndex } from './line-index.js';
import { type JsonParts, partSize } from './scan-json.js';

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
