import type { Syntax } from '../formats/format.js';
import type { TextEdit } from '../model/finding.js';
import type { Range } from '../model/place.js';
import type { ProblemOf } from '../model/rule.js';
import { conflictReason } from './json/mistakes.js';
import { LineIndex } from './json/line-index.js';
import { depthLimit, type JsonDocument, parseJson } from './json/parse-json.js';
import type { ScanFault } from './json/scan-json.js';
import type { FileReading } from './read-file.js';
import { type FileData, fileTop } from './rules.js';
import { describeTooLarge, TooLargeError } from './size-limits.js';
import { getParser, type ParseForeign, syntaxTitles } from './syntax/parsers.js';

export type ParsedFile =
  | { readonly text: string; readonly document: JsonDocument; readonly faults: readonly [] }
  | {
      readonly text: string | null;
      readonly document: null;
      readonly faults: readonly [FileFault, ...FileFault[]];
    };

export interface FileFault {
  readonly problem: ProblemOf<FileData>;
  readonly range: Range;
  /** Absent if only a person can repair it. */
  readonly repair?: TextEdit;
}

/**
 * Parses a file as read, by default as JSON; parsers of other syntaxes must be loaded. `faultLimit` limits the number of syntax errors to find; by
 * default as many as are shown.
 */
export function parseFile(
  reading: FileReading,
  {
    syntax = 'json',
    faultLimit,
  }: { readonly syntax?: Syntax; readonly faultLimit?: number | undefined } = {},
): ParsedFile {
  const { text } = reading;
  if (text === null) return { text, document: null, faults: [describeUndecoded(reading)] };
  const parse = getParser(syntax);
  if (parse !== null) return parseForeign(text, syntax, parse);
  const parsed = parseJson(text, faultLimit);
  if (!('kind' in parsed)) return { text, document: parsed, faults: [] };
  const lines = new LineIndex(text);
  if (parsed.kind !== 'syntax')
    return {
      text,
      document: null,
      faults: [{ problem: describeScan(parsed), range: lines.range(parsed.offset, 1) }],
    };
  const [first, ...rest] = parsed.faults;
  // In a merge conflict, the choice of a side also decides which other errors are real.
  const isConflict = parsed.faults.some(({ reason }) => reason === conflictReason);
  const place = ({ reason, fix, offset, length, edit }: typeof first): FileFault => ({
    problem: { code: 'file/invalid-json', data: { reason, fix } },
    range: lines.range(offset, length),
    ...(edit === null || isConflict ? {} : { repair: edit }),
  });
  return { text, document: null, faults: [place(first), ...rest.map(place)] };
}

function parseForeign(text: string, syntax: Syntax, parse: ParseForeign): ParsedFile {
  try {
    const parsed = parse(text);
    if (!('reason' in parsed)) return { text, document: parsed, faults: [] };
    const { reason, offset } = parsed;
    const data = { syntax: syntaxTitles[syntax] ?? syntax, reason };
    const problem = { code: 'file/invalid-syntax', data } as const;
    return { text, document: null, faults: [{ problem, range: new LineIndex(text).range(offset, 1) }] };
  } catch (error) {
    if (!(error instanceof TooLargeError)) throw error;
    return { text, document: null, faults: [{ problem: error.problem, range: fileTop }] };
  }
}

export function describeScan({ kind }: ScanFault): ProblemOf<FileData> {
  return kind === 'depth'
    ? { code: 'file/too-deep', data: { limit: depthLimit } }
    : describeTooLarge('values');
}

function describeUndecoded({ before, problem }: Exclude<FileReading, { text: string }>): FileFault {
  return { problem, range: new LineIndex(before).range(before.length, 0) };
}
