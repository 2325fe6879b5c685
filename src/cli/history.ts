import { exitCodes, UsageError } from '../engine/exit-code.js';
import { findDead, findDeadLines } from '../history/find-dead.js';
import { findHalted } from '../history/find-halted.js';
import { type RawOptions, readOptions } from '../engine/options/option-rows.js';
import { readExclusions } from '../engine/read-exclusions.js';
import { findReplacedInputs } from '../engine/report-inputs.js';
import { writeReportFile } from '../engine/report-file.js';
import { tool } from '../engine/tool.js';
import { judgeEvidence } from '../history/find-removable.js';
import { createOverview } from '../history/report-history.js';
import { findPathPrefix, findRegistry } from '../registry/layout.js';
import type { Registry } from '../registry/load.js';
import { joinPath } from '../reporters/findings.js';
import { deadRenderers, type HistoryRenderers } from '../reporters/history/dead.js';
import { haltedRenderers } from '../reporters/history/halted.js';
import { overviewRenderers } from '../reporters/history/overview.js';
import { say } from './changes.js';
import { describeWeakEvidence, loadRegistryAround, readHistories } from './registry-around.js';
import { expandWildcards, readReporters } from './settings.js';
import { type CommandLine, type Io, writeText } from './io.js';

/** `endpoint-check history`: reports a history, or with `--dead` what is dead by all histories. Resolves to the exit status. */
export async function run(
  names: readonly string[],
  raw: RawOptions,
  { usageErrors }: CommandLine,
  io: Io,
): Promise<number> {
  const errors = [...usageErrors];
  const options = readOptions('history', raw, errors);
  const { dead: isDead, halted: isHalted, exclude, history, minRuns, minDays } = options;
  const limits = { minRuns, minDays };
  const now = options.now ?? new Date();
  const all = [...expandWildcards(names, io.cwd), ...(history ?? [])];
  const files = readHistories(all, { cwd: io.cwd, prefix: '', errors });
  const exclusions = readExclusions(exclude, { cwd: io.cwd, option: '--exclude', errors });
  const targets = readReporters(options.reporter, io.cwd, errors, Object.keys(deadRenderers));
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

  const registry = hasRegistry ? await loadRegistryAround(io.cwd) : null;
  const pathPrefix = registry === null ? '' : findPathPrefix(registry.base, io.cwd);
  const write = async <Subject>(renderers: HistoryRenderers<Subject>, subject: Subject) => {
    for (const { name, path } of targets) {
      const render = renderers[name as keyof typeof renderers];
      const text = render(subject, { tool, pathPrefix, histories: files.length, verbose: options.verbose });
      await (path === null ? writeText(io.stdout, text) : writeReportFile(path, text));
    }
  };
  const lines = files[0]?.lines ?? [];
  if (isHalted && registry !== null) {
    await write(haltedRenderers, findHalted(registry, lines, limits));
    await say(io, describeUnread(registry, pathPrefix));
    return exitCodes.ok;
  }
  if (!isDead) {
    await write(overviewRenderers, createOverview(lines, now.toISOString(), limits));
    return exitCodes.ok;
  }
  const histories = files.map((file) => file.lines);
  const report =
    registry === null
      ? findDeadLines(histories, { limits })
      : findDead(registry, histories, { limits, exclusions: exclusions?.exclusions ?? [], now });
  await write(deadRenderers, report);
  await say(io, [
    ...(registry === null ? [withoutRegistry] : describeUnread(registry, pathPrefix)),
    ...describeWeakEvidence(report, { files, evidence: judgeEvidence(files, now) }),
  ]);
  return exitCodes.ok;
}

const withoutRegistry =
  'no registry around this directory: this is from the history alone, without files, providers, withdrawn endpoints and whole chains';

/** The entries of an unreadable file are missing from the report. */
function describeUnread({ loaded }: Registry, pathPrefix: string): readonly string[] {
  const unread = loaded.filter(({ complete, location }) => !complete && location.list === null);
  return unread.map(({ path }) => `${joinPath(pathPrefix, path)} cannot be read: what it lists is left out`);
}
