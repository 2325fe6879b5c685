import { exitCodes } from '../engine/exit-code.js';
import { findDead, findDeadLines } from '../history/find-dead.js';
import { findHalted, type HaltedReport } from '../history/find-halted.js';
import type { HistoryFile } from '../history/history-file.js';
import type { RawOptions } from '../engine/options/read-options.js';
import { readExclusions } from '../engine/read-exclusions.js';
import { findReplacedInputs } from '../engine/report-inputs.js';
import { writeReportFile } from '../engine/report-file.js';
import type { ReportTarget } from '../engine/report-targets.js';
import { tool } from '../engine/tool.js';
import { UsageError } from '../engine/usage-error.js';
import type { DeadReport } from '../history/dead-report.js';
import { judgeEvidence } from '../history/judge-evidence.js';
import { createOverview, type HistoryOverview } from '../history/overview.js';
import { findPathPrefix, findRegistry } from '../registry/layout.js';
import type { Registry } from '../registry/load.js';
import { joinPath } from '../reporters/findings.js';
import { renderDeadJson } from '../reporters/history/dead-json.js';
import { renderDeadMarkdown } from '../reporters/history/dead-markdown.js';
import { renderDeadPretty } from '../reporters/history/dead-pretty.js';
import {
  renderOverviewJson,
  renderOverviewMarkdown,
  renderOverviewPretty,
} from '../reporters/history/overview.js';
import { renderHaltedJson, renderHaltedMarkdown, renderHaltedPretty } from '../reporters/history/halted.js';
import { say } from './changes.js';
import { describeWeakEvidence } from './describe-weak-evidence.js';
import { expandWildcards } from './expand-wildcards.js';
import { type CommandLine, type Io, writeText } from './io.js';
import { loadRegistryAround } from './load-around.js';
import { readHistories } from './history-files.js';
import { readCommandOptions, readReporters } from './settings.js';

const historyReporters = ['pretty', 'markdown', 'json'] as const;
type ReporterName = (typeof historyReporters)[number];
type Renderers = Readonly<Record<ReporterName, () => string>>;

/** `endpoint-check history`: reports a history, or with `--dead` what is dead by all histories. Resolves to the exit status. */
export async function runHistory(
  names: readonly string[],
  raw: RawOptions,
  { usageErrors }: CommandLine,
  io: Io,
): Promise<number> {
  const errors = [...usageErrors];
  const options = readCommandOptions('history', raw, errors);
  const { dead: isDead, halted: isHalted, exclude, history, minRuns, minDays } = options;
  const limits = { minRuns, minDays };
  const now = options.now ?? new Date();
  const all = [...expandWildcards(names, io.cwd), ...(history ?? [])];
  const files = await readHistories(all, { cwd: io.cwd, prefix: '', errors });
  const exclusions = readExclusions(exclude, { cwd: io.cwd, option: '--exclude', errors });
  const targets = readReporters(options.reporter, io.cwd, errors, historyReporters);
  if (all.length === 0 && history === null)
    errors.push('no history file: name one, such as history.jsonl, which check --history writes');
  if (all.length > 1 && !isDead)
    errors.push('several history files are compared only for what is dead: name one file, or add --dead');
  const hasRegistry = (isDead || isHalted) && findRegistry(io.cwd, undefined, io.cwd) !== null;
  if (isHalted && !hasRegistry)
    errors.push('--halted needs a registry around this directory, which says which chains are live');
  if (isDead && exclude !== null && !hasRegistry)
    errors.push('--exclude needs a registry around this directory, which says what is listed by whom');
  const registryInput = hasRegistry ? { registry: { paths: [] } } : {};
  errors.push(...findReplacedInputs(targets, { cwd: io.cwd, ...registryInput, others: [...all, exclude] }));
  if (errors.length > 0) throw new UsageError(errors);

  const lines = files[0]?.lines ?? [];
  if (isHalted) {
    const registry = await loadRegistryAround(io.cwd);
    const report = findHalted(registry, lines, limits);
    await write(createHaltedRenderers(report, registry, io.cwd), targets, io);
    await say(io, describeUnread(registry, io.cwd));
    return exitCodes.ok;
  }
  if (!isDead) {
    const overview = createOverview(lines, now.toISOString(), limits);
    await write(createOverviewRenderers(overview, options.verbose), targets, io);
    return exitCodes.ok;
  }
  const histories = files.map((file) => file.lines);
  const registry = hasRegistry ? await loadRegistryAround(io.cwd) : null;
  const report =
    registry === null
      ? findDeadLines(histories, { limits })
      : findDead(registry, histories, { limits, exclusions: exclusions?.exclusions ?? [], now });
  await write(createDeadRenderers(report, registry, files, io.cwd), targets, io);
  await say(io, [
    ...(registry === null ? [withoutRegistry] : describeUnread(registry, io.cwd)),
    ...describeWeakEvidence(report, { files, evidence: judgeEvidence(files, now) }),
  ]);
  return exitCodes.ok;
}

const withoutRegistry =
  'no registry around this directory: this is from the history alone, without files, providers, withdrawn endpoints and whole chains';

/** The entries of an unreadable file are missing from the report. */
function describeUnread({ loaded, found, base }: Registry, cwd: string): readonly string[] {
  const unread = loaded.filter(({ complete }, index) => !complete && found[index]?.list === null);
  const prefix = findPathPrefix(base, cwd);
  return unread.map(({ path }) => `${joinPath(prefix, path)} cannot be read: what it lists is left out`);
}

function createHaltedRenderers(report: HaltedReport, { base }: Registry, cwd: string): Renderers {
  const options = { pathPrefix: findPathPrefix(base, cwd) };
  return {
    pretty: () => renderHaltedPretty(report, options),
    markdown: () => renderHaltedMarkdown(report, options),
    json: () => renderHaltedJson(report, tool),
  };
}

function createOverviewRenderers(overview: HistoryOverview, verbose: boolean): Renderers {
  return {
    pretty: () => renderOverviewPretty(overview, { verbose }),
    markdown: () => renderOverviewMarkdown(overview, { verbose }),
    json: () => renderOverviewJson(overview, tool),
  };
}

function createDeadRenderers(
  report: DeadReport,
  registry: Registry | null,
  files: readonly HistoryFile[],
  cwd: string,
): Renderers {
  const pathPrefix = registry === null ? '' : findPathPrefix(registry.base, cwd);
  const options = { pathPrefix, histories: files.length };
  return {
    pretty: () => renderDeadPretty(report, options),
    markdown: () => renderDeadMarkdown(report, options),
    json: () => renderDeadJson(report, tool),
  };
}

async function write(renderers: Renderers, targets: readonly ReportTarget[], io: Io): Promise<void> {
  for (const { name, path } of targets) {
    const text = renderers[name as ReporterName]();
    await (path === null ? writeText(io.stdout, text) : writeReportFile(path, text));
  }
}
