import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { checks } from '../../src/checks/index.js';
import { wordProblem } from '../../src/engine/rule-catalogue.js';
import { formats } from '../../src/formats/index.js';
import { checkRegistry, type Report, UsageError } from '../../src/index.js';
import type { TextEdit } from '../../src/model/finding.js';
import { findChains } from '../../src/registry/chains.js';
import { applyEdits, removeAt, removeParts } from '../../src/registry/edit/edits.js';
import { insertEntry, type NewEntry } from '../../src/registry/edit/chain-edits.js';
import { insertField, insertItem, type ListPlace } from '../../src/registry/edit/insert-item.js';
import { compareRevisions } from '../../src/registry/git/changes.js';
import type { JsonNode, NewItem } from '../../src/registry/json/json-node.js';
import { LineIndex } from '../../src/model/place.js';
import type { JsonDocument } from '../../src/registry/json/parse-json.js';
import { type FileLocation, loadFile, type LoadedFile } from '../../src/registry/load-file.js';
import { parseFile } from '../../src/registry/parse-file.js';
import { chooseSyntax, loadParsers } from '../../src/registry/syntax/syntaxes.js';
import { type Case, parseCases, renderCase, type Section, section } from './case-files.js';
import { runCli } from './command-line.js';
import { createDirectory, readBytes } from './directory.js';
import { fixFile, formatRange, judgeText } from './registry-files.js';
import { createRepository, openRepository } from './repository.js';

const directory = 'fixtures/cases';
/** Topics whose cases start git. */
export const gitTopics = ['fix-command', 'identity', 'remove-command', 'same-addresses', 'since'];
/** All others. */
export const plainTopics = readdirSync(directory)
  .map((name) => basename(name, '.txt'))
  .filter((name) => !gitTopics.includes(name));
/** Rules that most short files break. */
const ignored = new Set(['file/chain-id-missing', 'file/name-differs', 'file/no-endpoints']);

/** What a case gives to its action. */
interface Given {
  /** Of the first file. */
  readonly path: string;
  readonly before: string;
  /** The contents of all files, and the target of each link in an array. */
  readonly files: Readonly<Record<string, string | readonly [string] | null>>;
  /** The files of the last commit; null if there is none. */
  readonly old: Readonly<Record<string, string>> | null;
  /** The words behind the name of the action. */
  readonly words: readonly string[];
  /** The lines below it. */
  readonly text: string;
}

type Action = (given: Given) => readonly Section[] | Promise<readonly Section[]>;

/** What is done with the files of a case; by default, its file is read and fixed. */
const actions: Readonly<Record<string, Action>> = {
  check: checkFiles,
  compare: compareFiles,
  run: runCommand,
  add: addItem,
  'add-field': (given) =>
    editTree(given, (tree) => insertField(given.before, tree, readPlace(given), readItem(given))),
  'add-entry': addEntry,
  remove: removeNamed,
};

/** A case with what comes of it today. */
async function runCase({ title, sections }: Case): Promise<string> {
  const action = sections.find(({ name }) => name in actions);
  const kinds = new Set(['before', 'old', 'link', 'gone']);
  const inputs = sections.filter(({ name }) => kinds.has(name));
  const file = ({ name, words, text }: Section) => {
    const content = name === 'gone' ? null : name === 'link' ? ([text] as const) : text;
    return [words.join(' '), content] as const;
  };
  const [first] = inputs.filter(({ name }) => name === 'before');
  const old = inputs.filter(({ name }) => name === 'old').map(({ words, text }) => [words.join(' '), text]);
  const results = await (actions[action?.name ?? ''] ?? fixOne)({
    path: first?.words.join(' ') ?? '',
    before: first?.text ?? '',
    files: Object.fromEntries(inputs.filter(({ name }) => name !== 'old').map(file)),
    old: old.length === 0 ? null : (Object.fromEntries(old) as Record<string, string>),
    words: action?.words ?? [],
    text: action?.text ?? '',
  });
  return renderCase({ title, sections: [...inputs, ...(action === undefined ? [] : [action]), ...results] });
}

