import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { stringify } from 'yaml';
import { builtAction } from '../support/action.js';
import { readOutcome } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';
import { movingTag, parseWorkflow, repository, type Step, type Workflow } from '../support/documents.js';
import { cacheDirectory } from '../support/packages.js';

const version = 'v0.2.89';
const directory = join(cacheDirectory, `act-${version}`);

/** Builds act (github.com/nektos/act), once for this machine. Resolves to its path. */
export async function installAct(): Promise<string> {
  const program = join(directory, 'act');
  if (!existsSync(program)) {
    await mkdir(directory, { recursive: true });
    await promisify(execFile)('go', ['install', `github.com/nektos/act@${version}`], {
      env: { ...process.env, GOBIN: directory },
    });
  }
  return program;
}

/** A workflow with other steps in place of each; without jobs that are not wanted. */
export function adaptSteps(
  workflow: string,
  adapt: (step: Step) => readonly object[],
  isWanted: (job: string) => boolean = () => true,
): string {
  const { jobs, ...rest }: Workflow = parseWorkflow(workflow);
  const adapted = Object.entries(jobs)
    .filter(([name]) => isWanted(name))
    .map(([name, job]) => [name, { ...job, steps: job.steps.flatMap(adapt) }]);
  return stringify({ ...rest, jobs: Object.fromEntries(adapted) as unknown });
}

/**
 * Runs the workflows of a repository for an event, on this machine in place of a container, with a token as GitHub gives them. Resolves to the log
 * and the exit status.
 */
export async function runAct(
  cwd: string,
  event: { readonly name: string; readonly path: string },
  env: Readonly<Record<string, string>>,
  token: string | null = null,
): Promise<{ readonly log: string; readonly exitCode: number | null }> {
  // act copies the Action for each run: leaving out the installed packages saves twenty seconds.
  const action = await createDirectory({
    'action.yml': await readFile('action.yml'),
    'dist/action.js': await readFile(`${builtAction}/dist/action.js`),
    'propose/action.yml': await readFile('propose/action.yml'),
    'propose/index.js': await readFile('propose/index.js'),
  });
  const args = [
    event.name,
    '--eventpath',
    event.path,
    '--platform',
    'ubuntu-latest=-self-hosted',
    '--action-offline-mode',
    '--local-repository',
    `${repository}@${movingTag}=${action}`,
    ...(token === null ? [] : ['--secret', `GITHUB_TOKEN=${token}`]),
    ...Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
  ];
  const child = spawn(await installAct(), args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const { stdout, stderr, exitCode } = await readOutcome(child);
  return { log: stdout + stderr, exitCode };
}
