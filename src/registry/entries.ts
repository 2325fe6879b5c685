import type { EntryFields, EntryList, Format, KnownField } from '../formats/format.js';
import type { ChainClaim, Entry } from '../model/entry.js';
import type { PlacedProblem } from '../model/finding.js';
import { appendPointer } from '../model/json.js';
import type { EndpointKind } from '../model/kind.js';
import type { Place, Range } from '../model/place.js';
import type { Problem } from '../model/rule.js';
import { type ClaimReading, readClaim } from './claims.js';
import { findField, placeAt, problemAt, type RegistryDocument } from './document.js';
import type { JsonNode } from './json/parse-json.js';
import { findIntended } from './misspelled.js';
import { findMatches, type Match, splitPattern } from './pointer-pattern.js';
import type { ProviderMention } from './spelling.js';
import { entryLimit, formatPath } from './validate.js';

/** The entries of a list, their providers, and what is wrong with them. */
export interface ListReading {
  readonly list: EntryList;
  readonly entries: readonly Entry[];
  readonly providers: readonly ProviderMention[];
  readonly problems: readonly PlacedProblem[];
  /** True where an array is longer than is read. */
  readonly truncated: boolean;
  /** The chain that the file claims for the list. */
  readonly claim: ClaimReading;
}

/** What the entries of a list are read with. */
interface ListContext {
  readonly document: RegistryDocument;
  readonly list: EntryList;
  readonly kind: EndpointKind;
  readonly fields: EntryFields;
  readonly known: readonly KnownField[];
  readonly claim: ChainClaim | null;
  readonly claimPlace: Place | null;
}

/** Reads the entries of a list. Every item of its array becomes an entry, a malformed one without a target. */
export function readList(
  document: RegistryDocument,
  { entryFields: fields }: Format,
  list: EntryList,
  kind: EndpointKind,
): ListReading {
  const claim = readClaim(document.value, list, kind);
  const claimPlace = findClaimPlace(document, claim);
  const known = [fields.provider, fields.address];
  const context: ListContext = { document, list, kind, fields, known, claim: claim.claim, claimPlace };
  const arrays = findMatches(document.tree, splitPattern(list.pattern).list);
  const { entries, providers, problems } = readArrays(context, arrays);
  return {
    list,
    entries,
    providers,
    problems: [...(entries.length > 0 ? placeClaim(document, claim) : []), ...problems],
    truncated: arrays.some(({ node }) => node.items.length > entryLimit),
    claim,
  };
}

/** Where the claim of a list is; null where there is none. */
function findClaimPlace(document: RegistryDocument, { claim }: ClaimReading): Place | null {
  const field = document.tree.fields.findLast(({ name }) => name === claim?.field);
  return field === undefined ? null : placeAt(document, appendPointer('', field.name), field.value);
}

/** A malformed chain id is shown at its value, a misspelled field at its name. */
function placeClaim(document: RegistryDocument, { problem }: ClaimReading): readonly PlacedProblem[] {
  if (problem === null) return [];
  const found = document.tree.fields.findLast(({ name }) => name === problem.data.field);
  const range = problem.code === 'file/chain-id' ? found?.value : found?.key;
  return [problemAt(document, problem, appendPointer('', problem.data.field), range ?? document.tree)];
}

/** What was read of a list so far. */
interface Collected {
  readonly entries: Entry[];
  readonly providers: ProviderMention[];
  readonly problems: PlacedProblem[];
}

function readArrays(context: ListContext, arrays: readonly Match[]): Collected {
  const { document } = context;
  const collected: Collected = { entries: [], providers: [], problems: [] };
  for (const { pointer, node: array } of arrays) {
    if (array.items.length > entryLimit) {
      const reason = `${formatPath(pointer)} has ${array.items.length} entries, of which only ${entryLimit} are read`;
      const data = { reason, fix: 'keep the endpoints that work' };
      collected.problems.push(problemAt(document, { code: 'file/schema', data }, pointer, array));
    }
    const firstLines = new Map<string, number>();
    for (const [index, node] of array.items.slice(0, entryLimit).entries())
      readEntry(context, { pointer: `${pointer}/${index}`, node }, firstLines, collected);
  }
  return collected;
}

/** Adds what it reads to `collected`. `firstLines` maps the addresses of the entries before it to their lines; the entry adds its own. */
function readEntry(
  { document, list, kind, fields, known, claim, claimPlace }: ListContext,
  { pointer, node: item }: Match,
  firstLines: Map<string, number>,
  { entries, providers, problems }: Collected,
): void {
  const urlNode = findString(item, fields.address.name);
  const providerNode = findString(item, fields.provider.name);
  const url = urlNode?.string ?? null;
  const reading = url === null ? null : kind.readUrl(url, list.addressForms);
  const place = placeAt(document, pointer, item);
  const urlPlace =
    urlNode === undefined ? place : placeAt(document, `${pointer}/${fields.address.name}`, urlNode);
  const target = reading?.target ?? null;
  const provider = providerNode?.string ?? null;
  const entry: Entry = {
    chain: document.chain,
    kind: kind.kind,
    place,
    urlPlace,
    provider,
    url,
    target,
    claim,
    claimPlace,
  };
  entries.push(entry);

  const report = (problem: Problem, field: string, range: Range) =>
    problems.push({ ...problemAt(document, problem, appendPointer(pointer, field), range), entry });
  if (urlNode !== undefined) {
    for (const problem of reading?.problems ?? []) report(problem, fields.address.name, urlNode);
    if (target !== null) {
      const key = `${target.host}:${target.port}${target.path}`;
      const firstLine = firstLines.get(key);
      if (firstLine === undefined) firstLines.set(key, urlNode.line);
      else report({ code: 'entry/duplicate', data: { firstLine } }, fields.address.name, urlNode);
    }
  }
  if (providerNode !== undefined && provider !== null) {
    if (provider.trim() === '')
      report({ code: 'entry/provider-empty', data: {} }, fields.provider.name, providerNode);
    const providerPlace = placeAt(document, `${pointer}/${fields.provider.name}`, providerNode);
    providers.push({ entry, provider, providerPlace });
  }
  for (const { name: field, key } of item.fields) {
    const expected = findIntended(field, known);
    // Beside the right field a similar name is free, but not the same name in other capitals: some parsers take the last of the two.
    const isTwin = expected !== null && expected.toLowerCase() === field.toLowerCase();
    if (expected === null || (findField(item, expected) !== undefined && !isTwin)) continue;
    report({ code: 'file/misspelled-field', data: { field, expected, stringItems: false } }, field, key);
  }
}

function findString(item: JsonNode, field: string): JsonNode | undefined {
  const node = findField(item, field);
  return node?.type === 'string' ? node : undefined;
}
