import { formatAmount } from '../../model/amount.js';
import type { JsonValue } from '../../model/json.js';
import type { JsonNode } from '../json/json-node.js';
import { LineIndex } from '../json/line-index.js';
import { depthLimit, parseJson } from '../json/parse-json.js';
import { scanJson } from '../json/scan-json.js';
import { createTrees } from '../json/text-node.js';
import type { FileFault } from '../parse-file.js';

/** A line that is JSON. */
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

/** More broken lines mean that a file has no lines of JSON. */
const brokenLimit = 10_000;

/**
 * Parses lines of JSON (https://jsonlines.org), each by itself, so that a broken one does not affect the rest; lines after very many broken ones are
 * not read. Takes linear time.
 */
export function parseLines(text: string): ParsedLines {
  const values: JsonValue[] = [];
  const faults: FileFault[] = [];
  const parts: string[] = [];
  let positions: LineIndex | null = null;
  let offset = 0;
  for (const line of text.split('\n')) {
    const fault = /^[ \t\r]*$/.test(line) ? null : readLine(line, values);
    if (fault !== null) {
      positions ??= new LineIndex(text);
      const range = positions.range(offset + fault.offset, fault.length);
      if (faults.length === brokenLimit) {
        faults.push({ problem: { code: 'file/schema', data: tooManyBroken }, range });
        break;
      }
      faults.push({ problem: fault.problem, range });
    }
    // Broken lines are blank for the scanner, so that all offsets stay.
    parts.push(fault === null ? line : ' '.repeat(line.length));
    offset += line.length + 1;
  }
  const scanned = scanJson(parts.join('\n'), depthLimit);
  // Each line was parsed, and is not nested too deeply.
  if ('tooDeepAt' in scanned) throw new Error('a line is nested too deeply');
  const trees = createTrees(text, scanned);
  const lines = trees.flatMap((tree, index) => {
    const value = values[index];
    return value === undefined ? [] : [{ value, tree }];
  });
  return { lines, faults, fieldCount: scanned.fieldCount };
}

const tooManyBroken = {
  reason: `${formatAmount(brokenLimit, 'line is', 'lines are')} no JSON, so nothing from this line on is read`,
  fix: 'look why the script that makes them writes no JSON',
};

/** The fault of a line with its offset in the line; null after its value is added to `values`. */
function readLine(
  line: string,
  values: JsonValue[],
): { readonly problem: FileFault['problem']; readonly offset: number; readonly length: number } | null {
  const parsed = parseJson(line, 1);
  if (!('kind' in parsed)) {
    values.push(parsed.value);
    return null;
  }
  if (parsed.kind === 'depth')
    return {
      problem: { code: 'file/too-deep', data: { limit: depthLimit } },
      offset: parsed.offset,
      length: 1,
    };
  const [{ reason, fix, offset, length }] = parsed.faults;
  return { problem: { code: 'file/invalid-json', data: { reason, fix } }, offset, length };
}
