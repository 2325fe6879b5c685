import { dirname } from 'node:path/posix';
import type { Format } from '../formats/format.js';
import type { PlacedProblem } from '../model/finding.js';
import { getValue } from '../model/json.js';
import { findNearest } from '../model/describe-unknown.js';
import type { ProblemOf } from '../model/rule.js';
import { truncate } from '../model/text.js';
import type { FileChain } from './chains.js';
import { findMatches, problemAt, type RegistryDocument } from './document.js';
import type { ContentData } from './content-rules.js';
import { groupBy } from '../model/group-by.js';
import type { Place } from '../model/place.js';
import type { EntryListReading } from './entries.js';

/** Compares what the chains of a file say about themselves with the path of the file, and with what the format knows. */
export function judgeIdentity(
  document: RegistryDocument,
  { naming, status }: Format,
  chains: readonly FileChain[],
): PlacedProblem[] {
  return chains.flatMap((chain) => {
    const report = (pointer: string, problem: ProblemOf<ContentData> | null) =>
      problem === null
        ? []
        : findMatches(chain.node, pointer).map(({ node }) =>
            problemAt(document, problem, chain.pointer + pointer, node),
          );
    return [
      ...(naming === undefined
        ? []
        : report(`/${naming.field}`, judgeName(document.chain, chain.value, naming))),
      ...(status === undefined ? [] : report(status.pointer, judgeStatus(chain.value, status))),
    ];
  });
}

/** A path that names no chain, as that of a file outside of a registry, differs from nothing. */
function judgeName(
  named: string | null,
  chain: FileChain['value'],
  { field, agrees }: NonNullable<Format['naming']>,
): ProblemOf<ContentData> | null {
  const value = getValue(chain, `/${field}`);
  if (named === null || (typeof value !== 'string' && typeof value !== 'number')) return null;
  return agrees(named, String(value))
    ? null
    : { code: 'file/name-differs', data: { chain: named, field, value: truncate(JSON.stringify(value)) } };
}

function judgeStatus(
  chain: FileChain['value'],
  { pointer, values }: NonNullable<Format['status']>,
): ProblemOf<ContentData> | null {
  const value = getValue(chain, pointer);
  if (value === null || (typeof value === 'string' && values.includes(value))) return null;
  const data = {
    field: pointer.slice(1).replaceAll('/', '.'),
    value: truncate(JSON.stringify(value)),
    values,
    near: typeof value === 'string' ? findNearest(value, values) : null,
  };
  return { code: 'file/unknown-status', data };
}

export interface ClaimedId {
  /** The registry, the group of chains within it, and the id in the spelling in which ids are compared: only one chain should claim it. */
  readonly scope: string;
  /** Distinguishes the chain from all others. */
  readonly identity: string;
  readonly name: string | null;
  /** As the file writes it. */
  readonly chainId: string;
  readonly field: string;
  readonly place: Place;
}

/** The ids that a file claims for its live chains, derived ones aside. None if its format lists chains more than once. */
export function listClaimedIds(
  { path }: RegistryDocument,
  format: Format,
  lists: readonly EntryListReading[],
): readonly ClaimedId[] {
  const { groupOf = () => '' } = format;
  const registry = groupOf === null ? null : findRegistryOf(path, format);
  if (groupOf === null || registry === null) return [];
  const ids = new Map<string, ClaimedId>();
  for (const { chain, kind, claim: reading } of lists) {
    const { claim, place } = reading;
    if (chain.status !== 'live' || claim === null || claim.derived || place === null) continue;
    const { chainId, field } = claim;
    const id = `${kind.idFamily} ${kind.normalizeChainId(chainId)}`;
    const scope = JSON.stringify([registry, format.name, groupOf(chain.value), id]);
    // Several files may describe one chain.
    const whole = format.layout.fileNames === undefined ? path : dirname(path);
    const identity = whole + chain.pointer;
    ids.set(identity + scope, { scope, identity, name: chain.name, chainId, field, place });
  }
  return [...ids.values()];
}

/** The part of a path that leads to the registry, whose layout knows the rest; null if it is none of the files that the registry reads. */
function findRegistryOf(path: string, { layout }: Format): string | null {
  for (let at = 0; ; at = path.indexOf('/', at) + 1) {
    if (layout.locate(path.slice(at)).role === 'registered') return path.slice(0, at);
    if (!path.includes('/', at)) return null;
  }
}

/**
 * Finds ids that two chains claim: one problem for a pair, at the later chain, which is paired with the first. `uncheckedIds` of other files count
 * too, but nothing is reported there.
 */
export function findRepeatedIds(
  ids: readonly ClaimedId[],
  uncheckedIds: readonly ClaimedId[] = [],
): PlacedProblem[] {
  const own = new Set(ids.map(({ identity }) => identity));
  const others = uncheckedIds.filter(({ identity }) => !own.has(identity));
  return [...groupBy([...others, ...ids], ({ scope }) => scope).values()].flatMap((group) => {
    const [first, ...later] = group;
    const visited = new Set([first?.identity]);
    return later.flatMap((claimed) => {
      const { identity } = claimed;
      if (first === undefined || visited.has(identity) || !own.has(identity)) return [];
      visited.add(identity);
      const problem = describeRepeated(claimed, first);
      return own.has(first.identity) ? { ...problem, twin: describeRepeated(first, claimed) } : problem;
    });
  });
}

function describeRepeated(claimed: ClaimedId, { name: chain, place: other }: ClaimedId): PlacedProblem {
  const { field, chainId, place } = claimed;
  const data = { field, chainId, chain, file: other.file ?? '', line: other.range?.line ?? 1 };
  return { problem: { code: 'file/chain-id-repeated', data }, place, entry: null, subject: claimed };
}
