import type { Entry } from '../../model/entry.js';
import type { Finding, PlacedProblem } from '../../model/finding.js';
import type { KindDefinition } from '../../model/kind.js';
import type { OwnChanges } from '../../model/report.js';
import type { Place } from '../../model/place.js';
import type { Registry } from '../load.js';
import { toSlashes } from '../layout.js';
import type { RegistryChanges } from './changes.js';
import { inPassing } from './git.js';
import { findChanges } from './since.js';
import { findUpstream } from './remotes.js';

/**
 * Compares the files of a registry with the upstream main branch, as far as the clone has it; fetches nothing. Null if there is nothing to
 * compare with, or no difference. Never rejects.
 */
export async function findOwnChanges(
  registry: Registry,
  kinds: readonly KindDefinition[],
): Promise<OwnChanges | null> {
  const { base, loaded } = registry;
  const isInside = loaded.every(
    ({ path, location: { absolute } }) => absolute !== null && toSlashes(base, absolute) === path,
  );
  if (!isInside) return null;
  try {
    const upstream = await findUpstream(base, inPassing);
    if (upstream === null) return null;
    // Deleted entries are in no report.
    const changes = await findChanges({ ...registry, directories: [] }, upstream.ref, kinds, inPassing);
    return typeof changes === 'string' ? null : describeChanges(upstream.name, changes.registry, changes);
  } catch {
    // The clone is damaged, or a partial clone lacks the older file.
    return null;
  }
}

function describeChanges(
  ref: string,
  { loaded, entries, problems }: Registry,
  { untouched, baseline }: RegistryChanges,
): OwnChanges | null {
  const fresh = problems.filter((problem) => !baseline.has(problem));
  // An unchanged entry may have a new problem, for instance because it was copied.
  const caused = new Set(fresh.map(({ entry }) => entry));
  const changed = new Set(entries.filter((entry) => !untouched.has(entry) || caused.has(entry)));
  if (changed.size === 0 && fresh.length === 0) return null;

  const unchanged = entries.filter((entry) => !changed.has(entry));
  const changedPlaces = new Set([...changed].map(({ place }) => describePlace(place)));
  const descriptions = new Set(problems.map(describeProblem));
  const freshProblems = new Set(fresh.map(describeProblem));
  // A finding of the run about a file concerns a claim. It is new if all entries of that claim are.
  const newClaims = listClaims(changed);
  for (const claim of listClaims(unchanged)) newClaims.delete(claim);
  const old = new Set([...unchanged, ...baseline].map(({ place }) => place.file));
  const newFiles = new Set(loaded.map(({ path }) => path).filter((path) => !old.has(path)));
  const isNewFinding = ({ rule, file, pointer, line, column }: Finding) => {
    const key = [rule, file, pointer, line, column].join('\n');
    if (descriptions.has(key)) return freshProblems.has(key);
    return newFiles.has(file ?? '') || newClaims.has(describePlace({ file, pointer }));
  };
  return {
    ref,
    isOwn: (item) => ('rule' in item ? isNewFinding(item) : changedPlaces.has(describePlace(item))),
  };
}

function describePlace({ file, pointer }: Pick<Place, 'file' | 'pointer'>): string {
  return [file, pointer].join('\n');
}

function describeProblem({ problem, place: { file, pointer, range } }: PlacedProblem): string {
  return [problem.code, file, pointer, range?.line, range?.column].join('\n');
}

function listClaims(entries: Iterable<Entry>): Set<string> {
  return new Set(
    [...entries].flatMap(({ claimPlace }) => (claimPlace === null ? [] : describePlace(claimPlace))),
  );
}
