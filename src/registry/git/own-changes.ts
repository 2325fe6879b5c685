import type { Entry } from '../../model/entry.js';
import type { Finding, PlacedProblem } from '../../model/finding.js';
import type { KindDefinition } from '../../model/kind.js';
import type { OwnChanges } from '../../model/own-changes.js';
import type { Place } from '../../model/place.js';
import type { Registry } from '../load.js';
import { toSlashes } from '../layout.js';
import type { RegistryChanges } from './changes.js';
import { findChanges } from './since.js';
import { findUpstream } from './upstream.js';

/** Nobody asked for git: a run waits no longer for it. */
const git = { offline: true, limitMs: 10_000 };

/**
 * Compares the files of a registry with the main branch that they come from, as far as the clone has it: nothing is fetched. Null where
 * there is nothing to compare with, or nothing differs. Never rejects.
 */
export async function findOwnChanges(
  registry: Registry,
  kinds: readonly KindDefinition[],
): Promise<OwnChanges | null> {
  const { base, found } = registry;
  const isInside = found.every(
    ({ absolute, path }) => absolute !== null && toSlashes(base, absolute) === path,
  );
  if (!isInside) return null;
  try {
    const upstream = await findUpstream(base, git);
    if (upstream === null) return null;
    // What is deleted is in no report.
    const changes = await findChanges({ ...registry, directories: [] }, upstream.ref, kinds, git);
    return typeof changes === 'string' ? null : describeOwn(upstream.name, registry, changes);
  } catch {
    // A damaged clone, or a partial one that lacks the older file.
    return null;
  }
}

function describeOwn(
  ref: string,
  { loaded, entries, problems }: Registry,
  { untouched, baseline }: RegistryChanges,
): OwnChanges | null {
  const fresh = problems.filter((problem) => !baseline.has(problem));
  // An entry that was there before may have a new problem, such as a copy of it.
  const caused = new Set(fresh.map(({ entry }) => entry));
  const own = new Set(entries.filter((entry) => !untouched.has(entry) || caused.has(entry)));
  if (own.size === 0 && fresh.length === 0) return null;

  const others = entries.filter((entry) => !own.has(entry));
  const ownPlaces = new Set([...own].map(({ place }) => describePlace(place)));
  const known = new Set(problems.map(describeProblem));
  const ownProblems = new Set(fresh.map(describeProblem));
  // What the run finds out about a file is about a claim, and is the reader's where all are that it is made for.
  const ownClaims = listClaims(own);
  for (const claim of listClaims(others)) ownClaims.delete(claim);
  const old = new Set([...others, ...baseline].map(({ place }) => place.file));
  const ownFiles = new Set(loaded.map(({ path }) => path).filter((path) => !old.has(path)));
  const isOwnFinding = ({ rule, file, pointer, line, column }: Finding) => {
    const key = [rule, file, pointer, line, column].join('\n');
    if (known.has(key)) return ownProblems.has(key);
    return ownFiles.has(file ?? '') || ownClaims.has(describePlace({ file, pointer }));
  };
  return {
    ref,
    isOwn: (item) => ('rule' in item ? isOwnFinding(item) : ownPlaces.has(describePlace(item))),
  };
}

function describePlace({ file, pointer }: Pick<Place, 'file' | 'pointer'>): string {
  return [file, pointer].join('\n');
}

/** As the finding of the problem is known in the report. */
function describeProblem({ problem, place: { file, pointer, range } }: PlacedProblem): string {
  return [problem.code, file, pointer, range?.line, range?.column].join('\n');
}

function listClaims(entries: Iterable<Entry>): Set<string> {
  return new Set(
    [...entries].flatMap(({ claimPlace }) => (claimPlace === null ? [] : describePlace(claimPlace))),
  );
}
