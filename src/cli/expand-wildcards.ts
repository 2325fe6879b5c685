import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * The paths that `*` and `?` stand for, sorted by name: other shells expand them, those of Windows leave it to the program. A pattern without a match
 * stays unchanged. Elsewhere all paths stay, since files may have such names.
 */
export function expandWildcards(
  paths: readonly string[],
  cwd: string,
  platform: NodeJS.Platform = process.platform,
): readonly string[] {
  if (platform !== 'win32') return paths;
  return paths.flatMap((path) => {
    const matches = /[*?]/.test(path) ? expandPath(path, cwd) : [];
    return matches.length === 0 ? [path] : matches;
  });
}

function expandPath(path: string, cwd: string): readonly string[] {
  // Each with a slash at its end.
  let places = [''];
  for (const part of path.split(/[\\/]/)) {
    places = /[*?]/.test(part)
      ? places.flatMap((place) => listFitting(resolve(cwd, place), part).map((name) => `${place}${name}/`))
      : places.map((place) => `${place}${part}/`);
  }
  return places.map((place) => place.slice(0, -1)).filter((place) => existsSync(resolve(cwd, place)));
}

function listFitting(directory: string, pattern: string): readonly string[] {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  const fits = new RegExp(`^${source}$`, 'is');
  try {
    return readdirSync(directory)
      .filter((name) => fits.test(name) && (!name.startsWith('.') || pattern.startsWith('.')))
      .sort();
  } catch {
    return [];
  }
}
