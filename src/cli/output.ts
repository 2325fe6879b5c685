import type { HistoryFile } from '../engine/history/history-file.js';
import { rules } from '../engine/rule-catalogue.js';
import type { OwnChanges } from '../model/own-changes.js';
import type { Report } from '../model/report.js';
import { findPathPrefix } from '../registry/layout.js';
import { hideUnchanged } from '../reporters/hide-unchanged.js';
import { reporters } from '../reporters/index.js';
import type { RenderOptions } from '../reporters/reporter.js';
import { renderSummary } from '../reporters/summary.js';
import { type Io, type Output, readColumns, writeText } from './io.js';
import type { CheckSettings } from './raw-options.js';

/** What a report is rendered with, besides the settings. */
export interface ReportContext {
  readonly texts: ReadonlyMap<string, string>;
  /** The directory that the report's paths are relative to; null where it has none. */
  readonly base: string | null;
  /** Which part of the registry was checked, in sentences; null for all of what was named. */
  readonly scope: string | null;
  /** Which part is the reader's own, as soon as it is known; absent where nothing was compared. Never rejects. */
  readonly own?: Promise<OwnChanges | null> | null;
  /** Where the run is recorded; absent for nowhere. */
  readonly history?: HistoryFile | null;
  /** When that is; when the report's run began by default. */
  readonly now?: Date | null;
}

/**
 * Renders the report with each reporter of the settings, into its file or to standard output; where all go to files, prints one line on
 * standard error. Rejects where one cannot be written, after the others.
 */
export async function writeReports(
  report: Report,
  context: ReportContext,
  settings: CheckSettings,
  io: Io,
): Promise<void> {
  const failures: string[] = [];
  for (const { name, file } of settings.reports) {
    const render = await reporters[name]?.();
    if (render === undefined) throw new Error(`unknown reporter ${name}`);
    const options: RenderOptions = {
      color: file === null && choosesColor(settings.color, io.stdout, io.env),
      columns: file === null ? readColumns(io.stdout) : null,
      detail: settings.detail,
      texts: context.texts,
      pathPrefix: findPathPrefix(context.base, io.cwd),
      rules,
      scope: context.scope,
      own: (await context.own) ?? null,
      changes: [],
    };
    const shown = settings.hideUnchanged ? hideUnchanged(report, options, name) : { report, options };
    const text = render(shown.report, shown.options);
    // The other reports are written even if one fails.
    await (file === null ? writeText(io.stdout, text) : writeFile(file, text)).catch((error: unknown) => {
      failures.push(
        `cannot write the ${name} report: ${error instanceof Error ? error.message : String(error)}`,
      );
    });
  }
  if (settings.reports.every(({ file }) => file !== null))
    await writeText(io.stderr, `endpoint-check: ${renderSummary(report).trim().replace('\n', ', ')}\n`);
  if (failures.length > 0) throw new Error(failures.join('; '));
}

/** Loaded on demand: most reports go to the terminal. */
async function writeFile(file: string, text: string): Promise<void> {
  const { writeReportFile } = await import('../engine/report-file.js');
  return writeReportFile(file, text);
}

/** Whether to use color: by the option, else FORCE_COLOR, else NO_COLOR (no-color.org), else on a terminal. */
export function choosesColor(option: boolean | undefined, output: Output, env: Io['env']): boolean {
  if (option !== undefined) return option;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  if ((env['NO_COLOR'] ?? '') !== '') return false;
  return output.isTTY === true && env['TERM'] !== 'dumb';
}
