import type { Target } from '../../model/entry.js';
import { isBlank } from '../../model/text.js';
import type { PlacedProblem, TextEdit } from '../../model/finding.js';
import type { AddressForms, KindDefinition, UrlCorrection, UrlReading } from '../../model/kind.js';
import { findValue, splitPointer, remember } from '../document.js';
import {
  judgeHostCase,
  judgeHostName,
  lowerHost,
  findAddress,
  type ListedAddress,
} from '../listed-address.js';
import type { JsonNode, Field } from '../json/json-node.js';
import { fixString, removeParts } from './edits.js';
import { type EntryPlace, findEntry, findPart, type FixableFile, type Fixes } from './fixable-file.js';
import type { ItemDefinition } from '../../formats/list-definition.js';
import { removeInvisible } from '../lists/judge-list.js';
import { findIntended } from '../field-names.js';

/** Of entries of endpoints, and of items of other lists. */
export const itemFixes: Fixes = {
  'entry/duplicate': removeRepeatedEntry,
  'entry/host-case': correctAddress,
  'entry/peer-id': correctAddress,
  'entry/provider-spelling': writeProvider,
  'entry/url-malformed': correctAddress,
  'entry/url-path': correctAddress,
  'entry/url-port': correctAddress,
  'entry/url-scheme': correctAddress,
  'entry/url-whitespace': correctAddress,
  'list/address': writeVisible,
  'list/decimals': writeDecimals,
  'list/denom': writeVisible,
  'list/duplicate': removeRepeatedItem,
  'list/schema': renameItemFields,
};

/** Corrects an address if an edit solves this problem, and otherwise removes an entry whose strings are all empty. */
function correctAddress({ problem, entry }: PlacedProblem, file: FixableFile): readonly TextEdit[] {
  const place = entry === null ? null : findEntry(file, entry);
  if (place === null) return [];
  const { list, fields, kind, item } = place;
  const address = findAddress(item, list, fields);
  const { text } = file.document;
  const corrected = address.written === null ? null : correctUrl(address.written, kind, list.addressForms);
  return corrected?.fixed.has(problem.code) === true &&
    !isOfOtherKind(corrected, kind, file.kinds, list.addressForms)
    ? writeUrl(text, address, corrected.url)
    : removeEmpty(text, place);
}

/** If the host name belongs to another kind, the line was probably copied from another list, and another scheme would not help. */
function isOfOtherKind(
  { url, fixed }: CorrectedUrl,
  kind: KindDefinition,
  kinds: readonly KindDefinition[],
  forms: AddressForms,
): boolean {
  const { target } = kind.readUrl(url, forms);
  return fixed.has('entry/url-scheme') && target !== null && judgeHostName(target, kind, kinds) !== null;
}

/** The edits that change the url of an entry. The part before the first `@`, an id, is in a separate field. */
function writeUrl(text: string, { id, node }: ListedAddress, corrected: string): readonly TextEdit[] {
  if (node === undefined) return [];
  const at = id === undefined ? -1 : corrected.indexOf('@');
  const edits =
    node.string === corrected.slice(at + 1) ? [] : [fixString(text, node, corrected.slice(at + 1))];
  return id === undefined || id.string === corrected.slice(0, at)
    ? edits
    : [fixString(text, id, corrected.slice(0, at)), ...edits];
}

function removeEmpty(text: string, { container, index, item }: EntryPlace): readonly TextEdit[] {
  const strings = item.type === 'object' ? item.fields.map(({ value }) => value) : [item];
  const isEmpty = strings.every(({ type, string }) => type === 'string' && isBlank(string));
  return container.type === 'array' && isEmpty ? removeParts(text, container, [index]) : [];
}

/**
 * Removes an entry that repeats an earlier one of the same array, unless it says anything else, such as another provider, or one is TLS and the other
 * plaintext.
 */
function removeRepeatedEntry({ entry, original }: PlacedProblem, file: FixableFile): readonly TextEdit[] {
  const place = entry === null ? null : findEntry(file, entry);
  const first = findPart(file, original?.pointer ?? null);
  if (place === null || first === undefined || entry?.target == null) return [];
  const { list, fields, kind, item, container, index } = place;
  const { text } = file.document;
  const { target } = kind.readUrl(findAddress(first, list, fields).written ?? '', list.addressForms);
  const isRepeated = item.fields.every(({ name, value }) => {
    const counterpart = findValue(first, name);
    return (
      name === fields.address.name ||
      (counterpart !== undefined && readRaw(text, counterpart) === readRaw(text, value))
    );
  });
  return isRepeated && target !== null && isSameTransport(target, entry.target)
    ? removeParts(text, container, [index])
    : [];
}

/** A gRPC address without a scheme leaves TLS or plaintext open; it never has a path. */
function isSameTransport(first: Target, later: Target): boolean {
  const isOpen = (target: Target) => target.exactTransport !== true && target.path === '';
  return first.secure === later.secure || isOpen(first) || isOpen(later);
}

function readRaw(text: string, { offset, length }: JsonNode): string {
  return text.slice(offset, offset + length);
}

