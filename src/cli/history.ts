import { exitCodes } from '../engine/exit-code.js';
import { findDead, findDeadLines } from '../engine/history/find-dead.js';
import type { HistoryFile } from '../engine/history/history-file.js';
import { OptionReader, type ReportTarget } from '../engine/option-reader.js';
import { readExclusions } from '../engine/read-exclusions.js';
import { writeReportFile } from '../engine/report-file.js';
import { tool } from '../engine/tool.js';
import { UsageError } from '../engine/usage-error.js';
import type { DeadReport } from '../history/dead-report.js';
import { createOverview } from '../history/overview.js';
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
import { say } from './changes.js';
import { describeDoubts } from './describe-doubts.js';
import { type Io, writeText } from './io.js';
import { loadRegistryAround } from './load-around.js';
import { listHistories, readNow } from './open-history.js';
import { type RawLimits, readHistories, readLimits } from './read-histories.js';

/** The options of `history` as commander has them. */
export interface RawHistory extends RawLimits {
  readonly history?: readonly string[];
  readonly dead?: boolean;
  readonly exclude?: string;
  readonly reporter?: readonly string[];
  readonly verbose?: boolean;
  readonly now?: string;
}

/** What a history can be rendered as. */
const historyReporters = ['pretty', 'markdown', 'json'] as const;
type ReporterName = (typeof historyReporters)[number];
type Renderers = Readonly<Record<ReporterName, () => string>>;

/** `endpoint-check history`: what a history knows, or with `--dead` what is dead by all of several. Resolves to the exit status. */
export async function runHistory(
  names: readonly string[],
  raw: RawHistory,
  usageErrors: readonly string[],
  io: Io,
): Promise<number> {
  const errors = [...usageErrors];
  const all = [...names, ...listHistories(raw.history)];
  const files = readHistories(all, { cwd: io.cwd, prefix: '', errors });
  const limits = readLimits(raw, errors);
  const now = readNow(raw.now, errors) ?? new Date();
  const exclusions = readExclusions(raw.exclude ?? null, { cwd: io.cwd, option: '--exclude', errors });
  const known = historyReporters.map((name) => ({ name, writes: 'text' as const }));
  const targets = new OptionReader(errors, known).reports('--reporter', raw.reporter ?? ['pretty'], io.cwd);
  const isDead = raw.dead === true;
  if (all.length === 0 && raw.history === undefined)
    errors.push('no history file: name one, such as history.jsonl, which check --history writes');
  if (all.length > 1 && !isDead)
    errors.push('several history files are compared only for what is dead: name one file, or add --dead');
  if (raw.exclude !== undefined && !isDead) errors.push('--exclude needs --dead');
  const hasRegistry = isDead && findRegistry(io.cwd) !== null;
  if (isDead && raw.exclude !== undefined && !hasRegistry)
    errors.push('--exclude needs a registry around this directory, which says what is listed by whom');
  if (errors.length > 0) throw new UsageError(errors);

  const [first] = files;
  if (!isDead) {
    const overview = createOverview(first?.lines ?? [], now.toISOString(), limits);
    const options = { verbose: raw.verbose === true };
    const renderers: Renderers = {
      pretty: () => renderOverviewPretty(overview, options),
      markdown: () => renderOverviewMarkdown(overview, options),
      json: () => renderOverviewJson(overview, tool),
    };
    await write(renderers, targets, io);
    return exitCodes.ok;
  }
  const histories = files.map(({ lines }) => lines);
  const registry = hasRegistry ? await loadRegistryAround(io.cwd) : null;
  const report =
    registry === null
      ? findDeadLines(histories, { limits })
      : findDead(registry, histories, { limits, exclusions: exclusions?.exclusions ?? [], now });
  await write(createDeadRenderers(report, registry, files, io.cwd), targets, io);
  await say(io, [
    ...(registry === null ? [withoutRegistry] : describeUnread(registry, io.cwd)),
    ...describeDoubts(report, { files, now }),
  ]);
  return exitCodes.ok;
}

const withoutRegistry =
  'no registry around this directory: this is from the history alone, without files, providers, withdrawn endpoints and whole chains';

/** What a file that cannot be read lists is in no part of the report. */
function describeUnread({ loaded, found, base }: Registry, cwd: string): readonly string[] {
  const unread = loaded.filter(({ complete }, index) => !complete && found[index]?.list === null);
  const prefix = findPathPrefix(base, cwd);
  return unread.map(({ path }) => `${joinPath(prefix, path)} cannot be read: what it lists is left out`);
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
