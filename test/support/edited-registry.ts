import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Fix } from '../../src/index.js';
import { type Outcome, runCli, type RunOptions } from './command-line.js';

/** The result of a command, with its standard error line by line. */
export interface Edit extends Outcome {
  /** Without the name of the program at the start of each. */
  readonly lines: readonly string[];
}

/** Runs a command that may change the registry in a directory. */
export async function edit(cwd: string, args: readonly string[], options: RunOptions = {}): Promise<Edit> {
  const outcome = await runCli(args, { ...options, cwd });
  const lines = outcome.stderr.split('\n').filter((line) => line.startsWith('endpoint-check: '));
  return { ...outcome, lines: lines.map((line) => line.slice('endpoint-check: '.length)) };
}

/** The texts of all files below a directory except those of git, by path; byte for byte, as latin1. */
export async function readBytes(directory: string): Promise<Record<string, string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(directory.length + 1))
    .filter((path) => !path.startsWith('.git/'));
  const read = files.map(async (path): Promise<[string, string]> => [
    path,
    await readFile(join(directory, path), 'latin1'),
  ]);
  return Object.fromEntries((await Promise.all(read)).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The lines of one text that are not in another, in order: those that a change removes, or adds. */
export function listOther(text: string, reference: string): readonly string[] {
  const known = reference.split('\n');
  return text.split('\n').filter((line) => {
    const at = known.indexOf(line);
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
}

/** Applies the fix of a finding of a JSON report, like a program of a few lines. */
export function applyNaively(bytes: Buffer, fix: Fix): Buffer {
  if (fix.encoding !== undefined) return Buffer.from(bytes.toString('utf16le').replace(/^\uFEFF/, ''));
  let text = bytes.toString('utf8');
  for (const change of [...fix.edits].sort((a, b) => b.offset - a.offset))
    text = text.slice(0, change.offset) + change.text + text.slice(change.offset + change.length);
  return Buffer.from(text);
}
