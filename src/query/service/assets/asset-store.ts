import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { suggestNearest } from '../../../model/describe-unknown.js';
import { truncate } from '../../../model/text.js';
import { wordProblem } from '../../../engine/rule-catalogue.js';
import { describeVersion } from '../../../registry/read-file.js';
import { ServiceProblem } from '../http/service-problem.js';
import { chainlistItems } from '../../../formats/chainlist/lists.js';
import { type FileTiming, LastGood, Polled } from '../../../registry/rereading.js';
import { type ListFault, type ListItem, readListFile } from '../../../registry/lists/judge-list.js';
import { isJsonObject } from '../../../model/json.js';
import { type Answer, createAnswer } from '../../../http-server/reply.js';

/** A list, or why it cannot be sent: the file, by its path in the registry, and its fault. */
interface ReadList {
  /** Names, sizes and times of the files: when it changes, they are read again. */
  readonly signature: string;
  readonly paths: readonly string[];
  readonly list: AssetList | null;
  readonly broken: (ListFault & { readonly file: string }) | null;
}

type NetworkLists = Readonly<Record<ListKind, Polled<ReadList>>>;
type Networks = ReadonlyMap<string, NetworkLists>;

/** The lists of all networks of a registry, read when they are first needed and again when their files change. */
export class AssetStore {
  readonly #root: string;
  readonly #timing: FileTiming;
  /** Networks, also those whose directory is missing for a moment. */
  readonly #known = new Map<string, LastGood<NetworkLists>>();
  readonly #networks: Polled<Networks>;

  /** `root` is the directory that holds `chain`. */
  constructor(root: string, timing: FileTiming = {}) {
    this.#root = root;
    this.#timing = timing;
    const last = new LastGood<Networks>(timing.settlingMs);
    this.#networks = new Polled(() => last.load(() => this.#findNetworks()), timing.intervalMs);
  }

  /** Finds a list of a network. Throws a ServiceProblem: 404 for an unknown network, 502 if its files cannot be read. */
  async find(network: string, kind: ListKind): Promise<AssetList> {
    const networks = await this.#networks.get().catch(refuse);
    const lists = networks.get(network);
    if (lists === undefined) {
      const near = suggestNearest(network, networks.keys());
      throw new ServiceProblem(404, `unknown network ${JSON.stringify(truncate(network))}${near}`);
    }
    const { list, broken } = await lists[kind].get().catch(refuse);
    if (list !== null) return list;
    if (broken === null) throw new Error('a list without content must be broken');
    const { file, line, problem } = broken;
    throw new ServiceProblem(502, `${file}, line ${line}: ${wordProblem(problem).message}`);
  }

