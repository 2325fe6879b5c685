import type { TextEdit } from '../../model/finding.js';
import type { Range } from '../../model/place.js';

/** A range of a text: its offset and length in UTF-16 code units, and its lines and columns. */
export interface Span {
  readonly offset: number;
  readonly length: number;
  readonly range: Range;
}

export type WriteString = (value: string) => string;

/** How items of an array, or fields of an object, in a file that is not JSON are removed and added. */
export interface ItemWriting {
  /** The edits that remove some items; none if that would change anything else. */
  readonly remove: (indices: ReadonlySet<number>) => readonly TextEdit[];
  /** The edits that add an item after the last one; null if that would change anything else. Absent if nothing can be added. */
  readonly append?: (item: NewItem) => readonly TextEdit[] | null;
}

export type NewItem = string | Readonly<Record<string, string>>;

export interface JsonNode extends Span {
  readonly type: 'object' | 'array' | 'string' | 'other';
  /** The value of a string; empty for anything else. */
  readonly string: string;
  readonly items: readonly JsonNode[];
  /** The fields of an object in their order in the file, duplicates included. */
  readonly fields: readonly Field[];
  /** Absent in JSON. */
  readonly write?: WriteString;
  /** Absent in JSON, and in other syntaxes if nothing can be removed or added. */
  readonly itemWriting?: ItemWriting | undefined;
  /** Set in a file that is not JSON. */
  readonly isForeign?: true;
  /** Set if it is code, whose value is unknown unless it is run. */
  readonly isCode?: true;
  /**
   * Set if its own text does not tell its value, or other values need it: code, an alias, an anchor, a tag, and a value that contains one of these.
   */
  readonly isBound?: true;
}

export interface Field {
  readonly name: string;
  readonly key: Span;
  readonly value: JsonNode;
  /** Writes another name in place of its key. Absent in JSON; null if the field must keep its name. */
  readonly rename?: WriteString | null;
  /** Set if its name is unknown unless it is run: a spread, a computed name, a method. */
  readonly isComputed?: true;
}
