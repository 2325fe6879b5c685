import { formatMiB } from '../model/amount.js';
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { checks } from '../checks/index.js';
import { parseExclusions } from '../registry/exclude.js';
import { sizeLimitBytes } from '../registry/size-limits.js';
import type { ExclusionFile } from './prepare.js';

/** Reads the exclusion file at a path; null for none. Errors are added to `errors`, each with the option that names the file. */
export function readExclusions(
  path: string | null,
  { cwd, option, errors }: { readonly cwd: string; readonly option: string; readonly errors: string[] },
): ExclusionFile | null {
  if (path === null) return null;
  try {
    const file = resolve(cwd, path);
    const stats = statSync(file);
    const fault = !stats.isFile()
      ? 'is not a file'
      : stats.size > sizeLimitBytes
        ? `is larger than ${formatMiB(sizeLimitBytes)}`
        : null;
    if (fault === null) return parseExclusionFile(path, readFileSync(file, 'utf8'), { option, errors });
    errors.push(`${option}: ${path} ${fault}`);
    return null;
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    errors.push(`${option}: ${path} cannot be read (${code})`);
    return null;
  }
}

/** Parses the text of an exclusion file; errors are added to `errors`. */
export function parseExclusionFile(
  path: string,
  text: string,
  { option, errors }: { readonly option: string; readonly errors: string[] },
): ExclusionFile {
  const { exclusions, errors: found } = parseExclusions(
    text,
    checks.map(({ kind }) => kind),
  );
  errors.push(...found.map((error) => `${option}: ${path}, ${error}`));
  return { file: path, exclusions };
}
