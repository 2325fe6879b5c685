import type { EntryFields, EntryList } from '../formats/format.js';
import type { KnownField } from '../formats/known-field.js';
import { describeListedAddress } from '../model/describe-address.js';
import type { ChainClaim, Entry } from '../model/entry.js';
import type { Fix, PlacedProblem, TextEdit } from '../model/finding.js';
import { appendPointer } from '../model/json.js';
import { addClaims, type KindDefinition, type UrlReading } from '../model/kind.js';
import type { Place } from '../model/place.js';
import type { Problem } from '../model/rule.js';
import { truncate } from '../model/truncate.js';
import type { FileChain } from './chains.js';
import { countResult, findField, placeAt, problemAt, type RegistryDocument } from './document.js';
import {
  type ListedItem,
  removeDuplicate,
  removeEmpty,
  removeForbidden,
  renameField,
} from './field-fixes.js';
import { fixString } from './correct-url.js';
import { judgeHostName } from './host-name.js';
import type { JsonNode, Span } from './json/json-node.js';
import { judgeUrl } from './judge-url.js';
import { findIntended } from './misspelled.js';
import type { Match } from './pointer-pattern.js';
import type { ProviderMention } from './spelling.js';

export interface ListContext {
  readonly document: RegistryDocument;
  readonly chain: FileChain;
  readonly list: EntryList;
  readonly kinds: readonly KindDefinition[];
  readonly kindOf: (address: string) => KindDefinition;
  readonly fields: EntryFields;
  readonly known: readonly KnownField[];
  readonly claim: ChainClaim | null;
  readonly claimPlace: Place | null;
  /** Provider of all entries, if the format has one per file. */
  readonly fileProvider: string | null;
}

export interface Collected {
  readonly entries: Entry[];
  readonly providers: ProviderMention[];
  readonly problems: PlacedProblem[];
}

/** An item of a list, and its array; a value that is not in an array is its own array. */
export interface EntryItem extends Match {
  readonly array: JsonNode;
  readonly index: number;
}

/** Reads an entry and adds the results to `collected`. `firsts` maps addresses to the entries that listed them first, and is updated. */
export function readEntry(
  context: ListContext,
  { pointer, node: item, array, index }: EntryItem,
  firsts: Map<string, ListedItem>,
  { entries, providers, problems }: Collected,
): void {
  const { document, chain, list, fields, claim, claimPlace, fileProvider } = context;
  countResult(document);
  const isBare = item.type === 'string' && list.form !== 'objects';
  const urlNode = isBare ? item : findString(item, fields.address.name);
  const providerNode = fields.provider === null ? undefined : findString(item, fields.provider.name);
  const idNode = fields.id === undefined ? undefined : findString(item, fields.id.name);
  if (list.canBeEmpty === true && urlNode?.string === '') return;
  const listed =
    urlNode === undefined ? null : `${idNode === undefined ? '' : `${idNode.string}@`}${urlNode.string}`;
  const url = listed === null ? null : (list.deriveAddress?.(listed) ?? listed);
  const kind = context.kindOf(url ?? '');
  const read = url === null ? null : kind.readUrl(url, list.addressForms);
  const reading =
    read?.target?.peerId === undefined || fields.id === undefined || idNode !== undefined
      ? read
      : refuseIdInAddress(read.target.peerId, listed ?? '');
  const place = placeAt(document, pointer, item);
  const urlPointer = isBare || urlNode === undefined ? pointer : `${pointer}/${fields.address.name}`;
  const target = addClaims(reading?.target ?? null, kind, {
    claim,
    isArchive: isTrue(document, item, fields.archive),
    blockTimeMs: chain.blockTimeMs,
  });
  const provider = providerNode?.string ?? fileProvider;
  const closedTo = fields.closedTo === undefined ? undefined : findString(item, fields.closedTo)?.string;
  const entry: Entry = {
    chain: chain.name,
    kind: kind.kind,
    place,
    urlPlace: placeAt(document, urlPointer, urlNode ?? item),
    provider,
    url,
    ...(list.deriveAddress === undefined ? {} : { isDerived: true }),
    target,
    claim,
    claimPlace,
    chainStatus: chain.status,
    skipReason: describeSkip(chain, reading, closedTo ?? ''),
    ...(closedTo === undefined || closedTo === '' ? {} : { closedTo: truncate(closedTo) }),
  };
  if (list.deriveAddress !== undefined) {
    // The value that it is derived from is judged in its own list.
    if (target !== null) entries.push(entry);
    return;
  }
  entries.push(entry);

  const report = (problem: Problem, at: string, part: Span, fix: Fix | null = null) =>
    problems.push({ ...problemAt(document, problem, at, part), entry, ...(fix === null ? {} : { fix }) });
  if (urlNode !== undefined && reading !== null) {
    const { text } = document;
    for (const { problem, fix } of judgeUrl({
      url: url ?? '',
      write: (corrected) => writeUrl(text, { id: idNode, address: urlNode }, corrected),
      reading,
      kind,
      kinds: context.kinds,
      forms: list.addressForms,
    })) {
      const isOfId = problem.code === 'entry/peer-id' && problem.data['inAddress'] === false;
      const at = isOfId && idNode !== undefined ? `${pointer}/${fields.id?.name ?? ''}` : urlPointer;
      const part = isOfId ? (idNode ?? urlNode) : urlNode;
      report(problem, at, part, fix ?? removeEmpty(text, { array, index, node: item }));
    }
    if (target !== null) {
      const named = judgeHostName(target, kind, context.kinds);
      if (named !== null) report(named, urlPointer, urlNode);
      const key = `${kind.kind} ${describeListedAddress(reading) ?? ''}`;
      const { file, line } = document.source ?? { file: null, line: urlNode.range.line };
      const listed = { array, index, item, target, file, line };
      const first = firsts.get(key);
      if (first === undefined) firsts.set(key, listed);
      else {
        const fix = removeDuplicate(document.text, first, listed, fields);
        report(
          {
            code: 'entry/duplicate',
            data: { firstLine: first.line, ...(first.file === null ? {} : { firstFile: first.file }) },
          },
          urlPointer,
          urlNode,
          fix,
        );
      }
    }
  }
  if (providerNode !== undefined && fields.provider !== null) {
    const providerPointer = `${pointer}/${fields.provider.name}`;
    if (providerNode.string.trim() === '')
      report({ code: 'entry/provider-empty', data: {} }, providerPointer, providerNode);
    const providerPlace = placeAt(document, providerPointer, providerNode);
    const correct = createSpelling(document.text, providerNode);
    providers.push({ entry, provider: providerNode.string, providerPlace, correct });
  }
  if (item.type === 'object')
    judgeItemFields(context, item, (problem, field, part, fix) => {
      report(problem, appendPointer(pointer, field), part, fix);
    });
}