function locate(path: string): FileLocation {
  for (const format of formats) {
    const { role, chain, list = null } = format.layout.locate(path);
    if (role === 'registered') return { path, format, chain, expected: null, list: null };
    if (role === 'list' && list !== null) return { path, format: null, chain, expected: null, list };
  }
  throw new Error(`no registry reads ${path}`);
}

interface ReadEntry {
  readonly kind: string;
  readonly url: string | null;
  readonly provider: string | null;
  readonly claim: { readonly chainId: string; readonly field: string; readonly derived: boolean } | null;
}

function describeEntry({ kind, url, provider, claim }: ReadEntry): string {
  const origin = claim === null ? '' : `${claim.derived ? 'derived from ' : ''}${claim.field}`;
  const details = [
    provider === null ? [] : `by ${provider}`,
    claim === null ? [] : `of ${claim.chainId} (${origin})`,
  ];
  return [kind, url ?? '-', ...details.flat()].join(' ');
}

/** What is read of one file and reported, and what `--fix` makes of it. */
function fixOne({ path, before }: Given): readonly Section[] {
  const location = locate(path);
  const { entries } = loadFile(location, { text: before, problem: null }, checks);
  const { problems, fixes } = judgeText(location, before);
  const lines = new LineIndex(before);
  const found = problems
    .filter(({ problem }) => !ignored.has(problem.code))
    .map((placed) => {
      const { problem, place } = placed;
      const { line = 1, column = 1, endLine = 1, endColumn = 1 } = place.range ?? {};
      const { message, hint } = wordProblem(problem);
      const at = `${line}:${column}-${endLine}:${endColumn} ${place.pointer ?? ''}`.trimEnd();
      const rule = `${problem.code}${fixes.has(placed) ? ' (fix)' : ''}`;
      return { offset: lines.offset(line, column), text: `${at} ${rule}: ${message}; ${hint}` };
    })
    .sort((a, b) => a.offset - b.offset || (a.text < b.text ? -1 : 1));
  const read = entries.map((entry) => {
    const { range } = entry.urlPlace;
    return `${range?.line}:${range?.column} ${describeEntry(entry)}`;
  });
  const after = fixFile(location, before);
  expect(fixFile(location, after)).toBe(after);
  return [
    ...(after === before ? [] : [section('after', after)]),
    ...(read.length === 0 ? [] : [section('entries', read.join('\n'))]),
    section('findings', found.map(({ text }) => text).join('\n')),
  ];
}

/** The directory of a case, a repository with a change if it has old files. */
async function writeFiles({ files, old }: Given): Promise<string> {
  if (old === null) {
    const cwd = await createDirectory();
    await openRepository(cwd).write(files);
    return cwd;
  }
  const repository = await createRepository(old);
  await repository.write(files);
  return repository.directory;
}

/** `in x a b`: the directory x, and the arguments a and b; those below are a line each. */
function readArguments({ words, text }: Given): readonly [directory: string, args: readonly string[]] {
  const [directory = '', args] = words[0] === 'in' ? [words[1], words.slice(2)] : ['', words];
  return [directory, text === '' ? args : [...args, ...text.split('\n')]];
}

/** The paths are checked, without any the whole registry. */
async function checkFiles(given: Given): Promise<readonly Section[]> {
  // Nothing above the directory is searched.
  const top = given.old === null ? { '.git/HEAD': '' } : {};
  const here = await writeFiles({ ...given, files: { ...top, ...given.files } });
  const [directory, paths] = readArguments(given);
  try {
    const report = await checkRegistry(
      paths.map((path) => path.replace('<here>', here)),
      { cwd: join(here, directory), network: false, ...(given.old === null ? {} : { since: 'HEAD' }) },
    );
    if (given.old === null) await requireSameByName(report, here);
    return describeReport(report);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [section('refused', error.errors.join('\n').replaceAll(here, '<here>'))];
  }
}

