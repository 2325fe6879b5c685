import type { Entry } from '../model/entry.js';
import type { PlacedProblem } from '../model/finding.js';
import { appendPointer } from '../model/json.js';
import type { EndpointKind } from '../model/kind.js';
import { findNode, placeAt, problemAt, type RegistryDocument } from './document.js';
import { readEntries } from './entries.js';
import { judgeKeys } from './keys.js';
import { findIntended } from './misspelled.js';
import type { NamedEntry } from './spelling.js';
import { validateShape } from './validate.js';

/** All that a parsed file says and all that is wrong with it. */
export interface FileJudgement {
  readonly entries: readonly Entry[];
  /** The entries with a provider. */
  readonly named: readonly NamedEntry[];
  readonly problems: readonly PlacedProblem[];
  /** False where something of it was left unread. */
  readonly isRead: boolean;
  /** The chain ids that the file claims, by kind in the order of the kinds, in one spelling; null where it claims none. */
  readonly chainIds: readonly (string | null)[];
}

/** Reads the entries of every kind, and judges the file and them. */
export function judgeFile(document: RegistryDocument, kinds: readonly EndpointKind[]): FileJudgement {
  const readings = kinds.map((kind) => readEntries(document, kind));
  const entries = readings.flatMap((reading) => reading.entries);
  const problems = [
    ...judgeKeys(document),
    ...judgeShape(document, entries),
    ...judgeFields(document, kinds),
    ...readings.flatMap((reading) => reading.problems),
  ];
  if (document.tree.type === 'object' && entries.length === 0) {
    const fields = kinds.map(({ field }) => field);
    problems.push(problemAt(document, { code: 'file/no-endpoints', data: { fields } }, '', document.tree));
  }
  return {
    entries,
    named: readings.flatMap((reading) => reading.named),
    problems,
    isRead: readings.every((reading) => reading.isWhole),
    chainIds: kinds.map((kind, index) => {
      const claim = readings[index]?.claim ?? null;
      return claim === null ? null : kind.normalizeChainId(claim.chainId);
    }),
  };
}

function judgeShape(document: RegistryDocument, entries: readonly Entry[]): PlacedProblem[] {
  const byPointer = new Map(entries.map((entry) => [entry.place.pointer, entry]));
  return validateShape(document.value).map(({ pointer, reason, fix }) => ({
    problem: { code: 'file/schema', data: { reason, fix } },
    place: placeAt(document, pointer, findNode(document.tree, pointer)),
    // `/grpc_endpoint/0/url` belongs to the entry at `/grpc_endpoint/0`.
    entry: byPointer.get(pointer.split('/').slice(0, 3).join('/')) ?? null,
  }));
}

/** Arrays of the file whose name is near that of a kind's field. */
function judgeFields(document: RegistryDocument, kinds: readonly EndpointKind[]): PlacedProblem[] {
  const known = kinds.map(({ field, aliases }) => ({ name: field, aliases }));
  return document.tree.fields.flatMap(({ name: field, key, value }) => {
    const expected = value.type === 'array' ? findIntended(field, known) : null;
    if (expected === null) return [];
    const bareTexts = value.items.some(({ type }) => type === 'string');
    const problem = { code: 'file/misspelled-field', data: { field, expected, bareTexts } };
    return [problemAt(document, problem, appendPointer('', field), key)];
  });
}
