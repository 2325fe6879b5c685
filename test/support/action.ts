import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readOutcome, requireEnd, watchEnd } from './command-line.js';
import { createDirectory } from './directory.js';
import { requireValid } from './report-samples.js';

/** A command of the log that the runner turns into an annotation. */
export interface Annotation {
  readonly severity: string;
  readonly file: string | undefined;
  readonly line: number | undefined;
  readonly title: string | undefined;
  readonly message: string;
}

/** The event that a step runs for: a payload of fixtures/events with these names of commits. */
export interface ActionEvent {
  readonly name: string;
  readonly payload: string;
  readonly commits?: Readonly<Record<string, string>>;
  /** `GITHUB_SHA`. */
  readonly sha?: string;
}

/** A copy of the files that the runner loads, since these are committed, and a test run must not change them. */
export const builtAction = 'dist/action';

type StepArgs = readonly [
  cwd: string,
  inputs: Readonly<Record<string, string>>,
  event: ActionEvent,
  env?: Readonly<Record<string, string>>,
  onStart?: (child: ChildProcess) => void,
];

/** Runs dist/action.js as the runner does: inputs and event in the environment, outputs and summary in files. */
export const runAction = (...args: StepArgs) => runStep('dist/action.js', ...args);

/** Runs propose/index.js in the same way. */
export const runPropose = (...args: StepArgs) => runStep('propose/index.js', ...args);

async function runStep(
  script: string,
  ...[cwd, inputs, event, env = {}, onStart = () => undefined]: StepArgs
) {
  const temp = await createDirectory({ outputs: '', summary: '' });
  await mkdir(join(temp, 'runner'));
  let payload = await readFile(`fixtures/events/${event.payload}.json`, 'utf8');
  for (const [name, commit] of Object.entries(event.commits ?? {}))
    payload = payload.replaceAll(name, commit);
  await writeFile(join(temp, 'event.json'), payload);
  const child = spawn(process.execPath, [resolve(builtAction, script)], {
    cwd,
    env: {
      PATH: process.env['PATH'],
      HOME: temp,
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_WORKSPACE: cwd,
      GITHUB_EVENT_NAME: event.name,
      GITHUB_EVENT_PATH: join(temp, 'event.json'),
      GITHUB_SHA: event.sha ?? '',
      GITHUB_OUTPUT: join(temp, 'outputs'),
      GITHUB_STEP_SUMMARY: join(temp, 'summary'),
      RUNNER_TEMP: join(temp, 'runner'),
      ...Object.fromEntries(
        Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
      ),
      ...env,
      ...watchEnd(env),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onStart(child);
  const outcome = await readOutcome(child);
  requireEnd([script], outcome);
  const { stdout: log, stderr, exitCode } = outcome;
  const outputs = parseOutputs(await readFile(join(temp, 'outputs'), 'utf8'));
  const written = outputs['report'];
  return {
    log,
    stderr,
    exitCode,
    /** The step's outputs, as the runner reads them. */
    outputs,
    summary: await readFile(join(temp, 'summary'), 'utf8'),
    /** Null if none was written. */
    report: written === undefined ? null : requireValid(JSON.parse(await readFile(written, 'utf8'))),
    annotations: parseAnnotations(log),
  };
}

/** `name<<delimiter`, lines, `delimiter`. Source: actions/runner, FileCommandManager.cs. */
function parseOutputs(file: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  for (const [, name = '', , value = ''] of file.matchAll(/^(.+?)<<(.+)\n([^]*?)\n\2$/gm))
    outputs[name] = value;
  return outputs;
}

/** Source: actions/runner, ActionCommand.cs. */
function parseAnnotations(log: string): Annotation[] {
  return log.split('\n').flatMap((line): Annotation[] => {
    const [, severity, list = '', data = ''] =
      /^::(error|warning|notice)(?: ([^:]*))?::(.*)$/.exec(line) ?? [];
    if (severity === undefined) return [];
    const properties = new Map(list.split(',').map((pair) => pair.split('=') as [string, string]));
    const number = properties.get('line');
    return [
      {
        severity,
        file: unescape(properties.get('file')),
        line: number === undefined ? undefined : Number(number),
        title: unescape(properties.get('title')),
        message: unescape(data) ?? '',
      },
    ];
  });
}

function unescape(text: string | undefined): string | undefined {
  const characters: Readonly<Record<string, string>> = {
    '%25': '%',
    '%0D': '\r',
    '%0A': '\n',
    '%3A': ':',
    '%2C': ',',
  };
  return text?.replaceAll(/%(25|0D|0A|3A|2C)/g, (escape) => characters[escape] ?? escape);
}

/**
 * The commands that a CI runner would take from a log, read as it reads them: lines end at CR, LF or both; `::name …::` counts after leading white
 * space, the older `##[name …]` anywhere in a line. Each line is read with and without its colours, which the runner removes before it matches
 * problems. Source: actions/runner, src/Runner.Common/ActionCommand.cs and src/Runner.Worker/Handlers/OutputManager.cs.
 */
export function findRunnerCommands(log: string): string[] {
  return log.split(/\r\n|\r|\n/).flatMap((line) => {
    const plain = line.replaceAll(/\x1b\[[0-9;]*m?/g, '');
    return [...new Set([...findInLine(line), ...findInLine(plain)])];
  });
}

function findInLine(line: string): string[] {
  const text = line.trimStart();
  const end = text.startsWith('::') ? text.indexOf('::', 2) : -1;
  const current = end > 2 ? [text.slice(2, end)] : [];
  const start = line.indexOf('##[');
  const old = start >= 0 && line.includes(']', start) ? [line.slice(start)] : [];
  return [...current, ...old];
}

/** Characters that a terminal would act on: all but printable ones, line feeds and the colours that reporters use. */
export function findControls(log: string): string[] {
  return log.replaceAll(/\x1b\[\d+m/g, '').match(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu) ?? [];
}
