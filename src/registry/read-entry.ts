import type { EntryFields, EntryList } from '../formats/format.js';
import type { KnownField } from '../formats/entry-fields.js';
import { describeListedAddress, addClaims, type KindDefinition, type UrlReading } from '../model/kind.js';
import { isBlank, truncate } from '../model/text.js';
import type { ChainClaim, Entry } from '../model/entry.js';
import type { PlacedProblem } from '../model/finding.js';
import { appendPointer } from '../model/json.js';
import type { Place } from '../model/place.js';
import type { Problem } from '../model/rule.js';
import type { FileChain } from './chains.js';
import { countResult, findValue, type Match, placeAt, problemAt, type RegistryDocument } from './document.js';
import {
  judgeHostCase,
  judgeHostName,
  type ListedAddress,
  findAddress,
  findString,
} from './listed-address.js';
import type { JsonNode, Span } from './json/json-node.js';
import { describeExisting, findIntended } from './field-names.js';
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

export interface EntryReading {
  readonly entry: Entry;
  /** Its address in the spelling by which entries of a list are compared; null if it cannot be read, or is derived. */
  readonly listedAddress: string | null;
  readonly provider: ProviderMention | null;
  readonly problems: readonly PlacedProblem[];
}

/** Reads an entry; null if its address is empty, in a list that may have such, or cannot be derived. */
export function readEntry(context: ListContext, match: Match): EntryReading | null {
  const { document, list, fields } = context;
  const { pointer, node: item } = match;
  countResult(document);
  const address = findAddress(item, list, fields);
  if (list.canBeEmpty === true && address.node?.string === '') return null;
  const providerNode = fields.provider === null ? undefined : findString(item, fields.provider.name);
  const operator = providerNode?.string ?? context.fileProvider;
  const { entry, kind, reading, urlPointer } = createEntry(context, match, address, operator);
  // The value that an address is derived from is judged in its own list.
  if (list.deriveAddress !== undefined)
    return entry.target === null ? null : { entry, listedAddress: null, provider: null, problems: [] };
  const problems: PlacedProblem[] = [];
  const report = (problem: Problem, at: string, part: Span) =>
    problems.push({ ...problemAt(document, problem, at, part), entry });
  if (address.node !== undefined && reading !== null)
    for (const problem of judgeUrl(entry.url ?? '', reading, kind, context.kinds)) {
      const isOfId = problem.code === 'entry/peer-id' && problem.data['inAddress'] === false;
      if (isOfId && address.id !== undefined)
        report(problem, `${pointer}/${fields.id?.name ?? ''}`, address.id);
      else report(problem, urlPointer, address.node);
    }
  let provider: ProviderMention | null = null;
  if (providerNode !== undefined && fields.provider !== null) {
    const at = `${pointer}/${fields.provider.name}`;
    provider = { entry, provider: providerNode.string, providerPlace: placeAt(document, at, providerNode) };
    if (isBlank(providerNode.string)) report({ code: 'entry/provider-empty', data: {} }, at, providerNode);
  }
  if (item.type === 'object')
    judgeItemFields(context, item, (problem, field, part) =>
      report(problem, appendPointer(pointer, field), part),
    );
  const listedAddress = entry.target === null || reading === null ? null : describeListedAddress(reading);
  return { entry, listedAddress, provider, problems };
}

