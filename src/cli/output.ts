import { rules } from '../engine/rule-catalogue.js';
import type { Report } from '../model/report.js';
import { findPathPrefix } from '../registry/layout.js';
import { reporters } from '../reporters/index.js';
import { type Io, type Output, writeText } from './io.js';
import type { CheckSettings } from './raw-options.js';

/** What a report is rendered with, beside the settings. */
export interface ReportContext {
  readonly texts: ReadonlyMap<string, string>;
  /** The directory that the report's paths are relative to; null where it has none. */
  readonly base: string | null;
  /** What part of the registry was looked at; null where it was all that was named. */
  readonly scope: string | null;
}

/** Renders the report with each reporter that was asked for, into its file or to standard output. */
export async function writeReports(
  report: Report,
  context: ReportContext,
  settings: CheckSettings,
  io: Io,
): Promise<void> {
  const failures: string[] = [];
  for (const { name, file } of settings.reports) {
    const render = await reporters[name]?.();
    if (render === undefined) throw new Error(`there is no reporter ${name}`);
    const text = render(report, {
      color: file === null && choosesColor(settings.color, io.stdout, io.env),
      columns: file === null && io.stdout.isTTY === true ? (io.stdout.columns ?? 80) : null,
      detail: settings.detail,
      texts: context.texts,
      pathPrefix: findPathPrefix(context.base, io.cwd),
      rules,
      scope: context.scope,
    });
    // One that cannot be written keeps no other from being.
    await (file === null ? writeText(io.stdout, text) : writeFile(file, text)).catch((error: unknown) => {
      failures.push(
        `the report ${name} could not be written: ${error instanceof Error ? error.message : String(error)}`,
      );
    });
  }
  if (failures.length > 0) throw new Error(failures.join('; '));
}

/** Loaded where a report goes to a file: most go to the terminal. */
async function writeFile(file: string, text: string): Promise<void> {
  const { writeReportFile } = await import('../engine/report-file.js');
  return writeReportFile(file, text);
}

/** Colour as the option says, else FORCE_COLOR, else NO_COLOR (no-color.org), else where the output is a terminal. */
export function choosesColor(option: boolean | undefined, output: Output, env: Io['env']): boolean {
  if (option !== undefined) return option;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  if ((env['NO_COLOR'] ?? '') !== '') return false;
  return output.isTTY === true && env['TERM'] !== 'dumb';
}
