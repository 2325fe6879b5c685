import { stat } from 'node:fs/promises';
import { posix, resolve } from 'node:path';
import { checks } from '../checks/index.js';
import type { ExclusionFile } from '../engine/prepare.js';
import { readExclusions } from '../engine/read-exclusions.js';
import type { Format } from '../formats/format.js';
import { applyExclusions } from '../registry/exclude.js';
import { describeVersion } from '../registry/file-version.js';
import { joinFiles, type Registry } from '../registry/load.js';
import type { LoadedFile } from '../registry/load-file.js';
import { fileTop } from '../registry/rules.js';
import { Polled } from '../registry/polled.js';
import { createRegistryReader } from '../registry/registry-reader.js';
import { TargetIndex } from './target-index.js';

/** Where the entries come from. */
export interface RegistrySourceOptions {
  readonly cwd: string;
  /** A directory or a file; the registry around the working directory if there is none. */
  readonly path: string | undefined;
  readonly format: Format | null;
  /** The kinds to probe. */
  readonly only: ReadonlySet<string>;
  /** The path of the exclusion file; null for none. */
  readonly exclude: string | null;
  /** Minimum time between two checks of the files, in milliseconds; a second by default. */
  readonly intervalMs?: number;
  /** Called with a sentence for each thing that cannot be read, once until the sentence changes. */
  readonly onFault: (sentence: string) => void;
  /** Called with a sentence for each thing that can be read again. */
  readonly onRecovery: (sentence: string) => void;
}

/** Why the entries of a file, or of the registry, are outdated. */
interface Fault {
  /** What cannot be read: the path of a file, or the registry. */
  readonly about: string;
  readonly sentence: string;
}

/** The path of a fault without a registry. */
const wholeRegistry = 'the registry';

/** The result of the last check of the files. */
export interface ReloadState {
  /** Why the registry is outdated; empty if it is current. */
  readonly faults: readonly string[];
  /** When all files were last read, in milliseconds since 1970; null if a file could never be read. */
  readonly succeededAt: number | null;
}

/**
 * A registry that is read again when its files change. A file that cannot be read keeps its last entries, and so does the whole registry if it is
 * gone.
 */
export class RegistrySource {
  state: ReloadState = { faults: [], succeededAt: null };
  /** Sentences for the user, after the first check: if there are any, nothing can be exported. */
  usageErrors: readonly string[] = [];
  /** The directory of the registry, after the first check. */
  base: string;
  readonly #options: RegistrySourceOptions;
  readonly #polled: Polled<TargetIndex>;
  readonly #read: () => Promise<Registry>;
  /** The last version of each file that could be read. */
  #files: ReadonlyMap<string, LoadedFile> = new Map();
  #exclusions: ExclusionFile | null = null;
  #index: TargetIndex | null = null;
  #faults: readonly Fault[] = [];
  #version: readonly unknown[] = [];

