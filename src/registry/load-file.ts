import { dirname, join } from 'node:path';
import { entries } from '../formats/entries/index.js';
import type { Format, Syntax } from '../formats/format.js';
import { formats } from '../formats/index.js';
import type { PlacedProblem } from '../model/finding.js';
import type { JsonValue } from '../model/json.js';
import type { KindDefinition } from '../model/kind.js';
import { findRoot, type FoundFile } from './layout.js';
import { type FileJudgement, judgeFile } from './judge-file.js';
import type { ListedDenom } from './lists/ibc-denom.js';
import { judgeList } from './lists/judge-list.js';
import { type FileFault, parseFile } from './parse-file.js';
import { type FileReading, readRegistryFile, refuse } from './read-file.js';
import { judgeLines } from './plain-entries.js';
import { fileTop, TooLargeError } from './rules.js';
import { chooseSyntax, syntaxesOf } from './syntax/syntaxes.js';

export interface LoadedFile<Location extends FileLocation = FileLocation> extends FileJudgement {
  readonly location: Location;
  readonly path: string;
  /** False if none of it was read. A file is never read in part. */
  readonly complete: boolean;
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

export type RegistryFile = LoadedFile<FoundFile>;

/** Judges a file as read. `faultLimit` is that of `parseFile`. */
export function loadFile<Location extends FileLocation>(
  location: Location,
  reading: FileReading,
  kinds: readonly KindDefinition[],
  faultLimit?: number,
): LoadedFile<Location> {
  try {
    return judge(location, reading, kinds, faultLimit);
  } catch (error) {
    if (!(error instanceof TooLargeError)) throw error;
    return judge(location, refuse(error.problem), kinds);
  }
}

function judge<Location extends FileLocation>(
  location: Location,
  reading: FileReading,
  kinds: readonly KindDefinition[],
  faultLimit?: number,
): LoadedFile<Location> {
  const { path, format, chain, expected, list, isLive = false } = location;
  const place = ({ problem, range, repair }: FileFault): PlacedProblem => ({
    problem,
    place: { file: path, pointer: '', range },
    entry: null,
    ...(repair === undefined ? {} : { repair }),
  });
  const misplaced =
    expected === null
      ? []
      : [place({ problem: { code: 'file/misplaced', data: { expected } }, range: fileTop })];
  const unread = {
    location,
    path,
    text: reading.text,
    entries: [],
    providers: [],
    claims: [],
    status: null,
    ids: [],
    denoms: [],
  };
  const accept = (
    ownFormat: Format | null,
    judged: Partial<FileJudgement> & Pick<FileJudgement, 'problems'>,
    complete = true,
  ): LoadedFile<Location> => {
    const problems = [...misplaced, ...judged.problems];
    return { ...unread, ...judged, format: ownFormat, problems, complete };
  };
  const refuseAll = (ownFormat: Format | null, faults: readonly FileFault[]) =>
    accept(ownFormat, { problems: faults.map(place) }, false);

  const syntax = chooseSyntax(path, format, reading.text ?? '');
  if (syntax === 'json-lines' && reading.text !== null)
    return accept(entries, judgeLines(path, reading.text, kinds));
  const { text, document, faults } = parseFile(reading, { syntax, faultLimit });
  if (document === null) return refuseAll(format, faults);
  const { format: ownFormat, misfits } = recognise(document.value, format, syntax);
  const whole = { path, chain, text, isLive, ...document };
  if (list !== null) return accept(ownFormat, judgeList(whole, list));
  if (ownFormat !== null) return accept(ownFormat, judgeFile(whole, ownFormat, kinds));
  return refuseAll(null, [{ problem: { code: 'file/unknown-format', data: { misfits } }, range: fileTop }]);
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

/**
 * Drops the problem that entries name no provider if the format lets the registry decide and the registry's schema does not require one. That
 * schema is read once per registry, and only if an entry lacks a provider.
 */
export function createProviderFilter(): (file: RegistryFile) => RegistryFile {
  const requirements = new Map<string, boolean>();
  return (file) => {
    const { format, problems } = file;
    const { absolute } = file.location;
    const schema = format?.entryFields.providerSchema;
    if (format === null || schema === undefined) return file;
    if (!problems.some(({ problem }) => problem.code === 'entry/provider-missing')) return file;
    const root = absolute === null ? null : findRoot(dirname(absolute), format);
    const path = root === null ? null : join(root, schema.path);
    const isRequired =
      path !== null && (requirements.get(path) ?? readRequirement(path, schema.requiresProvider));
    if (path !== null) requirements.set(path, isRequired);
    return isRequired
      ? file
      : { ...file, problems: problems.filter(({ problem }) => problem.code !== 'entry/provider-missing') };
  };
}

function readRequirement(path: string, requires: (schema: JsonValue) => boolean): boolean {
  const { document } = parseFile(readRegistryFile(path));
  return document !== null && requires(document.value);
}