/** What is wrong with the place of a file is the same if the file is named. */
async function requireSameByName({ findings }: Report, cwd: string): Promise<void> {
  const ofPlaces = findings.filter(({ rule }) => rule === 'file/misplaced' || rule === 'file/name-differs');
  for (const { rule, file, message, severity } of ofPlaces) {
    const named = await checkRegistry([file ?? ''], { cwd, network: false });
    expect(named.findings).toContainEqual(expect.objectContaining({ rule, file, message, severity }));
  }
}

function describeReport({ files, endpoints, findings, changes }: Report): readonly Section[] {
  const read = files.map(
    ({ path, chain, format }) => `${path} of ${chain ?? 'no chain'} in ${format ?? 'no format'}`,
  );
  const entries = endpoints.map((entry) => {
    const { file, line, column, verdict, skipReason } = entry;
    const left =
      skipReason === null ? (verdict === 'skipped' ? '' : ` ${verdict}`) : ` skipped: ${skipReason}`;
    return `${file}:${line}:${column} ${describeEntry(entry)}${left}`;
  });
  const found = findings.map((finding) => {
    const { file, severity, rule, message, hint, pointer, baselineState } = finding;
    const state = baselineState === null ? '' : ` (${baselineState})`;
    const place = finding.line === null ? '' : `:${formatRange(finding)} ${pointer}`.trimEnd();
    return `${file}${place} ${severity} ${rule}${state}: ${message}; ${hint}`;
  });
  const counts = Object.entries(changes ?? {}).map(([what, count]) => `${what} ${count}`);
  return [
    section('files', read.join('\n')),
    ...(entries.length === 0 ? [] : [section('entries', entries.join('\n'))]),
    ...(counts.length === 0 ? [] : [section('changes', counts.join(', '))]),
    section('findings', found.join('\n')),
  ];
}

/** Compares the old files with the new ones, without git. */
function compareFiles({ files, old }: Given): readonly Section[] {
  const load = ([path, text]: readonly [string, unknown]): LoadedFile =>
    loadFile(locate(path), { text: String(text), problem: null }, checks);
  const now = Object.entries(files).map(load);
  const { counts, removed, unchanged, baseline, problems } = compareRevisions(
    now,
    Object.entries(old ?? {}).map(load),
  );
  const entries = now.flatMap((file) => file.entries);
  const { added, changed, moved, unchanged: same } = counts;
  expect(added + changed + moved + same).toBe(entries.length);
  const found = now.flatMap((file) => file.problems);
  const older = found.filter((problem) => baseline.has(problem));
  const fresh = found.filter((problem) => !baseline.has(problem));
  const word = ({ problem, place }: LoadedFile['problems'][number]) =>
    `${place.file}:${place.range?.line ?? 1} ${problem.code}: ${wordProblem(problem).message}`;
  const probed = entries.filter((entry) => !unchanged.has(entry)).map(describeEntry);
  const gone = removed.map(({ file, line, kind, url, movedTo }) => {
    const place = movedTo === null ? '' : `, now in ${movedTo}`;
    return `${file}:${line} ${kind} ${url}${place}`;
  });
  return [
    section(
      'changes',
      Object.entries(counts)
        .map(([what, count]) => `${what} ${count}`)
        .join(', '),
    ),
    ...(probed.length === 0 ? [] : [section('probed', probed.join('\n'))]),
    ...(gone.length === 0 ? [] : [section('removed', gone.join('\n'))]),
    ...(older.length === 0 ? [] : [section('older', older.map(word).join('\n'))]),
    section('new', [...fresh, ...problems].map(word).join('\n')),
  ];
}

/** A command, and the files that it changes. */
async function runCommand(given: Given): Promise<readonly Section[]> {
  const here = await writeFiles(given);
  const before = await readBytes(here);
  const [directory, args] = readArguments(given);
  const { stdout, stderr, exitCode } = await runCli(args, { cwd: join(here, directory) });
  const after = Object.entries(await readBytes(here)).filter(([path, text]) => before[path] !== text);
  const show = (text: string) =>
    text
      .trimEnd()
      .replaceAll(here, '<here>')
      .replaceAll(/(?<=, )\d+\.\d s(?=\)$)/gm, '<time>')
      .replaceAll(/(?<=HEAD, )[\da-f]{7,}/g, '<commit>');
  return [
    ...after.map(([path, text]) => section(`after ${path}`, Buffer.from(text, 'latin1').toString())),
    ...(stdout === '' ? [] : [section('stdout', show(stdout))]),
    ...(stderr === '' ? [] : [section('stderr', show(stderr))]),
    section(`exit ${exitCode}`, ''),
  ];
}