  constructor(options: RegistrySourceOptions) {
    this.#options = options;
    const { path, cwd, format } = options;
    this.base = cwd;
    this.#read = createRegistryReader(path === undefined ? [] : [path], {
      cwd,
      format,
      lists: false,
      kinds: checks,
    });
    this.#polled = new Polled(() => this.#look(), options.intervalMs);
  }

  /** The entries as of now; the same object as long as nothing changes. Never rejects. */
  get(): Promise<TargetIndex> {
    return this.#polled.get();
  }

  async #look(): Promise<TargetIndex> {
    const registry = await this.#readRegistry();
    const today = new Date().toISOString().slice(0, 10);
    const version = [registry, await this.#describeExclusions(), today];
    // Nothing has changed, so no file is read again: unreadable files are still unreadable.
    if (this.#index !== null && version.every((part, at) => part === this.#version[at])) return this.#index;
    this.#version = version;
    const isFirst = this.#index === null;
    const faults: Fault[] = [];
    const { exclude, cwd, path } = this.#options;
    const errors: string[] = [];
    const exclusions = readExclusions(exclude, { cwd, option: '--exclude', errors });
    if (errors.length === 0) this.#exclusions = exclusions;
    faults.push(...errors.map((sentence) => ({ about: exclude ?? '', sentence })));
    const read = new Set(errors.length === 0 ? [exclude ?? ''] : []);
    const readFaults: Fault[] = [];
    if (typeof registry === 'string') readFaults.push({ about: wholeRegistry, sentence: registry });
    else {
      readFaults.push(...this.#takeFiles(registry));
      for (const file of registry.loaded) if (!isUnreadable(file)) read.add(file.path);
      read.add(wholeRegistry);
    }
    faults.push(...readFaults);
    this.#index = this.#createIndex();
    if (isFirst && this.usageErrors.length === 0 && this.#index.entries.length === 0) {
      const [first] = readFaults;
      const reason = first === undefined ? '' : ` (${first.sentence})`;
      this.usageErrors = [
        `no endpoints found in ${path ?? wholeRegistry}${reason}: name a registry or one of its files`,
      ];
    }
    this.#setState(faults, read);
    return this.#index;
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

  /** Keeps the files that can be read; returns a sentence for each that cannot. */
  #takeFiles({ loaded }: Registry): readonly Fault[] {
    const unreadable = loaded.filter(isUnreadable);
    const before = this.#files;
    const isGone = unreadable.length === loaded.length && before.size > 0;
    const found = isGone ? [] : loaded.map((file): [string, LoadedFile] => [file.path, file]);
    const read = found.map(([path, file]) => [path, isUnreadable(file) ? (before.get(path) ?? file) : file]);
    // A directory that cannot be searched is reported as one file in it, which was never read.
    const hidden = unreadable.filter(({ path }) => !before.has(path)).map(({ path }) => posix.dirname(path));
    const isHidden = (path: string) => isGone || hidden.some((directory) => path.startsWith(`${directory}/`));
    this.#files = new Map([...[...before].filter(([path]) => isHidden(path)), ...(read as typeof found)]);
    return unreadable.map((file) => ({ about: file.path, sentence: describeFault(file) }));
  }

  #createIndex(): TargetIndex {
    const { entries, problems } = joinFiles([...this.#files.values()], checks);
    const { excluded } = applyExclusions(entries, this.#exclusions?.exclusions ?? [], {
      file: '',
      now: new Date(),
      isWhole: false,
    });
    return new TargetIndex(entries, { problems, excluded, only: this.#options.only });
  }

  #setState(found: readonly Fault[], read: ReadonlySet<string>): void {
    const { onFault, onRecovery } = this.#options;
    const faults = found.map(({ sentence }) => sentence);
    for (const fault of faults) if (!this.state.faults.includes(fault)) onFault(fault);
    for (const about of new Set(this.#faults.map((fault) => fault.about)))
      if (read.has(about)) onRecovery(`${about} can be read again`);
    this.#faults = found;
    this.state = { faults, succeededAt: faults.length === 0 ? Date.now() : this.state.succeededAt };
  }

  async #describeExclusions(): Promise<string> {
    const { exclude, cwd } = this.#options;
    if (exclude === null) return '';
    const stats = await stat(resolve(cwd, exclude), { bigint: true }).catch(() => null);
    return stats === null ? '' : describeVersion(exclude, stats);
  }
}

/** A fault of a file, with its line; a fault of the whole file has none. */
function describeFault({ path, problems }: LoadedFile): string {
  const fault = problems.find(({ problem }) => problem.code !== 'file/misplaced');
  const range = fault?.place.range ?? fileTop;
  const line = range.endLine > 1 || range.endColumn > 1 ? `:${range.line}` : '';
  return `${path}${line} cannot be read (${fault?.problem.code ?? ''})`;
}

/** A file that lists nothing because it could not be read, not because it is empty. */
function isUnreadable({ complete, entries }: LoadedFile): boolean {
  return !complete && entries.length === 0;
}