  async #findNetworks(): Promise<Networks> {
    const names = new Set(await listNetworks(this.#root));
    const networks = new Map<string, NetworkLists>();
    for (const name of new Set([...names, ...this.#known.keys()])) {
      const latest = this.#known.get(name) ?? new LastGood<NetworkLists>(this.#timing.settlingMs);
      this.#known.set(name, latest);
      const lists = names.has(name) ? latest.accept(latest.good ?? this.#createLists(name)) : latest.reject();
      if (lists === null) this.#known.delete(name);
      else networks.set(name, lists);
    }
    return networks;
  }

  #createLists(network: string): NetworkLists {
    const { intervalMs, settlingMs } = this.#timing;
    const create = (kind: ListKind) =>
      new Polled(createListReader(this.#root, network, kind, settlingMs), intervalMs);
    const kinds = Object.keys(chainlistItems) as ListKind[];
    return Object.fromEntries(kinds.map((kind) => [kind, create(kind)])) as NetworkLists;
  }
}

/** The names of a registry's networks, and the only ones that ever become part of a path. Skips symbolic links. Rejects if they cannot be listed. */
export async function listNetworks(root: string): Promise<readonly string[]> {
  const directory = join(root, 'chain');
  if (!(await lstat(directory)).isDirectory()) return [];
  const entries = await readdir(directory, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** For a directory that cannot be listed, or that was removed meanwhile. */
function refuse(error: unknown): never {
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  throw new ServiceProblem(502, `the registry cannot be read: ${code}`);
}

/** Reads a list, again only if its files have changed. A broken or missing file keeps its content for a moment. Rejects if the directory cannot be read. */
function createListReader(
  root: string,
  network: string,
  kind: ListKind,
  settlingMs?: number,
): () => Promise<ReadList> {
  const last = new LastGood<ReadList>(settlingMs);
  let newest: ReadList | null = null;
  return async () => {
    try {
      newest = await readList(root, network, kind, newest);
    } catch (error) {
      const previous = last.reject();
      if (previous === null) throw error;
      return previous;
    }
    const { list, paths } = newest;
    const isMissing = (path: string) => !paths.includes(path);
    if (list !== null && last.good?.paths.some(isMissing) !== true) return last.accept(newest);
    return last.reject() ?? newest;
  };
}

async function readList(
  root: string,
  network: string,
  kind: ListKind,
  before: ReadList | null,
): Promise<ReadList> {
  const directory = `chain/${network}`;
  const names = await readdir(join(root, directory));
  // By code units, so in the same order on every system.
  const own = names.filter((name) => name.startsWith(kind) && name.endsWith('.json')).sort();
  const paths = own.map((name) => `${directory}/${name}`);
  const stats = await Promise.all(paths.map((path) => lstat(join(root, path), { bigint: true })));
  const signature = stats.map((stat, index) => describeVersion(paths[index] ?? '', stat)).join('\n');
  if (before?.signature === signature) return before;
  const files = [];
  for (const path of paths) {
    const reading = readListFile(join(root, path));
    if (reading.fault !== null)
      return { signature, paths, list: null, broken: { ...reading.fault, file: path } };
    files.push(reading);
  }
  return { signature, paths, list: createAssetList(kind, files), broken: null };
}

export type ListKind = keyof typeof chainlistItems;

/** A list of a network, ready to be sent: the JSON of the files verbatim, with every digit. */
export interface AssetList {
  readonly whole: Answer;
  /** The item of a symbol, denom or contract; null without one. */
  readonly find: (symbol: string) => Answer | null;
}

interface ListFile {
  readonly text: string;
  readonly items: readonly ListItem[];
}

export function createAssetList(kind: ListKind, files: readonly ListFile[]): AssetList {
  const [only] = files;
  const items = files.flatMap((file) => file.items);
  const whole =
    files.length === 1 && only !== undefined ? only.text : `[${items.map(({ text }) => text).join(',')}]`;
  // Made once, not for each request.
  const answers = items.map(({ text, value }) => ({ value, answer: createAnswer(text) }));
  const { identity, identityForm, symbol: symbolField } = chainlistItems[kind];
  const finders = [createFinder(answers, identity, identityForm.fold)];
  // A symbol may not be unique: the first item with it wins.
  if (kind === 'assets')
    for (const fold of [(key: string) => key, (key: string) => key.toLowerCase()])
      finders.push(createFinder(answers, [symbolField], fold));
  return {
    whole: createAnswer(whole),
    find: (symbol) => finders.map((find) => find(symbol)).find((answer) => answer !== undefined) ?? null,
  };
}

/** Finds items by the first of these fields that each has. */
function createFinder(
  items: readonly { readonly value: ListItem['value']; readonly answer: Answer }[],
  fields: readonly { readonly name: string }[],
  fold: (key: string) => string,
): (key: string) => Answer | undefined {
  const index = new Map<string, Answer>();
  for (const { answer, value } of items) {
    if (!isJsonObject(value)) continue;
    const field = fields.find(({ name }) => Object.hasOwn(value, name));
    const key = field === undefined ? undefined : value[field.name];
    if (typeof key === 'string' && !index.has(fold(key))) index.set(fold(key), answer);
  }
  return (key) => index.get(fold(key));
}
