import * as core from '@actions/core';
import { resolve } from 'node:path';
import { chooseExitCode, exitCodes, UsageError } from '../engine/exit-code.js';
import { mergeReports } from '../engine/merge.js';
import type { FileChange } from '../engine/edit/file-change.js';
import { planFixes } from '../engine/edit/plan-fixes.js';
import { type Preparation, prepareRun } from '../engine/prepare.js';
import { rules } from '../engine/rule-catalogue.js';
import { runChecks } from '../engine/run.js';
import { findReplacedInputs } from '../engine/report-inputs.js';
import { readRunDefaults } from '../engine/run-options.js';
import { expectShortRun, limitHeapOf } from '../engine/short-run.js';
import { writeActionInput, writeProposalInput } from '../model/write-option.js';
import type { Report } from '../model/report.js';
import { findRegistryName } from '../registry/git/remotes.js';
import { findPathPrefix, isCheckedOut } from '../registry/layout.js';
import { escapeLogLine, escapeTerminal } from '../reporters/escape.js';
import { joinPath } from '../reporters/findings.js';
import { hideUnchanged, renderDefaults } from '../reporters/index.js';
import type { RenderOptions } from '../reporters/reporter.js';
import { runSmoke } from '../query/smoke/run-smoke.js';
import { chooseComparison, isPullRequest, readBaseBranch, readEvent } from './event.js';
import {
  type Inputs,
  readActionExclusions,
  readActionHistory,
  readInputs,
  type ServiceInputs,
} from './inputs.js';
import { recordReport, type SelectShown, writeOutputs } from './outputs.js';
import { groupBy } from '../model/group-by.js';
import { renderAnnotations } from '../reporters/github.js';
import { renderBlocks, renderPrettySummary } from '../reporters/pretty.js';

/** Runs the Action: reads the inputs, checks, annotates. Resolves to the exit status; rejects with a UsageError for wrong inputs. */
export async function runCheckAction(cwd: string, env: NodeJS.ProcessEnv): Promise<number> {
  // Before anything is written to the log.
  const token = core.getInput('api-token');
  if (token !== '') core.setSecret(token);
  const { inputs, event, history, prepared } = await prepare(cwd, env);
  const { base, texts } = prepared.registry;

  expectShortRun();
  limitHeapOf(prepared.input.entries.length);
  const interrupt = listenForInterrupt();
  const checked = await runChecks(prepared.input, {
    ...readRunDefaults(),
    ...inputs,
    signal: interrupt.signal,
    writeOption: isPullRequest(event) ? writeProposalInput : writeActionInput,
    onProgress: () => undefined,
  });
  const tested =
    inputs.service === null
      ? checked
      : mergeReports([checked, await testService(inputs.service, inputs, interrupt.signal)]);
  const { report, notice, failed } = recordReport(history, tested);
  const pathPrefix = findPathPrefix(base, cwd);
  const changes = findChanges(prepared).map((file) => ({ ...file, path: joinPath(pathPrefix, file.path) }));
  const options: RenderOptions = {
    ...renderDefaults,
    color: true,
    texts,
    pathPrefix,
    rules,
    scope: prepared.scope,
    registry: inputs.reports.some(({ name }) => name === 'html') ? await findRegistryName(base, env) : null,
    changes,
  };
  const hides = inputs.hideUnchanged ?? isPullRequest(event);
  const select: SelectShown = (reporter) =>
    hides ? hideUnchanged(report, options, reporter) : { report, options };
  const selection = select('github');
  logReport(selection.report, selection.options);
  if (report.interrupted) core.warning('interrupted: entries not checked by then are skipped');
  if (notice !== null) (failed ? core.error : core.notice)(escapeLogLine(notice));
  await writeOutputs(report, inputs, select, env);
  if (failed) return exitCodes.failure;
  return report.interrupted ? exitCodes.interrupted : chooseExitCode(report, inputs);
}

