import type { EntryFields, EntryList, Format } from '../formats/format.js';
import type { KnownField } from '../formats/known-field.js';
import { describeAddress } from '../model/describe-address.js';
import type { ChainClaim, Entry } from '../model/entry.js';
import type { PlacedProblem } from '../model/finding.js';
import { appendPointer } from '../model/json.js';
import type { EndpointKind } from '../model/kind.js';
import type { Place, Range } from '../model/place.js';
import type { Problem } from '../model/rule.js';
import { truncate } from '../model/truncate.js';
import type { FileChain } from './chains.js';
import { type ClaimReading, pointerOf, readClaim } from './claims.js';
import { findField, findNode, placeAt, problemAt, type RegistryDocument } from './document.js';
import type { JsonNode } from './json/parse-json.js';
import { judgeHostName } from './host-name.js';
import { findIntended } from './misspelled.js';
import { findMatches, type Match } from './pointer-pattern.js';
import type { ProviderMention } from './spelling.js';
import { entryLimit, formatPath, listKnown } from './validate.js';

/** The entries of a list of a chain, their providers, and what is wrong with them. */
export interface ListReading {
  readonly list: EntryList;
  readonly entries: readonly Entry[];
  readonly providers: readonly ProviderMention[];
  readonly problems: readonly PlacedProblem[];
  /** True where an array is longer than is read. */
  readonly truncated: boolean;
  /** The chain id that is claimed for the list. */
  readonly claim: ClaimReading;
}

/** What the entries of a list are read with. */
interface ListContext {
  readonly document: RegistryDocument;
  readonly chain: FileChain;
  readonly list: EntryList;
  readonly kinds: readonly EndpointKind[];
  /** The kind of an address. */
  readonly kindOf: (address: string) => EndpointKind;
  readonly fields: EntryFields;
  readonly known: readonly KnownField[];
  readonly claim: ChainClaim | null;
  readonly claimPlace: Place | null;
  /** Of all entries of the file, where the format has one for all. */
  readonly fileProvider: string | null;
}

/** Reads the entries of a list of a chain. Every item of its array becomes an entry, a malformed one without a target. */
export function readList(
  document: RegistryDocument,
  chain: FileChain,
  { entryFields: fields }: Format,
  list: EntryList,
  kinds: { readonly usual: EndpointKind; readonly all: readonly EndpointKind[] },
): ListReading {
  const claim = readClaim(chain.value, list, kinds.usual);
  const context: ListContext = {
    document,
    chain,
    list,
    kinds: kinds.all,
    kindOf: (address) => findKind(address, list, kinds.all) ?? kinds.usual,
    fields,
    known: listKnown(fields),
    claim: claim.claim,
    claimPlace: findClaimPlace(document, chain, claim),
    fileProvider: readFileProvider(document, fields),
  };
  const collected: Collected = { entries: [], providers: [], problems: [] };
  let truncated = false;
  for (const { pointer, node } of findMatches(chain.node, list.pointer)) {
    const match = { pointer: chain.pointer + pointer, node };
    truncated ||= node.items.length > entryLimit;
    if (node.type === 'array') readArray(context, match, collected);
    else if (node.type === 'string' && (list.form === 'string' || list.form === 'any'))
      readEntry(context, match, new Map(), collected);
  }
  const { entries, providers, problems } = collected;
  const claimProblems = entries.length > 0 ? placeClaim(document, chain, claim) : [];
  return { list, entries, providers, problems: [...claimProblems, ...problems], truncated, claim };
}

function findKind(
  address: string,
  { kindByScheme = {} }: EntryList,
  kinds: readonly EndpointKind[],
): EndpointKind | undefined {
  const [, scheme = ''] = /^\s*([a-z]+):/i.exec(address) ?? [];
  const kind = kindByScheme[scheme.toLowerCase()];
  return kind === undefined ? undefined : kinds.find((one) => one.kind === kind);
}

function readFileProvider({ tree }: RegistryDocument, { fileProvider }: EntryFields): string | null {
  if (fileProvider === undefined) return null;
  const [found] = findMatches(tree, fileProvider);
  // Reports hold it once for each entry.
  return found?.node.type === 'string' ? truncate(found.node.string) : null;
}

/** Where the claim of a list is; null where there is none. */
function findClaimPlace(document: RegistryDocument, chain: FileChain, { claim }: ClaimReading): Place | null {
  const pointer = pointerOf(claim?.field ?? '');
  const [found] = claim === null ? [] : findMatches(chain.node, pointer);
  return found === undefined ? null : placeAt(document, chain.pointer + pointer, found.node);
}

/** A malformed chain id is shown at its value, a misspelled field at its name. */
function placeClaim(
  document: RegistryDocument,
  chain: FileChain,
  { problem }: ClaimReading,
): readonly PlacedProblem[] {
  if (problem === null) return [];
  const { field } = problem.data;
  if (problem.code === 'file/chain-id') {
    const pointer = pointerOf(field);
    return [problemAt(document, problem, chain.pointer + pointer, findNode(chain.node, pointer))];
  }
  const found = chain.node.fields.findLast(({ name }) => name === field);
  return [problemAt(document, problem, appendPointer(chain.pointer, field), found?.key ?? chain.node)];
}

