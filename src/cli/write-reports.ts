import type { HistoryFile } from '../history/history-file.js';
import { chooseExitCode, exitCodes, type FailLevel } from '../engine/exit-code.js';
import { rules } from '../engine/rule-catalogue.js';
import type { OwnChanges, Report } from '../model/report.js';
import { findPathPrefix } from '../registry/layout.js';
import { getReporter, hideUnchanged, renderDefaults } from '../reporters/index.js';
import type { ReporterOutput, RenderOptions } from '../reporters/reporter.js';
import { renderSummary } from '../reporters/summary.js';
import { type Io, type Output, readColumns, writeForReader, writeText } from './io.js';
import type { OutputSettings } from './settings.js';

export interface ReportContext {
  readonly texts: ReadonlyMap<string, string>;
  /** The directory that the report's paths are relative to; null if it has none. */
  readonly base: string | null;
  /** Which part of the registry was checked, in sentences; null for everything that was named. */
  readonly scope: string | null;
  /** Which part is the reader's own, as soon as it is known; absent if nothing was compared. Never rejects. */
  readonly ownChanges?: Promise<OwnChanges | null> | null;
  /** The file that records the run; absent for none. */
  readonly history?: HistoryFile | null;
  /** Whether the run is a second look at dead endpoints. */
  readonly isSecondLook?: boolean;
  /** The current time; when the report's run began by default. */
  readonly now?: Date | null;
}

/** Opens the history file of `--history`, which a run will update; null for none. Errors are added to `errors`, before anything is probed. */
export async function openHistory(
  option: readonly string[] | null,
  { cwd, errors }: { readonly cwd: string; readonly errors: string[] },
): Promise<HistoryFile | null> {
  const [name, ...more] = option ?? [];
  if (name === undefined) return null;
  if (more.length > 0) errors.push('--history is given twice: a run is recorded in one file');
  if (name === '-' || name === '') errors.push(`--history: expected a file, got "${name}"`);
  if (more.length > 0 || name === '-' || name === '') return null;
  // Loaded on demand: most runs have no history.
  const { openHistoryFile } = await import('../history/history-file.js');
  const file = openHistoryFile(name, cwd);
  if (typeof file !== 'string') return file;
  errors.push(`--history: ${name} ${file}`);
  return null;
}

/** Records the run of a report if the context has a history file, reports, and chooses the exit status. */
export async function recordAndReport(
  report: Report,
  context: ReportContext,
  settings: OutputSettings & { readonly failOn: FailLevel },
  io: Io,
): Promise<number> {
  const { history = null, isSecondLook = false } = context;
  if (history === null) {
    await writeReports(report, context, settings, io);
    return chooseExitCode(report, settings);
  }
  const { recordRun } = await import('../history/record-run.js');
  const recorded = recordRun(history, report, { now: context.now?.toISOString(), isSecondLook });
  await writeReports(recorded.report, context, settings, io);
  if (recorded.reason !== null)
    await writeText(
      io.stderr,
      `endpoint-check: this run is not recorded in ${history.name}: ${recorded.reason}\n`,
    );
  return recorded.failed ? exitCodes.failure : chooseExitCode(report, settings);
}

/**
 * Renders the report with each reporter of the settings, into its file or directory or to standard output; if none goes there, prints one line on
 * standard error. Rejects if one cannot be written, after the others.
 */
export async function writeReports(
  report: Report,
  context: ReportContext,
  settings: OutputSettings,
  io: Io,
): Promise<void> {
  const failures: string[] = [];
  for (const { name, path } of settings.reports) {
    const { render } = await getReporter(name).load();
    const options: RenderOptions = {
      ...renderDefaults,
      color: path === null && choosesColor(settings.color, io.stdout, io.env),
      columns: path === null ? readColumns(io.stdout) : null,
      detail: settings.detail,
      texts: context.texts,
      pathPrefix: findPathPrefix(context.base, io.cwd),
      rules,
      scope: context.scope,
      ownChanges: (await context.ownChanges) ?? null,
      // Loaded on demand: few reports name it.
      registry:
        name === 'html' && report.files.length > 0
          ? await (await import('../registry/git/remotes.js')).findRegistryName(context.base, io.env)
          : null,
      require: settings.require ?? [],
    };
    const selection =
      settings.hideUnchanged === true ? hideUnchanged(report, options, name) : { report, options };
    const rendered = render(selection.report, selection.options);
    // Other reports are written even if one fails.
    await writeRendered(rendered, path, io).catch((error: unknown) => {
      failures.push(
        `cannot write the ${name} report: ${error instanceof Error ? error.message : String(error)}`,
      );
    });
  }
  if (settings.reports.every(({ path }) => path !== null))
    await writeText(io.stderr, `endpoint-check: ${renderSummary(report).join(', ')}\n`);
  if (failures.length > 0) throw new Error(failures.join('; '));
}

async function writeRendered(rendered: ReporterOutput, path: string | null, io: Io): Promise<void> {
  if (path === null) {
    if (typeof rendered === 'string') return writeText(io.stdout, rendered);
    if (!('next' in rendered)) throw new Error('several files need a directory');
    for (const part of rendered) if (!(await writeForReader(io.stdout, part))) return;
    return;
  }
  // Loaded on demand: most reports go to the terminal.
  const { writeReport } = await import('../engine/report-file.js');
  return writeReport(path, rendered);
}

/** Whether to use color: by the option, else FORCE_COLOR, else NO_COLOR (no-color.org), else on a terminal. */
export function choosesColor(option: boolean | null, output: Output, env: Io['env']): boolean {
  if (option !== null) return option;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  if ((env['NO_COLOR'] ?? '') !== '') return false;
  return output.isTTY === true && env['TERM'] !== 'dumb';
}
