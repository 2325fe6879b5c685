import assert from 'node:assert/strict';
import { checks } from '../../../src/checks/index.js';
import { formats } from '../../../src/formats/index.js';
import type { Format } from '../../../src/formats/format.js';
import { LineIndex } from '../../../src/model/place.js';
import { type FileLocation, type LoadedFile, loadFile } from '../../../src/registry/load-file.js';
import { compareRevisions } from '../../../src/registry/git/changes.js';
import { type FixedText, type FixOptions, fixText } from '../../../src/registry/edit/fixes.js';
import { isJsonObject } from '../../../src/model/json.js';
import { describeAddress } from '../../../src/model/kind.js';
import type { PlacedProblem } from '../../../src/model/finding.js';
import { applyEdits } from '../../../src/registry/edit/edits.js';
import { getRule } from '../../../src/engine/rule-catalogue.js';
import { nameInRegistry, readValueNaively, realFormats } from '../../formats/naive-readers.js';
import { judgeText } from '../../support/registry-files.js';
import { listSeedFiles, type SeedFile } from './seed-files.js';
import { readJson, type Target } from './target.js';

const seedFiles: Readonly<Record<string, readonly SeedFile[]>> = {
  chainlist: [...listSeedFiles('fixtures/registries', 'param.json', 16)],
  ...Object.fromEntries(
    realFormats.map((name) => [name, listSeedFiles(`fixtures/real/${name}`, '.json', 12)] as const),
  ),
};

/** The readers of the formats: every entry is found that a program of a few lines finds, and everything is where it says. */
export const formatTargets: readonly Target[] = formats
  .filter(({ name }) => seedFiles[name] !== undefined)
  .map((format): Target => {
    const seeds = seedFiles[format.name] ?? [];
    const paths = [...new Set(seeds.map(({ path }) => nameInRegistry(path)))];
    return {
      name: `format-${format.name}`,
      seeds: seeds.map(({ text }) => text),
      longest: 8_192,
      check: (text) => {
        const path = format.name === 'keplr' ? placeKeplr(text) : (paths[0] ?? '');
        const file = load(format, path, text);
        checkPlaces(file, text);
        checkNaively(format, path, text, file);
        checkFixes(format, path, text, file);
        checkComparison(format, path, text, file);
      },
    };
  });

/** The status of a chain decides where its file has to be. */
function placeKeplr(text: string): string {
  const value = readJson(text);
  const id = isJsonObject(value) ? value['chainId'] : undefined;
  return typeof id === 'string' && id.startsWith('eip155:') ? 'evm/eip155:1.json' : 'cosmos/a.json';
}

function load(format: Format, path: string, text: string): LoadedFile {
  return loadFile(locate(format, path), { text, problem: null }, checks);
}

function locate(format: Format, path: string): FileLocation {
  const { chain } = format.layout.locate(path);
  return { path, format, chain, expected: null, list: null };
}

/** Asserts that all entries are within the text, and each url at its place. */
export function checkPlaces({ problems, entries, format }: LoadedFile, text: string): void {
  const lines = new LineIndex(text);
  for (const { place } of [...problems, ...entries]) {
    if (place.range === null) continue;
    const { line, column, endLine, endColumn } = place.range;
    const [start, end] = [lines.offset(line, column), lines.offset(endLine, endColumn)];
    assert.ok(
      start <= end && end <= Math.max(1, text.length + 1),
      `place outside: ${start} to ${end} of ${text.length}`,
    );
  }
  for (const { urlPlace, url } of entries) {
    if (url === null || urlPlace.range === null) continue;
    const { line, column, endLine, endColumn } = urlPlace.range;
    const written = text.slice(lines.offset(line, column), lines.offset(endLine, endColumn));
    const listed = JSON.parse(written) as string;
    const derived = format?.lists.flatMap(({ deriveAddress }) => deriveAddress?.(listed) ?? []) ?? [];
    assert.ok([listed, ...derived].includes(url), `${url} is said to be at ${written}`);
  }
}