/** What was read of a list so far. */
interface Collected {
  readonly entries: Entry[];
  readonly providers: ProviderMention[];
  readonly problems: PlacedProblem[];
}

function readArray(context: ListContext, { pointer, node: array }: Match, collected: Collected): void {
  if (array.items.length > entryLimit) {
    const reason = `${formatPath(pointer)} has ${array.items.length} entries, of which only ${entryLimit} are read`;
    const data = { reason, fix: 'keep the endpoints that work' };
    collected.problems.push(problemAt(context.document, { code: 'file/schema', data }, pointer, array));
  }
  const firstLines = new Map<string, number>();
  for (const [index, node] of array.items.slice(0, entryLimit).entries())
    readEntry(context, { pointer: `${pointer}/${index}`, node }, firstLines, collected);
}

/** Adds what it reads to `collected`. `firstLines` maps the addresses of the entries before it to their lines; the entry adds its own. */
function readEntry(
  context: ListContext,
  { pointer, node: item }: Match,
  firstLines: Map<string, number>,
  { entries, providers, problems }: Collected,
): void {
  const { document, chain, list, fields, claim, claimPlace, fileProvider } = context;
  const isBare = item.type === 'string' && list.form !== 'objects';
  const urlNode = isBare ? item : findString(item, fields.address.name);
  const providerNode = fields.provider === null ? undefined : findString(item, fields.provider.name);
  const url = urlNode?.string ?? null;
  const kind = context.kindOf(url ?? '');
  const reading = url === null ? null : kind.readUrl(url, list.addressForms);
  const place = placeAt(document, pointer, item);
  const urlPointer = isBare || urlNode === undefined ? pointer : `${pointer}/${fields.address.name}`;
  const target = reading?.target ?? null;
  const provider = providerNode?.string ?? fileProvider;
  const entry: Entry = {
    chain: chain.name,
    kind: kind.kind,
    place,
    urlPlace: placeAt(document, urlPointer, urlNode ?? item),
    provider,
    url,
    target,
    claim,
    claimPlace,
    chainStatus: chain.status,
    skipReason: describeSkip(chain, reading),
  };
  entries.push(entry);

  const report = (problem: Problem, at: string, range: Range) =>
    problems.push({ ...problemAt(document, problem, at, range), entry });
  if (urlNode !== undefined) {
    for (const problem of reading?.problems ?? []) report(problem, urlPointer, urlNode);
    if (target !== null) {
      const named = judgeHostName(target, kind, context.kinds);
      if (named !== null) report(named, urlPointer, urlNode);
      const key = `${kind.kind} ${describeAddress(target)}`;
      const firstLine = firstLines.get(key);
      if (firstLine === undefined) firstLines.set(key, urlNode.line);
      else report({ code: 'entry/duplicate', data: { firstLine } }, urlPointer, urlNode);
    }
  }
  if (providerNode !== undefined && fields.provider !== null) {
    const providerPointer = `${pointer}/${fields.provider.name}`;
    if (providerNode.string.trim() === '')
      report({ code: 'entry/provider-empty', data: {} }, providerPointer, providerNode);
    const providerPlace = placeAt(document, providerPointer, providerNode);
    providers.push({ entry, provider: providerNode.string, providerPlace });
  }
  if (item.type === 'object')
    judgeItemFields(context, item, (problem, field, range) => {
      report(problem, appendPointer(pointer, field), range);
    });
}

/** Why an entry is not probed, whatever the options. */
function describeSkip(
  { status }: FileChain,
  reading: ReturnType<EndpointKind['readUrl']> | null,
): string | null {
  if (status === 'killed') return 'the chain has ended';
  return reading !== null && 'placeholder' in reading
    ? `the url is a template: ${reading.placeholder}`
    : null;
}

/** What is missing in an object that is an entry, not allowed, or misspelled. */
function judgeItemFields(
  { fields, known }: ListContext,
  item: JsonNode,
  report: (problem: Problem, field: string, range: Range) => void,
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
  for (const { name: field, key } of item.fields) {
    if (Object.hasOwn(forbidden, field)) {
      const data = {
        reason: `"${field}" is not allowed here: ${forbidden[field] ?? ''}`,
        fix: 'remove the field',
      };
      report({ code: 'file/schema', data }, field, key);
      continue;
    }
    const expected = findIntended(field, known);
    // Beside the right field a similar name is free, but not the same name in other capitals: some parsers take the last of the two.
    const isTwin = expected !== null && expected.toLowerCase() === field.toLowerCase();
    if (expected === null || (findField(item, expected) !== undefined && !isTwin)) continue;
    report({ code: 'file/misspelled-field', data: { field, expected, entryForm: null } }, field, key);
  }
}

function isAbsent(item: JsonNode, field: string): boolean {
  return !item.fields.some(
    ({ name }) => name === field || findIntended(name, [{ name: field, aliases: [] }]) === field,
  );
}

function findString(item: JsonNode, field: string): JsonNode | undefined {
  const node = findField(item, field);
  return node?.type === 'string' ? node : undefined;
}
