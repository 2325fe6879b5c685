import type { Entry } from '../model/entry.js';
import type { PlacedProblem } from '../model/finding.js';
import type { Problem } from '../model/rule.js';
import type { FoundFile } from './discover.js';
import { loadManifests } from './manifests.js';

/** Finds what only matters for entries that a change adds: those that an import from a manifest would remove, and those that are closed to others. */
export function judgeAdditions(
  additions: ReadonlySet<Entry>,
  found: readonly FoundFile[],
): readonly PlacedProblem[] {
  if (additions.size === 0) return [];
  const files = new Map(found.map((file) => [file.path, file]));
  const fileOf = ({ place }: Entry) => files.get(place.file ?? '');
  const changed = new Set([...additions].flatMap((entry) => fileOf(entry) ?? []));
  const manifests = loadManifests([...changed]);
  return [...additions].flatMap((entry) => {
    const { place, provider, closedTo } = entry;
    const file = fileOf(entry);
    // A list of manifests that cannot be read tells nothing.
    const manifest =
      typeof manifests === 'string' || file === undefined ? null : manifests.findManifest(file, entry);
    const problems: readonly Problem[] = [
      ...(manifest === null
        ? []
        : [{ code: 'entry/manifest-managed', data: { provider: provider ?? '', manifest } }]),
      ...(closedTo === undefined ? [] : [{ code: 'entry/closed', data: { user: closedTo } }]),
    ];
    return problems.map((problem) => ({ problem, place, entry }));
  });
}
