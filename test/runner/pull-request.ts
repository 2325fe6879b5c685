import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDirectory } from '../support/directory.js';
import { repository } from '../support/documents.js';
import { requireValid } from '../support/report-samples.js';
import { type Changes, createRepository } from '../support/repository.js';
import { adaptSteps, runAct } from './act.js';

/** A pull request to a registry that has a workflow. */
interface PullRequest {
  /** The text of the workflow. */
  readonly workflow: string;
  /** Inputs of the Action that the test adds to those of the workflow. */
  readonly inputs: Readonly<Record<string, string | number | boolean>>;
  /** The files of the registry. */
  readonly base: Changes;
  /** Those that the pull request adds or changes. */
  readonly changes: Changes;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Opens a pull request from a fork in a repository of the test, and runs the workflow for it. Resolves to the log and the exit status of act, which is
 * 0 if all steps succeeded, and to the outputs of the Action and its report, null if it wrote none.
 */
export async function runPullRequest(request: PullRequest) {
  const outside = await createDirectory({});
  const origin = await createRepository({
    ...request.base,
    '.github/workflows/endpoints.yml': adapt(request, outside),
  });
  const base = await origin.git('rev-parse', 'HEAD');
  const head = await origin.commit(request.changes);
  const payload = await readFile('fixtures/events/pull_request-fork.json', 'utf8');
  const event = { name: 'pull_request', path: join(outside, 'event.json') };
  await writeFile(event.path, payload.replaceAll('BASE_SHA', base).replaceAll('HEAD_SHA', head));
  const { log, exitCode } = await runAct(origin.directory, event, request.env ?? {});
  const outputs = await readJson(join(outside, 'outputs.json'));
  const report = await readJson(join(outside, 'report.json'));
  return {
    log,
    exitCode,
    outputs: (outputs ?? {}) as Readonly<Record<string, string>>,
    report: report === null ? null : requireValid(report),
  };
}

/** The workflow with more inputs for the Action, and a step that keeps its outputs. */
function adapt({ workflow, inputs }: PullRequest, outside: string): string {
  const keep = {
    if: 'always()',
    env: { OUTPUTS: '${{ toJSON(steps.check.outputs) }}', REPORT: '${{ steps.check.outputs.report }}' },
    run: `echo "$OUTPUTS" > '${outside}/outputs.json' && cp "$REPORT" '${outside}/report.json'`,
  };
  return adaptSteps(workflow, (step) =>
    step.uses?.startsWith(`${repository}@`) === true
      ? [{ ...step, id: 'check', with: { ...step.with, ...inputs } }, keep]
      : [step],
  );
}

async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch(() => null);
  return text === null ? null : JSON.parse(text);
}
