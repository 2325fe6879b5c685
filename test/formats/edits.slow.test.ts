import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { EntryList, Format } from '../../src/formats/format.js';
import { formats } from '../../src/formats/index.js';
import { getValue, isJsonObject, type JsonValue } from '../../src/model/json.js';
import { type FileChain, findChains } from '../../src/registry/chains.js';
import { applyEdits, removeAt } from '../../src/registry/edit/edits.js';
import { insertEntry } from '../../src/registry/edit/chain-edits.js';
import { findNode } from '../../src/registry/document.js';
import type { JsonNode } from '../../src/registry/json/json-node.js';
import { type JsonDocument, parseJson } from '../../src/registry/json/parse-json.js';

/** A list of a chain of a real file. */
interface RealList {
  readonly name: string;
  readonly text: string;
  readonly document: JsonDocument;
  readonly chain: FileChain;
  readonly list: EntryList;
  readonly pointer: string;
  /** Null if it is missing. */
  readonly node: JsonNode | null;
}

function parse(text: string): JsonDocument {
  const parsed = parseJson(text);
  if (!('tree' in parsed)) throw new Error('not JSON');
  return parsed;
}

/** The lists of all files below a directory that are JSON and fit a format, missing lists too. */
function* readLists(format: Format, directory: string): Generator<RealList> {
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    if (!/\.json(?:[.-]\w+)?$/.test(name)) continue;
    const text = readFileSync(join(directory, name), 'utf8');
    const document = parseJson(text);
    if (!('tree' in document) || format.findMisfit(document.value) !== null) continue;
    for (const chain of findChains({ ...document, text, path: name, chain: null }, format)) {
      for (const list of format.lists) {
        const pointer = chain.pointer + list.pointer;
        const isThere = hasValue(document.value, pointer);
        const node = isThere ? findNode(document.tree, pointer) : null;
        yield { name: `${name} ${pointer}`, text, document, chain, list, pointer, node };
      }
    }
  }
}

function hasValue(value: JsonValue, pointer: string): boolean {
  const at = pointer.lastIndexOf('/');
  const parent = getValue(value, pointer.slice(0, at));
  return isJsonObject(parent) && Object.hasOwn(parent, pointer.slice(at + 1));
}

/** A copy of a value with another one at a pointer, and the objects on the way to it. */
function replaceAt(value: JsonValue, pointer: string, change: (old: JsonValue) => JsonValue): JsonValue {
  const [, token, rest] = /^\/([^/]+)(.*)$/s.exec(pointer) ?? [];
  if (token === undefined) return change(value);
  const changeChild = (child: JsonValue = {}) =>
    rest === '' || rest === undefined ? change(child) : replaceAt(child, rest, change);
  if (Array.isArray(value)) {
    const items: readonly JsonValue[] = value;
    return items.map((item, index) => (index === Number(token) ? changeChild(item) : item));
  }
  const fields = isJsonObject(value) ? value : {};
  return { ...fields, [token]: changeChild(fields[token]) };
}

const address = 'https://new.example.com/"ä"';
const provider = 'New ⚡';
const registries = [
  ['chain-registry', 'fixtures/real/chain-registry'],
  ['ethereum-lists', 'fixtures/real/ethereum-lists'],
  ['pingpub', 'fixtures/real/pingpub'],
  ['chainlist', 'fixtures/registries/real'],
] as const;

describe.each(registries)('the files of a real registry: %s', (formatName, directory) => {
  const format = formats.find(({ name }) => name === formatName);
  if (format === undefined) throw new Error(`no format ${formatName}`);
  const lists = [...readLists(format, directory)];
  const isEmpty = ({ node }: RealList) => node?.type === 'array' && node.items.length === 0;
  const add = ({ text, document, chain, list }: RealList) =>
    insertEntry({ ...document, text }, chain, format, list, { address, provider }) ?? [];
  /** The new entry as an item: a bare address beside strings, and if the format has no other items. */
  const makeItem = (isString: boolean): JsonValue =>
    isString ? address : { [format.entryFields.address.name]: address, provider };

  test('there are enough lists', () => {
    expect(lists.filter(({ node }) => (node?.items.length ?? 0) > 0).length).toBeGreaterThan(50);
  });

  test('an entry is added, and nothing else changes; removed again it leaves no trace', () => {
    for (const real of lists.filter((list) => list.node !== null && !isEmpty(list))) {
      const { name, text, document, pointer, node } = real;
      const edits = add(real);
      const added = applyEdits(text, edits);
      const { value, tree } = parse(added);
      const item = makeItem(node?.type === 'string' || node?.items.at(-1)?.type === 'string');
      const append = (old: JsonValue): JsonValue => [
        ...(Array.isArray(old) ? (old as JsonValue[]) : [old]),
        item,
      ];
      expect(value, name).toEqual(replaceAt(document.value, pointer, append));
      expect(edits.length > 0 && edits.every(({ length }) => length === 0), name).toBe(true);
      if (node?.type !== 'array') continue;
      const removed = applyEdits(added, removeAt(added, tree, [`${pointer}/${node.items.length}`]));
      expect(removed, name).toBe(text);
    }
  });

  test('an entry is added to an empty list, of which only the white space is removed', () => {
    for (const real of lists.filter(isEmpty)) {
      const { name, text, document, pointer, node } = real;
      const added = applyEdits(text, add(real));
      const { value, tree } = parse(added);
      const item = makeItem(typeof getValue(value, `${pointer}/0`) === 'string');
      expect(value, name).toEqual(replaceAt(document.value, pointer, () => [item]));
      const removed = applyEdits(added, removeAt(added, tree, [`${pointer}/0`]));
      const { offset, length } = node ?? document.tree;
      expect(removed, name).toBe(`${text.slice(0, offset)}[]${text.slice(offset + length)}`);
    }
  });

  test('a missing list is created, and nothing else changes', () => {
    for (const real of lists.filter(({ node }) => node === null)) {
      const { name, text, document, pointer } = real;
      const edits = add(real);
      const { value } = parse(applyEdits(text, edits));
      const made = getValue(value, pointer);
      const item = makeItem(made === address || getValue(value, `${pointer}/0`) === address);
      expect(value, name).toEqual(replaceAt(document.value, pointer, () => (made === item ? item : [item])));
      expect(
        edits.map(({ length }) => length),
        name,
      ).toEqual([0]);
    }
  });

  test('each entry can be removed, and changes at most its own lines and the one before', () => {
    let count = 0;
    for (const { name, text, document, pointer, node } of lists) {
      const items = node?.items ?? [];
      for (const [index, item] of items.entries()) {
        const removed = applyEdits(text, removeAt(text, document.tree, [`${pointer}/${index}`]));
        const leave = (old: JsonValue) => (old as readonly JsonValue[]).filter((_, at) => at !== index);
        expect(parse(removed).value, name).toEqual(replaceAt(document.value, pointer, leave));
        // The rest of a list without items is on one line.
        const { line, endLine } =
          items.length === 1 && node !== null ? node.range : { ...item.range, line: item.range.line - 1 };
        const lines = text.split(/(?<=\n)/);
        expect(removed.startsWith(lines.slice(0, line - 1).join('')), `${name}/${index}`).toBe(true);
        expect(removed.endsWith(lines.slice(endLine).join('')), `${name}/${index}`).toBe(true);
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(100);
  });
});
