import type { Fix, PlacedProblem, TextEdit } from '../../model/finding.js';
import { groupBy } from '../../model/group-by.js';
import type { KindDefinition } from '../../model/kind.js';
import type { Registry } from '../load.js';
import type { LoadedFile } from '../load-file.js';
import { itemFixes } from './fix-items.js';
import { fieldFixes } from './fix-fields.js';
import { type FixableFile, type Fixes, parseFixable } from './fixable-file.js';
import { LineIndex } from '../../model/place.js';
import { sizeLimitBytes } from '../rules.js';
import { applyEdits } from './edits.js';

const fixes: Fixes = { ...fieldFixes, ...itemFixes };

export function findFixes(
  loaded: Pick<LoadedFile, 'location' | 'format' | 'text'>,
  problems: readonly PlacedProblem[],
  kinds: readonly KindDefinition[],
): ReadonlyMap<PlacedProblem, Fix> {
  const file = problems.some(({ problem }) => Object.hasOwn(fixes, problem.code))
    ? parseFixable(loaded, kinds)
    : null;
  return new Map(
    problems.flatMap((problem): [PlacedProblem, Fix][] => {
      const fix = findFix(problem, file);
      return fix === null ? [] : [[problem, fix]];
    }),
  );
}

export function findRegistryFixes(
  { loaded }: Pick<Registry, 'loaded'>,
  problems: readonly PlacedProblem[],
  kinds: readonly KindDefinition[],
): ReadonlyMap<PlacedProblem, Fix> {
  const byFile = groupBy(problems, ({ place }) => place.file);
  return new Map(
    loaded.flatMap((file) => {
      const ofFile = byFile.get(file.path) ?? [];
      return ofFile.length === 0 ? [] : [...findFixes(file, ofFile, kinds)];
    }),
  );
}

function findFix(problem: PlacedProblem, file: FixableFile | null): Fix | null {
  const { code, data } = problem.problem;
  // A file in valid UTF-16 can be converted.
  if (code === 'file/not-utf8' && data['encoding'] === 'UTF-16') return { edits: [], encoding: 'utf-8' };
  const edits =
    problem.repair === undefined ? ((file && fixes[code]?.(problem, file)) ?? []) : [problem.repair];
  return edits.length === 0 ? null : { edits };
}

export interface FixedText {
  readonly text: string;
  readonly fixed: readonly PlacedProblem[];
}

export interface Judgement {
  readonly problems: readonly PlacedProblem[];
  readonly fixes: ReadonlyMap<PlacedProblem, Fix>;
}

export interface FixOptions {
  readonly judge: (text: string) => Judgement;
  readonly accepts: (problem: PlacedProblem) => boolean;
}

/**
 * Overlapping fixes wait for the next pass, and each pass fixes something or rejects a fix. Only hostile files need more than 20 passes. Small files
 * get as many passes as cost what 20 cost for 256 KiB, so that everything is fixed at once; very large files get fewer.
 */
const maxJudgements = { any: 20, fewCharacters: 20 * 256 * 1024, characters: 5 * sizeLimitBytes };

/**
 * Applies the fixes of a text's problems and judges the text again, until nothing is left to fix. Rejects a fix if its problem remains or a new
 * syntax error appears.
 */
export function fixText(text: string, judgement: Judgement, { judge, accepts }: FixOptions): FixedText {
  let state: State = { text, found: locateAll(text, judgement), fixed: [], rejected: [] };
  let judgements = 0;
  let characters = 0;
  const judgeOnce = (fixed: string) => {
    judgements += 1;
    characters += fixed.length;
    return judge(fixed);
  };
  let fixedAtRetry = 0;
  while (
    characters < maxJudgements.fewCharacters ||
    (judgements < maxJudgements.any && characters < maxJudgements.characters)
  ) {
    const isRejected = createLookup(state.rejected);
    const fixable = state.found.filter((located) => accepts(located.problem) && !isRejected(located));
    const next = tryFixes(state, chooseDisjoint(fixable), judgeOnce);
    if (next === null && state.fixed.length === fixedAtRetry) break;
    // A rejected fix may be valid after later fixes, and the next run would apply it then.
    if (next === null) fixedAtRetry = state.fixed.length;
    state = next ?? { ...state, rejected: [] };
  }
  return { text: state.text, fixed: state.fixed };
}

/** A problem and its place in the text, `end` exclusive, with the edits that fix it, if there are any. */
interface Located {
  readonly problem: PlacedProblem;
  readonly edits: readonly TextEdit[];
  readonly offset: number;
  readonly end: number;
}

interface State {
  readonly text: string;
  readonly found: readonly Located[];
  readonly fixed: readonly PlacedProblem[];
  readonly rejected: readonly Located[];
}