function checkNaively({ name, lists }: Format, path: string, text: string, file: LoadedFile): void {
  const value = readJson(text);
  if (value === undefined || typeof value !== 'object' || value === null || !file.complete) return;
  // Omitted parts are reported.
  const isRefused = ({ problem }: PlacedProblem) =>
    ['file/unsupported-chain', 'file/schema'].includes(problem.code);
  if (file.problems.some(isRefused)) return;
  let naive: ReturnType<typeof readValueNaively>;
  try {
    naive = readValueNaively(name, value, path);
  } catch {
    // It expects the types of a valid file.
    return;
  }
  const found = file.entries.map(({ kind, url }) => `${kind} ${String(url)}`);
  for (const { kind, url } of naive) {
    if (typeof url !== 'string' || !checks.some((check) => check.kind === kind)) continue;
    // It is derived from the other value, even if that is wrong.
    if (lists.some((list) => list.kind === kind && list.deriveAddress !== undefined)) continue;
    const at = found.findIndex((entry) => entry === `${kind} ${url}` || entry.endsWith(` ${url}`));
    assert.ok(at >= 0, `only the naive reader finds: ${kind} ${url}, the other ${found.join(', ')}`);
    found.splice(at, 1);
  }
}

/** Fixes a text as `--fix` does: once is enough, only a fix changes it, and JSON stays JSON. */
export function checkFixing(text: string, judge: FixOptions['judge']): FixedText {
  const accepts = ({ problem }: PlacedProblem) => getRule(problem).fixable === '--fix';
  const fixed = fixText(text, judge(text), { judge, accepts });
  assert.equal(fixed.text !== text, fixed.fixed.length > 0, 'fixes without a change, or the other way round');
  if (readJson(text) !== undefined)
    assert.notEqual(readJson(fixed.text), undefined, 'the fixed file does not parse');
  const again = fixText(fixed.text, judge(fixed.text), { judge, accepts });
  assert.equal(again.text, fixed.text, 'fixed twice is not fixed once');
  return fixed;
}

function checkFixes(format: Format, path: string, text: string, file: LoadedFile): void {
  const judge = (content: string) => judgeText(locate(format, path), content);
  for (const { edits } of judge(text).fixes.values()) applyEdits(text, edits);
  const { text: fixed, fixed: problems } = checkFixing(text, judge);
  if (readJson(text) === undefined) return;
  // No endpoint is lost, none becomes another: all readable addresses are still there.
  const loaded = load(format, path, fixed);
  // A corrected field may mean that nothing in the file is for this check, or change the kind of an address.
  const isUnsupported = loaded.problems.some(({ problem }) => problem.code === 'file/unsupported-chain');
  const decidesKind = (field: unknown) => format.name === 'keplr' && field === 'chainId';
  const isReadAnew = problems.some(({ problem }) => decidesKind(problem.data['expected']));
  if (isUnsupported || isReadAnew) return;
  const after = listAddresses(loaded);
  for (const address of listAddresses(file)) assert.ok(after.has(address), `lost: ${address} in ${fixed}`);
}

function listAddresses({ entries }: LoadedFile): Set<string> {
  return new Set(
    entries.flatMap(({ kind, target }) => (target === null ? [] : [`${kind} ${describeAddress(target)}`])),
  );
}

function checkComparison(format: Format, path: string, text: string, file: LoadedFile): void {
  const same = compareRevisions([file], [load(format, path, text)]);
  const { counts } = same;
  assert.deepEqual([counts.added, counts.changed, counts.moved, counts.removed], [0, 0, 0, 0]);
  assert.ok(file.entries.every((entry) => same.untouched.has(entry)));
  assert.equal(same.baseline.size, file.problems.length, 'a problem is new though nothing changed');
  // What a file lists that cannot be read is unknown, and so is what it lists no more.
  if (!file.complete) return;
  const cut = load(format, path, text.slice(0, text.length >> 1) + text.slice((text.length >> 1) + 1));
  const changed = compareRevisions([file], [cut], () => false).counts;
  assert.equal(changed.added - changed.removed, file.entries.length - cut.entries.length);
}
