import { posix } from 'node:path';
import { checks } from '../checks/index.js';
import { readExclusions } from '../engine/read-exclusions.js';
import { wordProblem } from '../engine/rule-catalogue.js';
import type { Format } from '../formats/format.js';
import { applyExclusions, type Exclusion } from '../registry/exclude.js';
import { joinFiles, type Registry } from '../registry/load.js';
import type { LoadedFile } from '../registry/load-file.js';
import { Polled, createRegistryReader } from '../registry/rereading.js';
import { fileTop } from '../registry/rules.js';
import { TargetIndex } from './target-index.js';

export interface RegistrySourceOptions {
  readonly cwd: string;
  /** A directory or a file; the registry around the working directory if there is none. */
  readonly path: string | undefined;
  readonly format: Format | null;
  readonly only: ReadonlySet<string>;
  /** The path of the exclusion file; null for none. */
  readonly exclude: string | null;
  /** Minimum time between two checks of the files, in milliseconds; a second by default. */
  readonly intervalMs?: number;
  /** Called after the first check with a sentence for each thing that cannot be read any more, or again. */
  readonly onChange: (change: { readonly error: string } | { readonly message: string }) => void;
}

/** What a fault without a file is about. */
const wholeRegistry = 'the registry';

export interface ReloadState {
  /** Why the registry is outdated, in sentences, with what each is about: the path of a file, or the registry. Empty if it is current. */
  readonly faults: ReadonlyMap<string, string>;
  /** When all files were last read, in milliseconds since 1970; null if a file could never be read. */
  readonly succeededAt: number | null;
}

/** A registry that is read again when its files change. What cannot be read, a file or all of it, keeps its last entries. */
export class RegistrySource {
  state: ReloadState = { faults: new Map(), succeededAt: null };
  /** Sentences for the user, after the first check: if there are any, nothing can be exported. */
  usageErrors: readonly string[] = [];
  /** The directory of the registry, after the first check. */
  base: string;
  readonly #options: RegistrySourceOptions;
  readonly #polled: Polled<TargetIndex>;
  readonly #read: () => Promise<Registry>;
  /** The last version of each file that could be read. */
  #files: ReadonlyMap<string, LoadedFile> = new Map();
  #exclusions: readonly Exclusion[] = [];
  #index: TargetIndex | null = null;
  #version: readonly unknown[] = [];

  constructor(options: RegistrySourceOptions) {
    this.#options = options;
    const { path, cwd, format } = options;
    const paths = path === undefined ? [] : [path];
    this.base = cwd;
    this.#read = createRegistryReader(paths, { cwd, format, lists: false, kinds: checks });
    this.#polled = new Polled(() => this.#look(), options.intervalMs);
  }

  /** The entries as of now; the same object as long as nothing changes. Never rejects. */
  get(): Promise<TargetIndex> {
    return this.#polled.get();
  }

  async #look(): Promise<TargetIndex> {
    const { exclude, cwd, path } = this.#options;
    const registry = await this.#readRegistry();
    const errors: string[] = [];
    const exclusions = readExclusions(exclude, { cwd, option: '--exclude', errors })?.exclusions ?? [];
    // Exclusions end with their day.
    const today = new Date().toISOString().slice(0, 10);
    const version = [registry, JSON.stringify([exclusions, errors]), today];
    if (this.#index !== null && version.every((part, at) => part === this.#version[at])) return this.#index;
    this.#version = version;

    const faults = new Map(errors.map((sentence) => [sentence, exclude ?? '']));
    const readable = new Set(errors.length === 0 ? [exclude] : []);
    if (errors.length === 0) this.#exclusions = exclusions;
    if (typeof registry === 'string') faults.set(registry, wholeRegistry);
    else {
      this.#keepFiles(registry);
      readable.add(wholeRegistry);
      for (const file of registry.loaded)
        if (isUnreadable(file)) faults.set(describeFault(file), file.path);
        else readable.add(file.path);
    }
    if (this.#index !== null) this.#reportChanges(faults, readable);
    this.state = { faults, succeededAt: faults.size === 0 ? Date.now() : this.state.succeededAt };
    const index = this.#createIndex();
    if (this.#index === null && this.usageErrors.length === 0 && index.entries.length === 0) {
      const [reason] = [...faults].find(([, about]) => about !== exclude) ?? [];
      const listed = `no endpoints found in ${path ?? wholeRegistry}${reason === undefined ? '' : ` (${reason})`}`;
      this.usageErrors = [`${listed}: name a registry or one of its files`];
    }
    this.#index = index;
    return index;
  }

  /** The registry, or why there is none. */
  async #readRegistry(): Promise<Registry | string> {
    try {
      const registry = await this.#read();
      if (this.#index === null) this.usageErrors = registry.usageErrors;
      this.base = registry.base;
      return registry.usageErrors.length === 0 ? registry : registry.usageErrors.join('; ');
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** Takes the files that can be read; the others stay as they were. */
  #keepFiles({ loaded }: Registry): void {
    const before = this.#files;
    const unreadable = loaded.filter(isUnreadable);
    // Nothing that was read is there any more, as while a new checkout replaces the registry.
    const isGone = unreadable.length === loaded.length && !loaded.some(({ path }) => before.has(path));
    if (isGone && before.size > 0) return;
    // A directory that cannot be searched is reported as one file in it, which was never read.
    const hidden = unreadable.filter(({ path }) => !before.has(path)).map(({ path }) => posix.dirname(path));
    const stays = ([path]: [string, LoadedFile]) =>
      hidden.some((directory) => path.startsWith(`${directory}/`));
    this.#files = new Map([
      ...[...before].filter(stays),
      ...loaded.map((file): [string, LoadedFile] => {
        const previous = isUnreadable(file) ? before.get(file.path) : undefined;
        return [file.path, previous ?? file];
      }),
    ]);
  }

  #createIndex(): TargetIndex {
    const { entries, problems } = joinFiles([...this.#files.values()], checks);
    const now = new Date();
    const { excluded } = applyExclusions(entries, this.#exclusions, { file: '', now, isWhole: false });
    return new TargetIndex(entries, { problems, excluded, only: this.#options.only });
  }

  #reportChanges(faults: ReadonlyMap<string, string>, readable: ReadonlySet<string | null>): void {
    const { onChange } = this.#options;
    const before = this.state.faults;
    for (const error of faults.keys()) if (!before.has(error)) onChange({ error });
    for (const about of new Set(before.values()))
      if (readable.has(about)) onChange({ message: `${about} can be read again` });
  }
}

/** A fault of a file, with its line; a fault of the whole file has none. */
function describeFault({ path, problems }: LoadedFile): string {
  const fault = problems.find(({ problem }) => problem.code !== 'file/misplaced');
  const range = fault?.place.range ?? fileTop;
  const line = range.endLine > 1 || range.endColumn > 1 ? `:${range.line}` : '';
  const why = fault === undefined ? '' : `: ${wordProblem(fault.problem).message}`;
  return `${path}${line} cannot be read${why}`;
}

/** A file that lists nothing because it could not be read, not because it is empty. */
function isUnreadable({ complete, entries }: LoadedFile): boolean {
  return !complete && entries.length === 0;
}
