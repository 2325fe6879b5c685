import { rename, writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import type { Report } from '../model/report.js';
import { reporters } from '../reporters/index.js';
import { type Io, type Output, writeText } from './io.js';
import type { ReportTarget, Settings } from './settings.js';

/** What a report is rendered with, beside the settings. */
export interface ReportContext {
  readonly texts: ReadonlyMap<string, string>;
  /** The folder that the report's paths are relative to; null where it has none. */
  readonly base: string | null;
}

/** Renders the report with each reporter that was asked for, into its file or to standard output. */
export async function writeReports(
  report: Report,
  context: ReportContext,
  settings: Settings,
  io: Io,
): Promise<void> {
  for (const { name, file } of settings.reports) {
    const render = await reporters[name]?.();
    if (render === undefined) throw new Error(`there is no reporter ${name}`);
    const text = render(report, {
      color: file === null && choosesColor(settings.color, io.stdout, io.env),
      columns: file === null && io.stdout.isTTY === true ? (io.stdout.columns ?? 80) : 80,
      detail: settings.detail,
      texts: context.texts,
      pathPrefix: findPrefix(context.base, io.cwd),
    });
    await deliver(text, { name, file }, io);
  }
}

async function deliver(text: string, { file }: ReportTarget, io: Io): Promise<void> {
  if (file === null) {
    await writeText(io.stdout, text);
    return;
  }
  // Written beside and moved, so that no reader sees half a report.
  const draft = `${file}.${process.pid}.tmp`;
  await writeFile(draft, text);
  await rename(draft, file);
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
