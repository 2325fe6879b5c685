import { existsSync, fstatSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import type { FileChange } from '../engine/edit/file-change.js';
import { nameFile } from '../registry/layout.js';
import { describeUnchangeable } from '../registry/syntax/syntaxes.js';
import { renderDiff } from '../reporters/diff.js';
import { defuseRunnerCommands, escapeLogLine, escapeTerminal } from '../reporters/escape.js';
import { type Io, type Output, readColumns, writeText } from './io.js';
import type { OutputSettings } from './settings.js';

/**
 * Writes changes as a diff to standard output, so that it can be applied; to standard error if a report for another program goes to standard output.
 * Resolves to the streams for reports, which are kept out of the diff. Its paths are relative to the working directory; if a file is outside of that,
 * to the directory of the registry, since git and patch refuse paths that lead upwards.
 */
export async function writeDiff(
  changes: readonly FileChange[],
  base: string,
  { reports }: Pick<OutputSettings, 'reports'>,
  io: Io,
): Promise<Io> {
  const isTaken = reports.some(({ name, path }) => path === null && name !== 'pretty');
  const output = isTaken ? io.stderr : io.stdout;
  const below = changes.map((change) => ({ ...change, path: nameFile(io.cwd, change.absolute) }));
  const isOutside = below.some(({ path }) => isAbsolute(path));
  const diff = renderDiff(isOutside ? changes : below);
  // A terminal gets no control characters of files, and a line between the diff and the rest; a program gets each byte.
  const isTerminal = readColumns(output) !== null;
  const text = `${diff.split(/\r?\n/).map(escapeTerminal).join('\n')}${diff === '' ? '' : '\n'}`;
  const raw = mayBeLog(output, io.env) ? defuseRunnerCommands(diff) : diff;
  await writeText(output, isTerminal ? text : raw);
  if (isOutside) await say(io, [`the paths of the diff are relative to ${base}: apply it there`]);
  return isTaken ? io : { ...io, stdout: io.stderr };
}

/** Whether what is written may get into the log of a runner that obeys commands in it. */
function mayBeLog({ fd }: Output, env: Io['env']): boolean {
  const isRunner = ['GITHUB_ACTIONS', 'TF_BUILD'].some((name) => env[name] !== undefined);
  return isRunner && !(fd !== undefined && fstatSync(fd).isFile());
}

export async function say(io: Io, lines: readonly string[]): Promise<void> {
  await writeText(io.stderr, lines.map((line) => `endpoint-check: ${escapeLogLine(line)}\n`).join(''));
}

export function refuseUnchangeable(args: readonly string[], cwd: string): readonly string[] {
  return args.flatMap((path) => {
    const reason = describeUnchangeable(path);
    return reason !== null && existsSync(resolve(cwd, path)) ? [`${path} cannot be changed: ${reason}`] : [];
  });
}
