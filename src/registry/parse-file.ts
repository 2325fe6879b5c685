import type { Syntax } from '../formats/format.js';
import type { TextEdit } from '../model/finding.js';
import { type Range, LineIndex } from '../model/place.js';
import type { ProblemOf } from '../model/rule.js';
import type { RegistryDocument } from './document.js';
import { conflictReason } from './json/diagnosis.js';
import { depthLimit, type JsonDocument, type JsonFault, parseJson } from './json/parse-json.js';
import type { FoundFile } from './layout.js';
import type { FileReading } from './read-file.js';
import { type FileData, fileTop, describeTooLarge, TooLargeError } from './rules.js';
import { chooseSyntax, getParser } from './syntax/syntaxes.js';
import { ForeignError } from './syntax/foreign-tree.js';

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

interface TextFault extends Omit<FileFault, 'range'> {
  readonly offset: number;
  readonly length: number;
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
  if (text === null) {
    const { before, problem } = reading;
    const range = new LineIndex(before).range(before.length, 0);
    return { text, document: null, faults: [{ problem, range }] };
  }
  const foreign = getParser(syntax);
  if (foreign !== null) return parseForeign(text, foreign);
  const parsed = parseJson(text, faultLimit);
  if (!('kind' in parsed)) return { text, document: parsed, faults: [] };
  const lines = new LineIndex(text);
  const place = ({ offset, length, ...fault }: TextFault): FileFault => ({
    ...fault,
    range: lines.range(offset, length),
  });
  const [first, ...more] = describeFaults(parsed);
  return { text, document: null, faults: [place(first), ...more.map(place)] };
}

/** Parses a file that has been judged, so that a run need not keep the trees of all files. Null if it does not parse, or a script writes it. */
export function parseDocument(
  { path, chain, format }: Pick<FoundFile, 'path' | 'chain' | 'format'>,
  text: string,
): RegistryDocument | null {
  const syntax = chooseSyntax(path, format, text);
  if (syntax === 'json-lines') return null;
  const { document } = parseFile({ text, problem: null }, { syntax, faultLimit: 1 });
  return document === null ? null : { path, chain, text, ...document };
}

function parseForeign(text: string, { title, parse }: NonNullable<ReturnType<typeof getParser>>): ParsedFile {
  try {
    return { text, document: parse(text), faults: [] };
  } catch (error) {
    if (error instanceof TooLargeError)
      return { text, document: null, faults: [{ problem: error.problem, range: fileTop }] };
    if (!(error instanceof ForeignError)) throw error;
    const data = { syntax: title, reason: error.message };
    const range = new LineIndex(text).range(error.offset, 1);
    return { text, document: null, faults: [{ problem: { code: 'file/invalid-syntax', data }, range }] };
  }
}

export function describeFaults(fault: JsonFault): readonly [TextFault, ...TextFault[]] {
  if (fault.kind !== 'syntax') {
    const tooDeep = { code: 'file/too-deep', data: { limit: depthLimit } } as const;
    const problem = fault.kind === 'depth' ? tooDeep : describeTooLarge('values');
    return [{ problem, offset: fault.offset, length: 1 }];
  }
  const [first, ...more] = fault.faults;
  // In a merge conflict, the choice of a side also decides which other errors are real.
  const isConflict = fault.faults.some(({ reason }) => reason === conflictReason);
  const describe = ({ reason, fix, offset, length, edit }: typeof first): TextFault => ({
    problem: { code: 'file/invalid-json', data: { reason, fix } },
    offset,
    length,
    ...(edit === null || isConflict ? {} : { repair: edit }),
  });
  return [describe(first), ...more.map(describe)];
}