/** Reads inputs, event and registry. Throws a UsageError that names the errors of all three. */
async function prepare(cwd: string, env: NodeJS.ProcessEnv) {
  const errors: string[] = [];
  const inputs = readInputs((name) => core.getInput(name), cwd, errors);
  const event = await readEvent(resolve(cwd, inputs.paths[0] ?? '.'), env, errors);
  // A git ref has no entries that a script made.
  const comparison = inputs.baseline === null ? chooseComparison(inputs.scope, event) : { since: null };
  if (typeof comparison === 'string') errors.push(comparison);
  const since = typeof comparison === 'string' ? null : comparison.since;
  const { exclusions, notice } = await readActionExclusions(inputs.exclude, { cwd, event, errors });
  const history = readActionHistory(inputs.history, { cwd, event, errors });
  const replaced = findReplacedInputs(inputs.reports, {
    cwd,
    registry: inputs,
    history: inputs.history,
    others: [inputs.exclude, inputs.baseline],
  });
  errors.push(...replaced.map((sentence) => `reports: ${sentence}`));
  for (const sentence of [notice, history.notice])
    if (sentence !== null) core.notice(escapeLogLine(sentence));
  const prepared = await prepareRun(inputs.paths, {
    ...inputs,
    exclusions,
    history: history.file,
    cwd,
    since,
    sinceName: readBaseBranch(event),
    subject: isPullRequest(event) ? 'This pull request' : 'This change',
    // Reported with the inputs.
    readStdin: () => Promise.resolve(Buffer.alloc(0)),
  });
  errors.push(...prepared.usageErrors);
  if (prepared.usageErrors.length > 0 && !isCheckedOut(cwd))
    errors.push('no repository is checked out here: run actions/checkout before this step');
  if (errors.length > 0) throw new UsageError(errors);
  return { inputs, event, history: history.file, prepared };
}

/** What `--fix` would change; nothing, with a warning, if it is unknown which files may be changed. */
function findChanges({ registry, changes }: Preparation): readonly FileChange[] {
  const plan = planFixes(registry, { level: 'fix', changes });
  if (typeof plan !== 'string') return plan.files;
  core.warning(escapeLogLine(`no fixes are suggested: ${plan}`));
  return [];
}

function testService(
  service: ServiceInputs,
  { timeoutMs, retries }: Inputs,
  signal: AbortSignal,
): Promise<Report> {
  return runSmoke({
    ...service,
    timeoutMs,
    retries,
    signal,
    samples: () => ({}),
    writeOption: writeActionInput,
    tokenSource: 'api-token',
    onProgress: () => undefined,
  });
}

/** A cancelled job gets a signal and a few seconds, enough to report what is known by then. */
function listenForInterrupt(): AbortController {
  const interrupt = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupt.abort());
  return interrupt;
}

/** Writes a report to the log of a workflow: a group for each chain, the annotations, the summary. */
function logReport(report: Report, options: RenderOptions): void {
  const endpoints = groupBy(report.endpoints, ({ chain }) => chain);
  const chains = new Map(report.files.map(({ path, chain }) => [path, chain]));
  const groups = groupBy(renderBlocks(report, options), ({ path }) => chains.get(path ?? '') ?? path);
  for (const [chain, blocks] of groups) {
    const text = blocks.map((block) => block.text).join('\n');
    // Findings about the run as a whole are not folded away.
    if (chain === null) core.info(text);
    else {
      const counts = countVerdicts(endpoints.get(chain) ?? []);
      // Files without endpoints, such as the exclusion file, have no group.
      core.startGroup(`${escapeTerminal(chain)}${counts === '' ? '' : `: ${counts}`}`);
      core.info(text);
      core.endGroup();
    }
  }
  process.stdout.write(renderAnnotations(report, options));
  core.info(renderPrettySummary(report, options));
}

function countVerdicts(endpoints: Report['endpoints']): string {
  return [...groupBy(endpoints, ({ verdict }) => verdict)]
    .map(([verdict, { length }]) => `${length} ${verdict}`)
    .sort()
    .join(', ');
}
