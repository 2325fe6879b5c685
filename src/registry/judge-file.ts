import type { Format } from '../formats/format.js';
import type { Entry } from '../model/entry.js';
import type { PlacedProblem } from '../model/finding.js';
import { appendPointer } from '../model/json.js';
import type { EndpointKind } from '../model/kind.js';
import { findNode, placeAt, problemAt, type RegistryDocument } from './document.js';
import { type ListReading, readList } from './entries.js';
import { judgeKeys } from './keys.js';
import { findIntended } from './misspelled.js';
import { splitPattern } from './pointer-pattern.js';
import { fileTop } from './rules.js';
import type { ProviderMention } from './spelling.js';
import { validateShape } from './validate.js';

/** The entries of a parsed file, and the problems of the file and of its entries. */
export interface FileJudgement {
  readonly entries: readonly Entry[];
  readonly providers: readonly ProviderMention[];
  readonly problems: readonly PlacedProblem[];
  /** False where something of it was left unread. */
  readonly complete: boolean;
  /** The chain ids that the file claims, by list in the order of the format, in one spelling; null where it claims none. */
  readonly chainIds: readonly (string | null)[];
}

/** Reads the lists of a file, and judges the file and them. A list of a kind that is not among the kinds is not read. */
export function judgeFile(
  document: RegistryDocument,
  format: Format,
  kinds: readonly EndpointKind[],
): FileJudgement {
  const lists = format.lists.flatMap((list) => {
    const kind = kinds.find((one) => one.kind === list.kind);
    return kind === undefined ? [] : [{ kind, reading: readList(document, format, list, kind) }];
  });
  const readings = lists.map(({ reading }) => reading);
  const entries = readings.flatMap((reading) => reading.entries);
  return {
    entries,
    providers: readings.flatMap(({ providers }) => providers),
    problems: [
      ...judgeKeys(document),
      ...judgeShape(document, format, entries),
      ...judgeFields(document, readings),
      ...judgeLists(document, readings),
      ...readings.flatMap(({ problems }) => problems),
    ],
    complete: readings.every(({ truncated }) => !truncated),
    chainIds: lists.map(({ kind, reading: { claim } }) =>
      claim.claim === null ? null : kind.normalizeChainId(claim.claim.chainId),
    ),
  };
}

function judgeShape(document: RegistryDocument, format: Format, entries: readonly Entry[]): PlacedProblem[] {
  const byPointer = new Map(entries.map((entry) => [entry.place.pointer, entry]));
  return validateShape(document.value, format).map(({ pointer, reason, fix }) => ({
    problem: { code: 'file/schema', data: { reason, fix } },
    place: placeAt(document, pointer, findNode(document.tree, pointer)),
    // `/grpc_endpoint/0/url` belongs to the entry at `/grpc_endpoint/0`.
    entry: byPointer.get(pointer) ?? byPointer.get(pointer.slice(0, pointer.lastIndexOf('/'))) ?? null,
  }));
}

/** Arrays of the file whose name is near that of a list. */
function judgeFields(document: RegistryDocument, readings: readonly ListReading[]): PlacedProblem[] {
  const known = readings.map(({ list }) => ({
    name: splitPattern(list.pattern).field,
    aliases: list.aliases,
  }));
  return document.tree.fields.flatMap(({ name: field, key, value }) => {
    const expected = value.type === 'array' ? findIntended(field, known) : null;
    if (expected === null) return [];
    const stringItems = value.items.some(({ type }) => type === 'string');
    const problem = { code: 'file/misspelled-field', data: { field, expected, stringItems } };
    return [problemAt(document, problem, appendPointer('', field), key)];
  });
}

/** What the file as a whole lacks: endpoints, or the chain ids of those that it lists. */
function judgeLists(document: RegistryDocument, readings: readonly ListReading[]): PlacedProblem[] {
  if (document.tree.type !== 'object') return [];
  const filled = readings.filter(({ entries }) => entries.length > 0);
  if (filled.length === 0) {
    const fields = readings.map(({ list }) => splitPattern(list.pattern).field);
    return [problemAt(document, { code: 'file/no-endpoints', data: { fields } }, '', document.tree)];
  }
  // A claim that is malformed or misspelled is reported as such.
  const unclaimed = filled.filter(
    ({ entries, claim }) =>
      claim.claim === null && claim.problem === null && entries.some(({ target }) => target !== null),
  );
  const fields = [...new Set(unclaimed.flatMap(({ list }) => list.claims[0]?.name ?? []))];
  return fields.length === 0
    ? []
    : [problemAt(document, { code: 'file/chain-id-missing', data: { fields } }, '', fileTop)];
}