function parse({ path, before: text }: Given): JsonDocument {
  const { document } = parseFile({ text, problem: null }, { syntax: chooseSyntax(path, null, text) });
  if (document === null) throw new Error(`${path} cannot be parsed: ${text}`);
  return document;
}

/** The text after some edits; refused without any. */
function editTree(given: Given, find: (tree: JsonNode) => readonly TextEdit[] | null): readonly Section[] {
  const edits = find(parse(given).tree);
  return [edits === null ? section('refused', '') : section('after', applyEdits(given.before, edits))];
}

/** `/apis/grpc like /apis/rest`. */
function readPlace({ words: [pointer = '', , ...siblings] }: Given): ListPlace {
  return { pointer: pointer === '(top)' ? '' : pointer, siblings };
}

function readItem({ text }: Given): NewItem {
  return JSON.parse(text) as NewItem;
}

function addItem(given: Given): readonly Section[] {
  const add = (to: Given) => editTree(to, (tree) => insertItem(to.before, tree, readPlace(to), readItem(to)));
  const result = add(given);
  if (given.words[0] === '(top)' && typeof readItem(given) === 'string') {
    // A field is written as the whole file is.
    const nest = (text: string) => `{"k": ${text}}`;
    const nested = add({ ...given, before: nest(given.before), words: ['/k'] });
    expect(nested).toEqual(result.map(({ name, text }) => section(name, nest(text))));
  }
  return result;
}

/** `add-entry pingpub /rpc`: to a list of the last chain of the file. */
function addEntry(given: Given): readonly Section[] {
  const { path, before: text, words } = given;
  const format = formats.find(({ name }) => name === words[0]);
  if (format === undefined) throw new Error(`no format ${words[0]}`);
  const file = { ...parse(given), text, path, chain: null };
  const chain = findChains(file, format).at(-1);
  const list = format.lists.find(
    ({ pointer, isListOf }) => pointer === words[1] && (isListOf?.(chain?.value ?? null) ?? true),
  );
  if (chain === undefined || list === undefined) throw new Error(`no ${words[1]}: ${text}`);
  const entry = JSON.parse(given.text) as NewEntry;
  return editTree(given, () => insertEntry(file, chain, format, list, entry));
}

/** `remove /rpc/0`, or the parts of the whole document by their numbers; `each` by a call of its own. */
function removeNamed(given: Given): readonly Section[] {
  const { before, words } = given;
  const { tree } = parse(given);
  const remove = (parts: readonly string[]) =>
    parts.some((part) => part.startsWith('/'))
      ? removeAt(before, tree, parts)
      : removeParts(before, tree, parts.map(Number));
  if (words[0] !== 'each') return editTree(given, () => remove(words));
  const parts = words.slice(1);
  const edits = parts.flatMap((part) => remove([part]));
  expect(applyEdits(before, edits)).toBe(applyEdits(before, remove(parts)));
  return [section('after', applyEdits(before, edits))];
}

/** Tests that each case of these topics gives what is expected. */
export function testCases(topics: readonly string[]): void {
  beforeAll(() => loadParsers(['yaml', 'toml', 'javascript']));

  test.each(topics)('%s', async (name) => {
    const file = `${directory}/${name}.txt`;
    const rendered = parseCases(readFileSync(file, 'utf8')).map(async ([topic, cases]) => [
      topic,
      ...(await Promise.all(cases.map(runCase))),
    ]);
    const text = (await Promise.all(rendered)).map((parts) => parts.join('\n\n')).join('\n\n');
    // `npx vitest run --project fast test/formats/cases.test.ts -u` writes it; those that start git are in the project slow.
    await expect(`${text}\n`).toMatchFileSnapshot(resolve(file));
  });
}