function writeProvider({ problem, place }: PlacedProblem, file: FixableFile): readonly TextEdit[] {
  const { usual } = problem.data;
  const node = findPart(file, place.pointer);
  return node === undefined || typeof usual !== 'string' ? [] : [fixString(file.document.text, node, usual)];
}

interface CorrectedUrl {
  readonly url: string;
  readonly fixed: ReadonlySet<string>;
}

/** In UTF-16 code units. Far above any real url: some corrections take quadratic time on hostile ones. */
const maxLength = 2_048;

/**
 * Corrects the mistakes in a url if there is exactly one way to do so; otherwise null. A correction counts only if it makes the url readable, or
 * leaves fewer problems and adds none. A url that is readable already only gets its scheme and host in lower case and loses a trailing slash.
 */
export function correctUrl(url: string, kind: KindDefinition, forms: AddressForms): CorrectedUrl | null {
  if (url.length > maxLength) return null;
  const read = (address: string) => ({ url: address, reading: kind.readUrl(address, forms) });
  const original = read(url);
  const corrections = kind.corrections ?? [];
  // All at once comes last, for mistakes that hide each other.
  const all: UrlCorrection = (address) =>
    corrections.reduce((corrected, correct) => correct(corrected, forms), address);
  let current = original;
  // Ends, since each round leaves fewer problems.
  for (let improved = true; improved;) {
    improved = false;
    for (const correct of [...corrections, all]) {
      if (current.reading.problems.length === 0) break;
      const corrected = correct(current.url, forms);
      if (corrected === current.url) continue;
      const next = read(corrected);
      if (!isBetter(next.reading, current.reading)) continue;
      current = next;
      improved = true;
    }
  }
  if (current.reading.target !== null) current = read(lowerHost(current.url));
  if (current.url === url) return null;
  const codes = findCodes(current);
  return { url: current.url, fixed: new Set([...findCodes(original)].filter((code) => !codes.has(code))) };
}

function isRead({ target, problems }: UrlReading): boolean {
  return target !== null || problems.length === 0;
}

function isBetter(next: UrlReading, current: UrlReading): boolean {
  if (isRead(next) && !isRead(current)) return true;
  const nextCodes = listCodes(next);
  const before = listCodes(current);
  return nextCodes.size < before.size && [...nextCodes].every((code) => before.has(code));
}

function findCodes({ url, reading }: { readonly url: string; readonly reading: UrlReading }): Set<string> {
  const hostCase = reading.target === null ? null : judgeHostCase(url);
  return listCodes({ problems: hostCase === null ? reading.problems : [...reading.problems, hostCase] });
}

function listCodes({ problems }: Pick<UrlReading, 'problems'>): Set<string> {
  return new Set(problems.map(({ code }) => code));
}

function renameItemFields({ place }: PlacedProblem, file: FixableFile): readonly TextEdit[] {
  const item = splitPointer(place.pointer ?? '').parent === '' ? findPart(file, place.pointer) : undefined;
  const definition = file.list?.items ?? null;
  return item === undefined || definition === null ? [] : renameFields(item, definition);
}

function renameFields(item: JsonNode, { identity, symbol, decimals }: ItemDefinition): readonly TextEdit[] {
  const names = [...identity, symbol, decimals];
  const intended = new Map<string, readonly Field[]>();
  for (const field of item.fields) {
    const name = findIntended(field.name, names);
    // Only a person can tell which of several fields is meant.
    if (name !== null) intended.set(name, intended.has(name) ? [] : [field]);
  }
  return [...intended].flatMap(([name, fields]) =>
    findValue(item, name) === undefined
      ? fields.map(({ key }) => ({ offset: key.offset + 1, length: key.length - 2, text: name }))
      : [],
  );
}

function writeDecimals({ problem, place }: PlacedProblem, file: FixableFile): readonly TextEdit[] {
  const { suggestion } = problem.data;
  const node = findPart(file, place.pointer);
  return node === undefined || typeof suggestion !== 'number'
    ? []
    : [{ offset: node.offset, length: node.length, text: String(suggestion) }];
}

function writeVisible({ place }: PlacedProblem, file: FixableFile): readonly TextEdit[] {
  const node = findPart(file, place.pointer);
  const visible = removeInvisible(node?.string ?? '');
  return node === undefined || node.string === visible ? [] : [fixString(file.document.text, node, visible)];
}

/** Removes an item with the content of an earlier one: only a person can choose between different contents. */
function removeRepeatedItem({ place, original }: PlacedProblem, file: FixableFile): readonly TextEdit[] {
  const { text, tree } = file.document;
  const index = Number(place.pointer?.split('/')[1]);
  const item = tree.items[index];
  const first = findPart(file, original?.pointer ?? null);
  return item !== undefined && first !== undefined && readContent(first, text) === readContent(item, text)
    ? removeParts(text, tree, [index])
    : [];
}

/** The content of an item, regardless of the order of its fields. Remembered, since a hostile list repeats one large item thousands of times. */
const readContent = remember(({ fields }: JsonNode, text: string): string => {
  const written = fields.map(
    ({ name, value }) => `${name} ${text.slice(value.offset, value.offset + value.length)}`,
  );
  return JSON.stringify(written.sort());
});
