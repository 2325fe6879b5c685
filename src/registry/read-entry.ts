import type { EntryFields, EntryList } from '../formats/format.js';
import type { KnownField } from '../formats/known-field.js';
import { describeAddress } from '../model/describe-address.js';
import type { ChainClaim, Entry } from '../model/entry.js';
import type { PlacedProblem } from '../model/finding.js';
import { appendPointer } from '../model/json.js';
import type { EndpointKind } from '../model/kind.js';
import type { Place, Range } from '../model/place.js';
import type { Problem } from '../model/rule.js';
import type { FileChain } from './chains.js';
import { findField, placeAt, problemAt, type RegistryDocument } from './document.js';
import { judgeHostName } from './host-name.js';
import type { JsonNode } from './json/parse-json.js';
import { findIntended } from './misspelled.js';
import type { Match } from './pointer-pattern.js';
import type { ProviderMention } from './spelling.js';

/** What the entries of a list are read with. */
export interface ListContext {
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

/** What was read of a list so far. */
export interface Collected {
  readonly entries: Entry[];
  readonly providers: ProviderMention[];
  readonly problems: PlacedProblem[];
}

/** Adds what it reads to `collected`. `firstLines` maps the addresses of the entries before it to their lines; the entry adds its own. */
export function readEntry(
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