function createEntry(
  context: ListContext,
  { pointer, node: item }: Match,
  address: ListedAddress,
  provider: string | null,
) {
  const { document, chain, list, fields, claim } = context;
  const { written } = address;
  const url = written === null ? null : (list.deriveAddress?.(written) ?? written);
  const kind = context.kindOf(url ?? '');
  const urlReading = url === null ? null : kind.readUrl(url, list.addressForms);
  const reading =
    urlReading?.target?.peerId === undefined || fields.id === undefined || address.id !== undefined
      ? urlReading
      : refuseIdInAddress(urlReading.target.peerId, written ?? '');
  const isArchive = isTrue(document, item, fields.archive);
  const urlPointer = address.field === null ? pointer : `${pointer}/${address.field}`;
  const closedTo = fields.closedTo === undefined ? '' : (findString(item, fields.closedTo)?.string ?? '');
  const entry: Entry = {
    chain: chain.name,
    kind: kind.kind,
    place: placeAt(document, pointer, item),
    urlPlace: placeAt(document, urlPointer, address.node ?? item),
    provider,
    url,
    ...(list.deriveAddress === undefined ? {} : { isDerived: true }),
    target: addClaims(reading?.target ?? null, kind, { claim, isArchive, blockTimeMs: chain.blockTimeMs }),
    claim,
    claimPlace: context.claimPlace,
    chainStatus: chain.status,
    skipReason: describeSkip(chain, reading, closedTo),
    ...(closedTo === '' ? {} : { closedTo: truncate(closedTo) }),
  };
  return { entry, kind, reading, urlPointer };
}

/** A program that reads the fields would use no id, or another one, with this address. */
function refuseIdInAddress(id: string, address: string): UrlReading {
  const suggestion = address.slice(address.indexOf('@') + 1);
  const data = { reason: 'the id is in the address', inAddress: true, suggestion, missingId: id };
  return { target: null, problems: [{ code: 'entry/peer-id', data }] };
}

function describeSkip(
  { status, skipReason }: FileChain,
  reading: UrlReading | null,
  closedTo: string,
): string | null {
  if (status === 'killed') return skipReason ?? 'the chain has ended';
  if (closedTo !== '') return `its registry declares it closed to all but "${truncate(closedTo)}"`;
  return reading !== null && 'placeholder' in reading
    ? `the url is a template: ${reading.placeholder}`
    : null;
}

function judgeUrl(
  url: string,
  { target, problems }: UrlReading,
  kind: KindDefinition,
  kinds: readonly KindDefinition[],
): readonly Problem[] {
  if (target === null) return problems;
  const ofHost = [judgeHostCase(url), judgeHostName(target, kind, kinds)];
  return [...problems, ...ofHost.filter((problem) => problem !== null)];
}

function judgeItemFields(
  { fields, known }: ListContext,
  item: JsonNode,
  report: (problem: Problem, field: string, part: Span) => void,
): void {
  const { provider, providerPolicy, forbidden = {} } = fields;
  const address = findValue(item, fields.address.name);
  if (
    provider !== null &&
    providerPolicy === 'expected' &&
    address !== undefined &&
    isAbsent(item, provider.name)
  )
    report({ code: 'entry/provider-missing', data: { field: provider.name } }, fields.address.name, address);
  for (const { name: field, key } of item.fields) {
    if (Object.hasOwn(forbidden, field)) {
      const reason = `"${field}" is not allowed here: ${forbidden[field] ?? ''}`;
      report({ code: 'file/schema', data: { reason, fix: 'remove the field' } }, field, key);
      continue;
    }
    const expected = findIntended(field, known);
    // Next to the right field a similar name is allowed, unless it differs only in case: parsers that ignore case take the last of the two.
    const isTwin = expected !== null && expected.toLowerCase() === field.toLowerCase();
    if (expected === null || (findValue(item, expected) !== undefined && !isTwin)) continue;
    const existing = describeExisting(item, expected, false);
    const data = { field, expected, entryForm: null, ...existing };
    report({ code: 'file/misspelled-field', data }, field, key);
  }
}

function isAbsent(item: JsonNode, field: string): boolean {
  if (findValue(item, field) !== undefined) return false;
  return !item.fields.some(({ name }) => findIntended(name, [{ name: field, aliases: [] }]) === field);
}

function isTrue({ text }: RegistryDocument, item: JsonNode, field: string | undefined): boolean {
  const node = field === undefined ? undefined : findValue(item, field);
  return node?.type === 'other' && text.slice(node.offset, node.offset + node.length) === 'true';
}
