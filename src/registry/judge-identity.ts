import type { Format } from '../formats/format.js';
import type { PlacedProblem } from '../model/finding.js';
import { getValue } from '../model/json.js';
import { findNearest } from '../model/nearest.js';
import type { ProblemOf } from '../model/rule.js';
import { truncate } from '../model/truncate.js';
import type { FileChain } from './chains.js';
import { problemAt, type RegistryDocument } from './document.js';
import type { IdentityData } from './identity-rules.js';
import { findMatches } from './pointer-pattern.js';

/** Compares what the chains of a file say about themselves with the path of the file, and with what the format knows. */
export function judgeIdentity(
  document: RegistryDocument,
  { naming, status }: Format,
  chains: readonly FileChain[],
): PlacedProblem[] {
  return chains.flatMap((chain) => {
    const report = (pointer: string, problem: ProblemOf<IdentityData> | null) =>
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
): ProblemOf<IdentityData> | null {
  const value = getValue(chain, `/${field}`);
  if (named === null || (typeof value !== 'string' && typeof value !== 'number')) return null;
  return agrees(named, String(value))
    ? null
    : { code: 'file/name-differs', data: { chain: named, field, value: truncate(JSON.stringify(value)) } };
}

function judgeStatus(
  chain: FileChain['value'],
  { pointer, values }: NonNullable<Format['status']>,
): ProblemOf<IdentityData> | null {
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
