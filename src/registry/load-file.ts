import { entries } from '../formats/entries/index.js';
import type { Format, Syntax } from '../formats/format.js';
import { formats } from '../formats/index.js';
import type { PlacedProblem, TextEdit } from '../model/finding.js';
import type { JsonValue } from '../model/json.js';
import type { KindDefinition } from '../model/kind.js';
import type { Range } from '../model/place.js';
import type { Problem } from '../model/rule.js';
import type { FoundFile } from './discover.js';
import { type FileJudgement, judgeFile } from './judge-file.js';
import type { ListedDenom } from './lists/ibc-denom.js';
import { judgeList } from './lists/judge-list.js';
import { parseFile } from './parse-file.js';
import { type FileReading, refuse } from './read-file.js';
import { judgeLines } from './plain-entries/judge-lines.js';
import { fileTop } from './rules.js';
import { TooLargeError } from './size-limits.js';
import { chooseSyntax, syntaxesOf } from './syntax/choose-syntax.js';

export interface LoadedFile extends FileJudgement {
  readonly path: string;
  /** False if none of it was read. A file is never read in part. */
  readonly complete: boolean;
  /** Null if no format fits. */
  readonly format: Format | null;
  /** Null if it could not be decoded. */
  readonly text: string | null;
  /** Of a list. */
  readonly denoms: readonly ListedDenom[];
}

export interface FileLocation extends Pick<FoundFile, 'path' | 'format' | 'chain' | 'expected' | 'list'> {
  /** Set if its chain counts as live whatever the file says. */
  readonly isLive?: boolean;
}

/** Judges a file as read. `faultLimit` is that of `parseFile`. */
export function loadFile(
  location: FileLocation,
  reading: FileReading,
  kinds: readonly KindDefinition[],
  faultLimit?: number,
): LoadedFile {
  try {
    return judge(location, reading, kinds, faultLimit);
  } catch (error) {
    if (!(error instanceof TooLargeError)) throw error;
    return judge(location, refuse(error.problem), kinds);
  }
}

function judge(
  { path, format, chain, expected, list, isLive = false }: FileLocation,
  reading: FileReading,
  kinds: readonly KindDefinition[],
  faultLimit?: number,
): LoadedFile {
  const problems: PlacedProblem[] = [];
  const report = (problem: Problem, range: Range, repair?: TextEdit) =>
    problems.push({
      problem,
      place: { file: path, pointer: '', range },
      entry: null,
      ...(repair === undefined ? {} : { repair }),
    });
  if (expected !== null) report({ code: 'file/misplaced', data: { expected } }, fileTop);

  const syntax = list === null ? chooseSyntax(path, format, reading.text ?? '') : 'json';
  if (syntax === 'json-lines' && reading.text !== null) {
    const judged = judgeLines(path, reading.text, kinds);
    return {
      path,
      format: entries,
      text: reading.text,
      complete: true,
      ...judged,
      denoms: [],
      problems: [...problems, ...judged.problems],
    };
  }
  const { text, document, faults } = parseFile(reading, { syntax, faultLimit });
  const recognised = document === null ? { format, misfits: [] } : recognise(document.value, format, syntax);
  const unread = {
    path,
    format: recognised.format,
    text,
    entries: [],
    providers: [],
    claims: [],
    status: null,
    ids: [],
    denoms: [],
  };
  if (document === null) {
    for (const { problem, range, repair } of faults) report(problem, range, repair);
    return { ...unread, problems, complete: false };
  }
  if (list !== null) {
    const judged = judgeList({ path, chain, text, ...document }, list);
    return { ...unread, ...judged, problems: [...problems, ...judged.problems], complete: true };
  }
  if (recognised.format === null) {
    report({ code: 'file/unknown-format', data: { misfits: recognised.misfits } }, fileTop);
    return { ...unread, problems, complete: false };
  }
  const judged = judgeFile({ path, chain, text, isLive, ...document }, recognised.format, kinds);
  return { ...unread, ...judged, problems: [...problems, ...judged.problems], complete: true };
}

/** The format that the path implies, else the first that fits the content, else why none fits. */
function recognise(
  value: JsonValue,
  format: Format | null,
  syntax: Syntax,
): { readonly format: Format | null; readonly misfits: readonly string[] } {
  if (format !== null) return { format, misfits: [] };
  const tried = formats
    .filter((candidate) => syntaxesOf(candidate).includes(syntax))
    .map((candidate) => ({ format: candidate, misfit: candidate.findMisfit(value) }));
  const fitting = tried.find(({ misfit }) => misfit === null);
  if (fitting !== undefined) return { format: fitting.format, misfits: [] };
  const [first, ...rest] = new Set(tried.map(({ misfit }) => misfit ?? ''));
  return first !== undefined && rest.length === 0
    ? { format: null, misfits: [first] }
    : {
        format: null,
        misfits: tried.map(({ format: { name }, misfit }) => `not ${name}, since ${misfit ?? ''}`),
      };
}
