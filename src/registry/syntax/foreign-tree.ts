import type { JsonValue } from '../../model/json.js';
import type { Field, ItemWriting, JsonNode, Span, WriteString } from '../json/json-node.js';
import { LineIndex } from '../../model/place.js';
import { depthLimit, type JsonDocument } from '../json/parse-json.js';
import { TooLargeError, valueLimit } from '../rules.js';

/** A part of a file that is not JSON, as its parser found it: offsets in the text, `end` exclusive. */
export interface Extent {
  readonly start: number;
  readonly end: number;
}

export interface Part {
  readonly value: JsonValue;
  readonly node: JsonNode;
}

/** A field of an object, with what writes another name in place of its key; null if it must keep its name. */
export interface ForeignField {
  readonly name: string;
  readonly key: Extent;
  readonly part: Part;
  readonly rename: WriteString | null;
  readonly isComputed?: true;
}

/** Why a text that is not JSON cannot be read. Thrown, since parsers and trees are recursive. */
export class ForeignError extends Error {
  readonly offset: number;

  constructor(reason: string, offset: number) {
    super(reason);
    this.offset = offset;
  }
}

/** Few enough to be read at once. Without aliases, which can make a short text endless, a text has no more values than characters. */
const partLimit = 10_000;

/** Makes the nodes of a text that is not JSON, as for JSON, and counts them. */
export class ForeignTree {
  readonly text: string;
  readonly #lines: LineIndex;
  #fieldCount = 0;
  #partCount = 0;
  #depth = 0;

  constructor(text: string) {
    this.text = text;
    this.#lines = new LineIndex(text);
  }

  finish({ value, node }: Part, unread: readonly Extent[] = []): JsonDocument {
    const document = { value, tree: node, fieldCount: this.#fieldCount };
    return unread.length === 0 ? document : { ...document, unread: unread.map((part) => this.span(part)) };
  }

  span({ start, end }: Extent): Span {
    return { offset: start, length: end - start, range: this.#lines.range(start, end - start) };
  }

  /** Calls back for the contents of a part. Throws if they are nested too deeply. */
  descend<Result>(offset: number, read: () => Result): Result {
    if (this.#depth === depthLimit)
      throw new ForeignError(`nested more than ${depthLimit} levels deep`, offset);
    this.#depth += 1;
    try {
      return read();
    } finally {
      this.#depth -= 1;
    }
  }

  string(extent: Extent, value: string, write: WriteString): Part {
    return { value, node: { ...this.#node(extent, 'string'), string: value, write } };
  }

  scalar(extent: Extent, value: JsonValue): Part {
    return { value, node: this.#node(extent, 'other') };
  }

  code(extent: Extent): Part {
    return this.bind({ value: null, node: { ...this.#node(extent, 'other'), isCode: true } });
  }

  /** Marks a value that its own text does not tell, or that other values need. */
  bind({ value, node }: Part): Part {
    return { value, node: { ...node, isBound: true } };
  }

  array(extent: Extent, parts: readonly Part[], itemWriting?: ItemWriting): Part {
    const items = parts.map(({ node }) => node);
    const value = parts.map((part) => part.value);
    return this.#bindLike(parts, { value, node: { ...this.#node(extent, 'array'), items, itemWriting } });
  }

  object(extent: Extent, parts: readonly ForeignField[], itemWriting?: ItemWriting): Part {
    this.#fieldCount += parts.length;
    const fields = parts.map(({ part, key, ...field }): Field => ({
      ...field,
      key: this.span(key),
      value: part.node,
    }));
    // As JSON.parse does: the last of duplicates counts, and __proto__ is a field like any other.
    const value = Object.fromEntries(parts.map(({ name, part }) => [name, part.value]));
    return this.#bindLike(
      parts.map(({ part }) => part),
      { value, node: { ...this.#node(extent, 'object'), fields, itemWriting } },
    );
  }

  #bindLike(inner: readonly Part[], part: Part): Part {
    return inner.some(({ node }) => node.isBound === true) ? this.bind(part) : part;
  }

  #node(extent: Extent, type: JsonNode['type']): JsonNode {
    this.#partCount += 1;
    if (this.#partCount > Math.max(partLimit, this.text.length))
      throw new ForeignError('too many values', extent.start);
    if (this.#partCount > valueLimit) throw new TooLargeError('values');
    return { ...this.span(extent), type, string: '', items: [], fields: [], isForeign: true };
  }
}