/** A program that reads the fields would use no id, or another one, with this address. */
function refuseIdInAddress(id: string, address: string): UrlReading {
  const suggestion = address.slice(address.indexOf('@') + 1);
  const data = { reason: 'the id is in the address', inAddress: true, suggestion, missingId: id };
  return { target: null, problems: [{ code: 'entry/peer-id', data }] };
}

/** The edits that change the url of an entry. The part before the first `@`, an id, is in a separate field. */
function writeUrl(
  text: string,
  { id, address }: { readonly id: JsonNode | undefined; readonly address: JsonNode },
  corrected: string,
): readonly TextEdit[] {
  const at = id === undefined ? -1 : corrected.indexOf('@');
  const edits =
    address.string === corrected.slice(at + 1) ? [] : [fixString(text, address, corrected.slice(at + 1))];
  return id === undefined || id.string === corrected.slice(0, at)
    ? edits
    : [fixString(text, id, corrected.slice(0, at)), ...edits];
}

/** Separate and without the node, so that the closure does not keep the tree of the file in memory until the run ends. */
function createSpelling(
  text: string,
  { offset, length, string, writing }: JsonNode,
): ProviderMention['correct'] {
  const node = { offset, length, string, ...(writing === undefined ? {} : { writing }) };
  return (spelling) => ({ edits: [fixString(text, node, spelling)] });
}

/** Why an entry is not probed, regardless of options. */
function describeSkip(
  { status, skipReason }: FileChain,
  reading: ReturnType<KindDefinition['readUrl']> | null,
  closedTo: string,
): string | null {
  if (status === 'killed') return skipReason ?? 'the chain has ended';
  if (closedTo !== '') return `its registry declares it closed to all but "${truncate(closedTo)}"`;
  return reading !== null && 'placeholder' in reading
    ? `the url is a template: ${reading.placeholder}`
    : null;
}

function judgeItemFields(
  { document, fields, known, fileProvider }: ListContext,
  item: JsonNode,
  report: (problem: Problem, field: string, part: Span, fix?: Fix | null) => void,
): void {
  const { provider, providerPolicy, forbidden = {} } = fields;
  const address = findField(item, fields.address.name);
  if (
    provider !== null &&
    providerPolicy === 'expected' &&
    address !== undefined &&
    isAbsent(item, provider.name)
  )
    report({ code: 'entry/provider-missing', data: { field: provider.name } }, fields.address.name, address);
  for (const [index, candidate] of item.fields.entries()) {
    const { name: field, key } = candidate;
    if (Object.hasOwn(forbidden, field)) {
      const data = {
        reason: `"${field}" is not allowed here: ${forbidden[field] ?? ''}`,
        fix: 'remove the field',
      };
      report(
        { code: 'file/schema', data },
        field,
        key,
        removeForbidden(document.text, item, index, fileProvider),
      );
      continue;
    }
    const expected = findIntended(field, known);
    // Next to the right field a similar name is allowed, unless it differs only in case: parsers that ignore case take the last of the two.
    const isTwin = expected !== null && expected.toLowerCase() === field.toLowerCase();
    if (expected === null || (findField(item, expected) !== undefined && !isTwin)) continue;
    const fix = candidate.value.type === 'string' ? renameField(item, candidate, expected, known) : null;
    report({ code: 'file/misspelled-field', data: { field, expected, entryForm: null } }, field, key, fix);
  }
}

function isAbsent(item: JsonNode, field: string): boolean {
  if (findField(item, field) !== undefined) return false;
  return !item.fields.some(({ name }) => findIntended(name, [{ name: field, aliases: [] }]) === field);
}

function isTrue({ text }: RegistryDocument, item: JsonNode, field: string | undefined): boolean {
  const node = field === undefined ? undefined : findField(item, field);
  return node?.type === 'other' && text.slice(node.offset, node.offset + node.length) === 'true';
}

function findString(item: JsonNode, field: string): JsonNode | undefined {
  const node = findField(item, field);
  return node?.type === 'string' ? node : undefined;
}
