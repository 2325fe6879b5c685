import type { Entry } from '../model/entry.js';
import type { PlacedProblem } from '../model/finding.js';
import type { FoundFile } from './discover.js';
import type { RegistryChanges } from './git/changes.js';
import { loadManifests } from './manifests.js';

/** Finds what only matters for entries that a change adds, which an import from a manifest would remove, or closes to others. */
export function judgeAdditions(
  { additions, closed }: Pick<RegistryChanges, 'additions' | 'closed'>,
  found: readonly FoundFile[],
): readonly PlacedProblem[] {
  const files = new Map(found.map((file) => [file.path, file]));
  const fileOf = ({ place }: Entry) => files.get(place.file ?? '');
  const changed = new Set([...additions].flatMap((entry) => fileOf(entry) ?? []));
  const manifests = loadManifests([...changed]);
  const managed = [...additions].flatMap((entry) => {
    const file = fileOf(entry);
    // A list of manifests that cannot be read tells nothing.
    const manifest =
      typeof manifests === 'string' || file === undefined ? null : manifests.findManifest(file, entry);
    return manifest === null ? [] : [{ entry, data: { provider: entry.provider ?? '', manifest } }];
  });
  return [
    ...managed.map(({ entry, data }) => ({
      problem: { code: 'entry/manifest-managed', data },
      place: entry.place,
      entry,
    })),
    ...[...closed].map((entry) => ({
      problem: { code: 'entry/closed', data: { user: entry.closedTo ?? '' } },
      place: entry.place,
      entry,
    })),
  ];
}
