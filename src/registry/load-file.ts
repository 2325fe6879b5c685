import type { PlacedProblem } from '../model/finding.js';
import type { EndpointKind } from '../model/kind.js';
import type { Problem } from '../model/rule.js';
import type { FoundFile } from './discover.js';
import { type FileJudgement, judgeFile } from './judge-file.js';
import { parseFile } from './parse-file.js';
import type { FileReading } from './read-file.js';

/** A registry file and all that is wrong with it. */
export interface LoadedFile extends FileJudgement {
  readonly path: string;
  /** Null where it could not be decoded. */
  readonly text: string | null;
}

/** Judges what was read of a file. */
export function loadFile(
  { path, chain, expected }: Pick<FoundFile, 'path' | 'chain' | 'expected'>,
  reading: FileReading,
  kinds: readonly EndpointKind[],
): LoadedFile {
  const problems: PlacedProblem[] = [];
  const add = (problem: Problem, range: PlacedProblem['place']['range']) =>
    problems.push({ problem, place: { file: path, pointer: '', range }, entry: null });
  const top = { line: 1, column: 1, endLine: 1, endColumn: 1 };
  if (expected !== null) add({ code: 'file/misplaced', data: { expected } }, top);

  const { text, document, fault } = parseFile(reading);
  if (fault !== null) {
    add(fault.problem, fault.range);
    return { path, text, isRead: false, entries: [], named: [], problems, chainIds: [] };
  }
  const judged = judgeFile({ path, chain, ...document }, kinds);
  return { path, text, ...judged, problems: [...problems, ...judged.problems] };
}
