import type { Range } from '../../model/place.js';

/** A range of a text: its offset and length in UTF-16 code units, and its lines and columns. */
export interface Span {
  readonly offset: number;
  readonly length: number;
  readonly range: Range;
}

/** A value and its range. */
export interface JsonNode extends Span {
  readonly type: 'object' | 'array' | 'string' | 'other';
  /** The value of a string; empty for anything else. */
  readonly string: string;
  /** The items of an array. */
  readonly items: readonly JsonNode[];
  /** The fields of an object in their order in the file, duplicates included. */
  readonly fields: readonly Field[];
}

/** A field of an object: its name, the range of its key, and its value. */
export interface Field {
  readonly name: string;
  readonly key: Span;
  readonly value: JsonNode;
}
