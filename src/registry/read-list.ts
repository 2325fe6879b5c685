import type { JsonValue } from '../model/json.js';
import { describeNoArray } from './lists/judge-list.js';
import { parseFile } from './parse-file.js';
import type { ProblemOf } from '../model/rule.js';
import { readRegistryFile } from './read-file.js';
import type { ListData } from './lists/rules.js';
import type { FileData } from './rules.js';

/** An item of a list: its value, and its source text, which keeps the digits that a number loses. */
export interface ListItem {
  readonly text: string;
  readonly value: JsonValue;
}

/** The source of a list without surrounding white space, and its items; or why it could not be read. */
export type ListReading =
  | { readonly text: string; readonly items: readonly ListItem[]; readonly fault: null }
  | { readonly fault: ListFault };

export interface ListFault {
  readonly problem: ProblemOf<FileData & ListData>;
  readonly line: number;
}

/** Reads a file that contains an array, with the same limits as a check. Follows no symbolic link. */
export function readListFile(path: string): ListReading {
  const { text, document, faults } = parseFile(readRegistryFile(path));
  if (document === null) return { fault: { problem: faults[0].problem, line: faults[0].range.line } };
  const { value, tree } = document;
  if (!Array.isArray(value)) {
    return { fault: { problem: describeNoArray(value), line: tree.range.line } };
  }
  const values: readonly JsonValue[] = value;
  const slice = ({ offset, length }: { readonly offset: number; readonly length: number }) =>
    text.slice(offset, offset + length);
  const items = tree.items.map((node, index) => ({
    text: slice(node),
    value: values[index] ?? null,
  }));
  return { text: slice(tree), items, fault: null };
}
