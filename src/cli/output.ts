import { lstatSync } from 'node:fs';
import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { rules } from '../engine/rule-catalogue.js';
import type { Report } from '../model/report.js';
import { reporters } from '../reporters/index.js';
import { type Io, type Output, writeText } from './io.js';
import type { ReportTarget, Settings } from './settings.js';

/** What a report is rendered with, beside the settings. */
export interface ReportContext {
  readonly texts: ReadonlyMap<string, string>;
  /** The folder that the report's paths are relative to; null where it has none. */
  readonly base: string | null;
  /** What part of the registry was looked at; null where it was all that was named. */
  readonly scope: string | null;
}

/** Renders the report with each reporter that was asked for, into its file or to standard output. */
export async function writeReports(
  report: Report,
  context: ReportContext,
  settings: Settings,
  io: Io,
): Promise<void> {
  const failures: string[] = [];
  for (const target of settings.reports) {
    const { name, file } = target;
    const render = await reporters[name]?.();
    if (render === undefined) throw new Error(`there is no reporter ${name}`);
    const text = render(report, {
      color: file === null && choosesColor(settings.color, io.stdout, io.env),
      columns: file === null && io.stdout.isTTY === true ? (io.stdout.columns ?? 80) : 80,
      detail: settings.detail,
      texts: context.texts,
      pathPrefix: findPrefix(context.base, io.cwd),
      rules,
      scope: context.scope,
    });
    // One that cannot be written keeps no other from being.
    await deliver(text, target, io).catch((error: unknown) => {
      failures.push(
        `the report ${name} could not be written: ${error instanceof Error ? error.message : String(error)}`,
      );
    });
  }
  if (failures.length > 0) throw new Error(failures.join('; '));
}

async function deliver(text: string, { file }: ReportTarget, io: Io): Promise<void> {
  if (file === null) return writeText(io.stdout, text);
  const path = await resolveRegular(file);
  // A device or a pipe is written to, not replaced.
  if (path === null) return writeFile(file, text);
  // Written beside and moved, so that no reader sees half a report.
  const draft = `${path}.${process.pid}.tmp`;
  try {
    await writeFile(draft, text);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Where a file that is regular, or not there yet, stands behind all links; null for anything else. */
async function resolveRegular(file: string): Promise<string | null> {
  const path = await realpath(file).catch(() => null);
  if (path !== null) return (await stat(path)).isFile() ? path : null;
  // Nothing is there, or a link to what has no path, like /dev/stdout where it is a pipe.
  return lstatSync(file, { throwIfNoEntry: false }) === undefined ? file : null;
}

function findPrefix(base: string | null, cwd: string): string {
  const path = base === null ? '' : relative(cwd, base).replaceAll('\\', '/');
  return path === '' ? '' : `${path}/`;
}

/** Colour as the option says, else FORCE_COLOR, else NO_COLOR (no-color.org), else where the output is a terminal. */
export function choosesColor(option: boolean | undefined, output: Output, env: Io['env']): boolean {
  if (option !== undefined) return option;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  if ((env['NO_COLOR'] ?? '') !== '') return false;
  return output.isTTY === true && env['TERM'] !== 'dumb';
}
