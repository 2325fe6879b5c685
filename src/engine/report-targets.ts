import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { describeUnknown } from '../model/describe-unknown.js';
import { reporterRows } from '../reporters/index.js';
import { isCheckedOut, isDirectory } from '../registry/layout.js';
import type { ReportError } from './options/option-type.js';

/** A reporter and where it writes to: a file, a directory if it writes several, null for standard output. */
export interface ReportTarget {
  readonly name: string;
  readonly path: string | null;
}

interface TargetContext {
  readonly cwd: string;
  readonly report: ReportError;
  /** The known reporters; all by default. */
  readonly names?: readonly string[];
  /** Whether the working directory may hold links of others; by default if it is a clone. */
  readonly isCheckout?: boolean;
}

export function writesFiles(reporter: string): boolean {
  return Object.entries(reporterRows).some(([name, { writes }]) => name === reporter && writes === 'files');
}

/** Reads reporters as `name`, `name=file` or `name=directory`, at most one of them to standard output, which `name=-` means too. */
export function readReportTargets(texts: readonly string[], context: TargetContext): ReportTarget[] {
  const { report } = context;
  const targets = texts.map((text) => parseTarget(text, context));
  const paths = targets.flatMap(({ path }) => path ?? []);
  const files = paths.map((path) => identifyFile(path) ?? path);
  for (const path of new Set(paths.filter((_, index) => files.indexOf(files[index] ?? '') !== index)))
    report(`several reports would be written to ${path}: give each its own file`);
  const toOutput = targets.filter(({ name, path }) => path === null && !writesFiles(name));
  if (toOutput.length > 1) {
    const names = toOutput.map(({ name }) => name).join(' and ');
    report(
      `${names} would both be written to standard output: give one a file, ${toOutput[1]?.name ?? ''}=FILE`,
    );
  }
  return targets;
}

function parseTarget(
  text: string,
  { cwd, report, names = Object.keys(reporterRows), isCheckout }: TargetContext,
): ReportTarget {
  const [name = '', ...rest] = text.split('=');
  if (!names.includes(name)) report(describeUnknown('reporter', name, names));
  const isDirectoryOfFiles = writesFiles(name);
  const path = rest.join('=');
  if (rest.length === 0 || path === '-') {
    if (isDirectoryOfFiles) report(`${name} writes several files: write ${name}=DIRECTORY`);
    return { name, path: null };
  }
  const absolute = resolve(cwd, path);
  if (path === '') report(`expected a ${isDirectoryOfFiles ? 'directory' : 'file'} after =, got "${text}"`);
  // It may not exist yet, but the directory that it is in does.
  else if (!isDirectory(dirname(absolute))) report(`the directory of ${path} does not exist`);
  else if (!isDirectoryOfFiles && isDirectory(absolute)) report(`${path} is a directory`);
  else if (isDirectoryOfFiles && existsSync(absolute) && !isDirectory(absolute))
    report(`${path} is not a directory`);
  // A branch may bring a link of the report's name, which may lead anywhere.
  else if (isBehindLink(absolute, cwd) && (isCheckout ?? isCheckedOut(cwd)))
    report(`${path} is, or is behind, a symbolic link of the checkout: write to another file`);
  return { name, path: absolute };
}

/** Whether the file, or a directory between it and `directory`, is a symbolic link; false for a file outside of `directory`. */
export function isBehindLink(file: string, directory: string): boolean {
  const inside = relative(directory, file);
  const parts = inside.split(sep);
  if (parts[0] === '..' || isAbsolute(inside)) return false;
  return parts.some((_, index) =>
    lstatSync(join(directory, ...parts.slice(0, index + 1)), { throwIfNoEntry: false })?.isSymbolicLink(),
  );
}

/**
 * Identifies the file at an absolute path, whatever links and spellings lead there: regular files by what the system numbers them by, one that does
 * not exist by its directory and name. Null for anything else, such as a terminal.
 */
export function identifyFile(path: string): string | null {
  try {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (stats === undefined) return join(realpathSync(dirname(path)), basename(path));
    return stats.isFile() ? `${stats.dev}:${stats.ino}` : null;
  } catch {
    return null;
  }
}
