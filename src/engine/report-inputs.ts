import { realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Format } from '../formats/format.js';
import { discoverFiles } from '../registry/discover.js';
import { isDirectory, nameFile } from '../registry/layout.js';
import { identifyFile, type ReportTarget } from './report-targets.js';

/** What a run reads; paths are absolute or relative to the working directory, null for none. */
export interface RunInputs {
  readonly cwd: string;
  readonly registry?: { readonly paths: readonly string[]; readonly format?: Format | null };
  readonly history?: string | null;
  readonly others?: readonly (string | null)[];
}

/**
 * Finds the reports that would replace what a run reads, or another file of its registry, whatever links and spellings lead there. Returns a sentence
 * for each, to be told before anything is probed.
 */
export function findReplacedInputs(
  reports: readonly ReportTarget[],
  { cwd, registry, history = null, others = [] }: RunInputs,
): readonly string[] {
  const targets = reports.flatMap(({ path }) => path ?? []);
  if (targets.length === 0) return [];
  const named = [...others, ...(registry === undefined ? [] : listRegistryFiles(registry, cwd))];
  const inputs = [
    ...(history === null ? [] : [{ path: resolve(cwd, history), role: 'the history' }]),
    ...named.flatMap((file) => (file === null ? [] : [{ path: resolve(cwd, file), role: 'an input' }])),
  ];
  const byFile = new Map(inputs.toReversed().map((input) => [identifyFile(input.path), input]));
  const name = (path: string) => nameFile(cwd, path);
  return targets.flatMap((target) => {
    const replaced = byFile.get(identifyFile(target) ?? '');
    if (replaced !== undefined) {
      const link = target === replaced.path ? '' : ` (${name(target)})`;
      return [
        `${name(replaced.path)} is both ${replaced.role} and a report${link}: write the report to another file`,
      ];
    }
    // Reporters of several files name these after chains, as registries do.
    const directory = findDirectory(target);
    const held = inputs.find(
      ({ path }) =>
        directory !== null && path.endsWith('.json') && findDirectory(dirname(path)) === directory,
    );
    return held === undefined
      ? []
      : [
          `${name(target)} holds ${name(held.path)}, ${held.role}: write the report to a directory of its own`,
        ];
  });
}

function findDirectory(path: string): string | null {
  return isDirectory(path) ? realpathSync(path) : null;
}

/** The files at the paths, the others of their registry, and its list of manifests. */
function listRegistryFiles(
  { paths, format = null }: NonNullable<RunInputs['registry']>,
  cwd: string,
): readonly string[] {
  const { base, files } = discoverFiles(paths, { cwd, format });
  const all = [...files, ...discoverFiles([], { cwd: base, format }).files];
  const manifests = new Set(all.flatMap((file) => file.format?.manifests?.path ?? []));
  return [
    ...all.map(({ absolute }) => absolute ?? '/dev/stdin'),
    ...[...manifests].map((path) => join(base, path)),
  ];
}
