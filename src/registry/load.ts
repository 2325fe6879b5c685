import pLimit from 'p-limit';
import type { Entry } from '../model/entry.js';
import type { PlacedProblem } from '../model/finding.js';
import type { EndpointKind } from '../model/kind.js';
import type { FileReport } from '../model/report.js';
import type { Problem } from '../model/rule.js';
import { discoverFiles, type FoundFile } from './discover.js';
import { RegistryDocument } from './document.js';
import { judgeFile } from './judge-file.js';
import { LineIndex } from './line-index.js';
import { depthLimit, parseJson } from './parse-json.js';
import { decode, type FileReading, readRegistryFile, sizeLimitBytes } from './read-file.js';
import { findOddSpellings, type NamedEntry } from './spelling.js';

const filesAtOnce = 16;

/** What was read of a registry. */
export interface Registry {
  /** The folder that the files' paths are relative to. */
  readonly base: string;
  readonly files: readonly FileReport[];
  /** The texts of the files that could be decoded, by path, for reporters that show the line. */
  readonly texts: ReadonlyMap<string, string>;
  readonly entries: readonly Entry[];
  readonly problems: readonly PlacedProblem[];
  /** Sentences for the user; where there is one, the paths are wrong usage. */
  readonly complaints: readonly string[];
}

/** Which files to read, and what their entries may be. */
export interface RegistryOptions {
  readonly cwd: string;
  /** The name that discovery looks for. */
  readonly fileName: string;
  readonly kinds: readonly EndpointKind[];
  /** Called only where `-` is among the paths; more than `limitBytes` need not be read. */
  readonly readStdin: (limitBytes: number) => Promise<Buffer>;
}

/** Reads the registry files at the paths and judges their structure. Dials nothing; follows no symbolic link. */
export async function loadRegistry(paths: readonly string[], options: RegistryOptions): Promise<Registry> {
  const { base, files, complaints } = await discoverFiles(paths, options);
  // A few at a time: a large registry has more files than a process may hold open.
  const atOnce = pLimit(filesAtOnce);
  const loaded = await Promise.all(files.map((file) => atOnce(() => loadFile(file, options))));
  const named = loaded.flatMap((file) => file.named);
  return {
    base,
    files: files.map(({ path, chain }) => ({ path, chain })),
    texts: new Map(loaded.flatMap(({ path, text }) => (text === null ? [] : [[path, text]]))),
    entries: loaded.flatMap(({ entries }) => entries),
    problems: [...loaded.flatMap(({ problems }) => problems), ...findOddSpellings(named)],
    complaints,
  };
}

interface LoadedFile {
  readonly path: string;
  readonly text: string | null;
  readonly entries: readonly Entry[];
  readonly named: readonly NamedEntry[];
  readonly problems: readonly PlacedProblem[];
}

async function loadFile(file: FoundFile, { kinds, readStdin }: RegistryOptions): Promise<LoadedFile> {
  const { path, chain, expected } = file;
  const problems: PlacedProblem[] = [];
  const add = (problem: Problem, range: PlacedProblem['place']['range']) =>
    problems.push({ problem, place: { file: path, pointer: '', range }, entry: null });
  const top = { line: 1, column: 1, endLine: 1, endColumn: 1 };
  if (expected !== null) add({ code: 'param/misplaced-file', data: { expected } }, top);

  const reading = await readFile(file, readStdin);
  if (reading.text === null) {
    const { before } = reading;
    add(reading.problem, new LineIndex(before).range(before.length, 0));
    return { path, text: null, entries: [], named: [], problems };
  }
  const { text } = reading;
  const parsed = parseJson(text);
  if ('kind' in parsed) {
    const lines = new LineIndex(text);
    if (parsed.kind === 'depth') {
      add({ code: 'param/too-deep', data: { limit: depthLimit } }, lines.range(parsed.offset, 1));
    } else {
      const { reason, mend, offset, length } = parsed.fault;
      add({ code: 'param/invalid-json', data: { reason, mend } }, lines.range(offset, length));
    }
    return { path, text, entries: [], named: [], problems };
  }
  const judged = judgeFile(new RegistryDocument(path, chain, text, parsed), kinds);
  return { path, text, ...judged, problems: [...problems, ...judged.problems] };
}

async function readFile(file: FoundFile, readStdin: RegistryOptions['readStdin']): Promise<FileReading> {
  if (file.absolute === null) return decode(await readStdin(sizeLimitBytes + 1));
  if (file.behindLink) return { text: null, problem: { code: 'param/symlink', data: {} }, before: '' };
  return readRegistryFile(file.absolute);
}
