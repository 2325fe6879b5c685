import type { JsonValue } from '../../model/json.js';
import type { JsonNode } from '../json/json-node.js';
import { LineIndex } from '../json/line-index.js';
import { depthLimit, parseJson } from '../json/parse-json.js';
import { scanJson } from '../json/scan-json.js';
import { createTrees } from '../json/text-node.js';
import { describeFaults, type FileFault } from '../parse-file.js';
import { resultLimit, TooLargeError } from '../size-limits.js';

export interface JsonLine {
  readonly value: JsonValue;
  readonly tree: JsonNode;
}

/** The lines of a text that are JSON, and the faults of the other lines; blank lines are neither. */
export interface ParsedLines {
  readonly lines: readonly JsonLine[];
  readonly faults: readonly FileFault[];
  /** Number of fields of all objects, duplicates included. */
  readonly fieldCount: number;
}

/**
 * Parses lines of JSON (https://jsonlines.org), each by itself, so that a broken one does not affect the rest. Takes
 * linear time. Throws a TooLargeError.
 */
export function parseLines(text: string): ParsedLines {
  const values: JsonValue[] = [];
  const faults: FileFault[] = [];
  const parts: string[] = [];
  let positions: LineIndex | null = null;
  let offset = 0;
  for (const line of text.split('\n')) {
    const parsed = /^[ \t\r]*$/.test(line) ? null : parseJson(line, 1);
    const [fault = null] = parsed !== null && 'kind' in parsed ? describeFaults(parsed) : [];
    if (parsed !== null && 'value' in parsed) values.push(parsed.value);
    if (fault !== null) {
      if (faults.length === resultLimit) throw new TooLargeError('results');
      positions ??= new LineIndex(text);
      faults.push({ problem: fault.problem, range: positions.range(offset + fault.offset, fault.length) });
    }
    // Broken lines are blank for the scanner, so that all offsets stay.
    parts.push(fault === null ? line : ' '.repeat(line.length));
    offset += line.length + 1;
  }
  const scanned = scanJson(parts.join('\n'), depthLimit);
  // Each line was parsed, and is not nested too deeply.
  if ('kind' in scanned) throw new TooLargeError('values');
  const trees = createTrees(text, scanned);
  const lines = trees.flatMap((tree, index) => {
    const value = values[index];
    return value === undefined ? [] : [{ value, tree }];
  });
  return { lines, faults, fieldCount: scanned.fieldCount };
}