function locateAll(text: string, { problems, fixes }: Judgement): readonly Located[] {
  const lines = new LineIndex(text);
  return problems.map((problem) => {
    const { line = 1, column = 1, endLine = line, endColumn = column } = problem.place.range ?? {};
    const edits = fixes.get(problem)?.edits ?? [];
    return { problem, edits, offset: lines.offset(line, column), end: lines.offset(endLine, endColumn) };
  });
}

/** The problems whose edits don't overlap, in order. Problems that share a fix, such as two of one url, stay together. */
function chooseDisjoint(problems: readonly Located[]): readonly Located[] {
  const ranged = problems
    .filter(({ edits }) => edits.length > 0)
    .map((located) => {
      const { edits } = located;
      const start = edits.reduce((first, { offset }) => Math.min(first, offset), Infinity);
      const end = edits.reduce((last, { offset, length }) => Math.max(last, offset + length), 0);
      return { located, start, end, fix: JSON.stringify(edits) };
    })
    .toSorted((a, b) => a.start - b.start);
  const chosen: Located[] = [];
  let last = { start: -1, end: -1, fix: '' };
  for (const { located, ...range } of ranged) {
    // The order of two insertions at one place is undefined.
    const isInsertedThere =
      range.start === last.end && (range.end === range.start || last.end === last.start);
    if ((range.start < last.end || isInsertedThere) && range.fix !== last.fix) continue;
    chosen.push(located);
    last = range;
  }
  return chosen;
}

/** Applies the fixes; if they do harm, the first half of them, and so on. Null if there are none. */
function tryFixes(state: State, chosen: readonly Located[], judge: FixOptions['judge']): State | null {
  if (chosen.length === 0) return null;
  const distinct = new Map(chosen.map(({ edits }) => [JSON.stringify(edits), edits]));
  const edits = [...distinct.values()].flat();
  const text = applyEdits(state.text, edits);
  const problems = locateAll(text, judge(text));
  const move = createMove(edits);
  if (!isWorse(state.found, chosen, problems, move)) {
    const rejected = state.rejected.map((located) => ({ ...located, offset: move(located.offset) }));
    return {
      text,
      found: problems,
      rejected,
      fixed: [...state.fixed, ...chosen.map(({ problem }) => problem)],
    };
  }
  if (distinct.size > 1) return tryFixes(state, chosen.slice(0, Math.ceil(chosen.length / 2)), judge);
  return { ...state, rejected: [...state.rejected, ...chosen] };
}

function isWorse(
  before: readonly Located[],
  fixed: readonly Located[],
  after: readonly Located[],
  move: (offset: number) => number,
): boolean {
  const moved = (list: readonly Located[]) =>
    list.map((located) => ({ ...located, offset: move(located.offset) }));
  // An error at the place of a removed one was hidden by it.
  const removed = new Set(fixed.filter(isRemoved));
  const isFixed = createLookup(moved(fixed.filter((located) => !removed.has(located))));
  if (after.some(isFixed)) return true;
  const older = before.filter(isSyntax);
  const isKnown = createLookup(moved(older));
  // The search stops after some errors, so those after the last known one need not be new.
  const end = older.reduce(
    (last, located) => Math.max(last, move(located.offset) - (removed.has(located) ? 1 : 0)),
    -1,
  );
  return after.some(
    (located) =>
      isSyntax(located) && !isKnown(located) && located.offset <= (older.length > 0 ? end : Infinity),
  );
}

/** Whether the fix of a problem only removes the part with the problem, or an alias of it, which may shift similar problems. */
function isRemoved({ edits, offset, end }: Located): boolean {
  const covers = (edit: TextEdit) => edit.offset <= offset && offset < edit.offset + edit.length;
  const isElsewhere = (edit: TextEdit) => edit.offset + edit.length <= offset || end <= edit.offset;
  return edits.every(({ text }) => text === '') && (edits.some(covers) || edits.every(isElsewhere));
}

const syntaxCodes: readonly string[] = ['file/invalid-json', 'file/invalid-syntax', 'file/too-deep'];

function isSyntax({ problem: { problem } }: Located): boolean {
  return syntaxCodes.includes(problem.code);
}

function createLookup(list: readonly Located[]): (located: Located) => boolean {
  const keyOf = ({ offset, problem: { problem } }: Located) =>
    JSON.stringify([offset, problem.code, problem.data['reason'] ?? null]);
  const keys = new Set(list.map(keyOf));
  return (located) => keys.has(keyOf(located));
}

/** Maps an offset of the old text to the new text. An offset within a replaced part moves to the start of its replacement. */
function createMove(edits: readonly TextEdit[]): (offset: number) => number {
  const sorted = edits.toSorted((a, b) => a.offset - b.offset || a.length - b.length);
  let growth = 0;
  const before = [0, ...sorted.map(({ length, text }) => (growth += text.length - length))];
  return (offset) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle]?.offset ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    const last = sorted[low - 1];
    return last !== undefined && last.offset + last.length > offset
      ? last.offset + (before[low - 1] ?? 0)
      : offset + (before[low] ?? 0);
  };
}
