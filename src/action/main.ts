import * as core from '@actions/core';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chooseExitCode, exitCodes, type FailLevel } from '../engine/exit-code.js';
import { mergeReports } from '../engine/merge.js';
import { prepareRun } from '../engine/prepare.js';
import { writeReportFile } from '../engine/report-file.js';
import { rules } from '../engine/rule-catalogue.js';
import { runChecks } from '../engine/run.js';
import { completeOptions } from '../engine/check-options.js';
import { expectShortRun } from '../engine/short-run.js';
import { runSmoke } from '../smoke/run-smoke.js';
import { UsageError } from '../engine/usage-error.js';
import type { JsonValue } from '../model/json.js';
import type { Report } from '../model/report.js';
import { findPathPrefix } from '../registry/layout.js';
import { defuseRunnerCommands, escapeTerminal } from '../reporters/escape.js';
import { reporters } from '../reporters/index.js';
import { renderJson } from '../reporters/json.js';
import { renderMarkdown } from '../reporters/markdown.js';
import type { RenderOptions } from '../reporters/reporter.js';
import { chooseComparison, readHead, type WorkflowEvent } from './event.js';
import { isMergeCheckout } from './checkout.js';
import { type Inputs, readInputs, type ServiceInputs } from './inputs.js';
import { logReport } from './log.js';

/** The whole action: reads the inputs, checks, annotates, and resolves to the exit status. Never rejects. */
export async function main(): Promise<number> {
  try {
    return await run(process.cwd(), process.env);
  } catch (error) {
    const usageErrors =
      error instanceof UsageError ? error.errors : [error instanceof Error ? error.message : String(error)];
    for (const usageError of usageErrors) core.error(defuseRunnerCommands(escapeTerminal(usageError)));
    if (error instanceof Error && !(error instanceof UsageError)) core.debug(error.stack ?? '');
    return error instanceof UsageError ? exitCodes.usage : exitCodes.failure;
  }
}

async function run(cwd: string, env: NodeJS.ProcessEnv): Promise<number> {
  // Before anything is written.
  const token = core.getInput('api-token');
  if (token !== '') core.setSecret(token);
  const usageErrors: string[] = [];
  const inputs = readInputs((name) => core.getInput(name), cwd, usageErrors);
  const comparison = chooseComparison(
    inputs.scope,
    await readEvent(resolve(cwd, inputs.paths[0] ?? '.'), env),
  );
  if (typeof comparison === 'string') usageErrors.push(comparison);
  const prepared = await prepareRun(inputs.paths, {
    ...inputs,
    cwd,
    since: typeof comparison === 'string' ? null : comparison.since,
    readStdin: () => Promise.reject(new UsageError(['paths: an action has no standard input'])),
  });
  usageErrors.push(...prepared.usageErrors);
  if (usageErrors.length > 0) throw new UsageError(usageErrors);

  await expectShortRun();
  const interrupt = listenForInterrupt();
  const checked = await runChecks(prepared.input, completeOptions({ ...inputs, signal: interrupt.signal }));
  const report =
    inputs.service === null
      ? checked
      : mergeReports([checked, await testService(inputs.service, inputs, interrupt.signal)]);
  const options: RenderOptions = {
    color: true,
    columns: null,
    detail: 'normal',
    texts: prepared.texts,
    pathPrefix: findPathPrefix(prepared.base, cwd),
    rules,
    scope: prepared.scope,
  };
  logReport(report, options);
  await writeOutputs(report, inputs, options, env);
  return interrupt.signal.aborted ? exitCodes.interrupted : chooseExitCode(report, inputs.failOn);
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
    onProgress: () => undefined,
  });
}

async function readEvent(directory: string, env: NodeJS.ProcessEnv): Promise<WorkflowEvent> {
  const path = env['GITHUB_EVENT_PATH'] ?? '';
  const payload = path === '' ? null : await readPayload(path);
  const name = env['GITHUB_EVENT_NAME'] ?? '';
  // On pull_request_target, GITHUB_SHA is the base branch's own commit.
  const sha = name === 'pull_request' ? (env['GITHUB_SHA'] ?? null) : null;
  const isMerge = await isMergeCheckout(directory, { sha, head: readHead(payload) });
  return { name, payload, isMerge };
}

async function readPayload(path: string): Promise<JsonValue> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as JsonValue;
  } catch (error) {
    throw new UsageError([
      `the event at GITHUB_EVENT_PATH cannot be read: ${error instanceof Error ? error.message : ''}`,
    ]);
  }
}

/** A cancelled job is told so, and has seconds to end: what is known by then is reported. */
function listenForInterrupt(): AbortController {
  const interrupt = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupt.abort());
  return interrupt;
}

async function writeOutputs(
  report: Report,
  { reports, summary, failOn }: Inputs,
  options: RenderOptions,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const directory = await mkdtemp(join(env['RUNNER_TEMP'] ?? tmpdir(), 'endpoint-check-'));
  const own = join(directory, 'report.json');
  await writeReportFile(own, renderJson(report));
  // Without a runner there is no file for it.
  if (summary && (env['GITHUB_STEP_SUMMARY'] ?? '') !== '') {
    await core.summary.addRaw(renderMarkdown(report, options)).write();
  }
  core.setOutput('verdict', chooseVerdict(report, failOn));
  core.setOutput('endpoints', report.summary.endpoints);
  core.setOutput('failed', report.summary.failed);
  core.setOutput('inconclusive', report.summary.inconclusive);
  core.setOutput('report', own);
  // Last: where one cannot be written, all else is told.
  for (const { name, file } of reports) {
    const render = await reporters[name]?.();
    if (render === undefined || file === null) throw new Error(`there is no reporter ${name} for a file`);
    await writeReportFile(file, render(report, { ...options, color: false }));
  }
}

/** An endpoint that stayed open keeps the whole open, whether or not it fails the step. */
function chooseVerdict(report: Report, failOn: FailLevel): 'pass' | 'fail' | 'inconclusive' {
  const level = failOn === 'inconclusive' ? 'warning' : failOn;
  if (chooseExitCode(report, level) !== exitCodes.ok) return 'fail';
  return report.summary.inconclusive > 0 ? 'inconclusive' : 'pass';
}
