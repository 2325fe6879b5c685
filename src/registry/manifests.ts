import { dirname, join } from 'node:path';
import type { Entry } from '../model/entry.js';
import { type FoundFile, findRegistry, type RegistryRoot } from './layout.js';
import type { Registry } from './load.js';
import { parseFile } from './parse-file.js';
import { readRegistryFile } from './read-file.js';
import type { PlacedProblem } from '../model/finding.js';
import type { Problem } from '../model/rule.js';
import type { RegistryChanges } from './git/changes.js';

/** The url of the manifest that an entry comes from; null if the registry itself maintains the entry. */
export type FindManifest = (file: FoundFile, entry: Pick<Entry, 'provider'>) => string | null;

/**
 * Reads which providers of the files' registries publish manifests. Their entries must be changed there, since the registry overwrites other
 * changes. Returns a sentence for the user if a list of manifests cannot be read.
 */
export function loadManifests(files: readonly FoundFile[]): FindManifest | string {
  const byDirectory = new Map<string, ReadonlyMap<string, string>>();
  // Hundreds of directories may belong to one registry, whose list is read once.
  const byRegistry = new Map<string, ReadonlyMap<string, string> | string>();
  for (const { absolute, format } of files) {
    const hasNone = format !== null && format.manifests === undefined;
    if (absolute === null || hasNone || byDirectory.has(dirname(absolute))) continue;
    const registry = findRegistry(dirname(absolute));
    if (registry === null) continue;
    const manifests = byRegistry.get(registry.directory) ?? readManifests(registry);
    byRegistry.set(registry.directory, manifests);
    if (typeof manifests === 'string') return manifests;
    byDirectory.set(dirname(absolute), manifests);
  }
  return ({ absolute }, { provider }) => {
    const ofDirectory = byDirectory.get(dirname(absolute ?? ''));
    return provider === null ? null : (ofDirectory?.get(provider.trim()) ?? null);
  };
}

function readManifests({ directory, formats }: RegistryRoot): ReadonlyMap<string, string> | string {
  for (const { manifests } of formats) {
    if (manifests === undefined) continue;
    const reading = readRegistryFile(join(directory, manifests.path));
    if (reading.problem?.code === 'file/unreadable' && reading.problem.data.reason === 'ENOENT') continue;
    const { document } = parseFile(reading);
    if (document === null)
      return `${manifests.path} cannot be read: it says which entries come from manifests`;
    return manifests.readManifests(document.value);
  }
  return new Map();
}

/** Finds what only matters for entries that a change adds, which an import from a manifest would remove, or closes to others. */
export function judgeAdditions(
  { additions, closed }: Pick<RegistryChanges, 'additions' | 'closed'>,
  { loaded }: Pick<Registry, 'loaded'>,
): readonly PlacedProblem[] {
  const files = new Map(loaded.map(({ path, location }) => [path, location]));
  const fileOf = ({ place }: Entry) => files.get(place.file ?? '');
  const changed = new Set([...additions].flatMap((entry) => fileOf(entry) ?? []));
  const findManifest = loadManifests([...changed]);
  const report = (entry: Entry, problem: Problem) => ({ problem, place: entry.place, entry });
  return [
    ...[...additions].flatMap((entry) => {
      const file = fileOf(entry);
      // A list of manifests that cannot be read tells nothing.
      const manifest =
        typeof findManifest === 'string' || file === undefined ? null : findManifest(file, entry);
      const data = { provider: entry.provider ?? '', manifest };
      return manifest === null ? [] : [report(entry, { code: 'entry/manifest-managed', data })];
    }),
    ...[...closed].map((entry) =>
      report(entry, { code: 'entry/closed', data: { user: entry.closedTo ?? '' } }),
    ),
  ];
}
