import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { createDirectory } from './directory.js';
import { findFreePort, waitForListener } from './ports.js';

/** Whether Prometheus and its promtool are installed here. */
export const hasPrometheus = ['prometheus', 'promtool'].every(
  (program) => spawnSync(program, ['--version']).error === undefined,
);

/** Whether amtool, which comes with Alertmanager, is installed here. */
export const hasAmtool = spawnSync('amtool', ['--version']).error === undefined;

/** The exit status of a tool, and its output. */
export interface ToolOutcome {
  readonly exitCode: number | null;
  readonly output: string;
}

/** Runs promtool, or amtool, on files in a new directory. */
export async function runTool(
  [program = '', ...args]: readonly string[],
  files: Readonly<Record<string, string>>,
): Promise<ToolOutcome> {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: await createDirectory(files),
    encoding: 'utf8',
  });
  return { exitCode: status, output: `${stdout}${stderr}` };
}

/** An alert as Prometheus' API has it. */
export interface Alert {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly state: 'pending' | 'firing';
}

/** A target as Prometheus' API has it. */
interface Target {
  readonly labels: Readonly<Record<string, string>>;
  readonly health: 'up' | 'down' | 'unknown';
  readonly lastError: string;
}

/** A series and its value. */
export interface Series {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

/** A Prometheus server, by its API. */
export interface Prometheus {
  readonly url: string;
  readonly listTargets: () => Promise<readonly Target[]>;
  readonly query: (expression: string) => Promise<readonly Series[]>;
  readonly listAlerts: () => Promise<readonly Alert[]>;
}

/** Starts Prometheus with these files, `prometheus.yml` among them, until the test ends. */
export async function startPrometheus(files: Readonly<Record<string, string>>): Promise<Prometheus> {
  const directory = await createDirectory(files);
  const port = await findFreePort();
  const child = spawn(
    'prometheus',
    [
      `--config.file=${directory}/prometheus.yml`,
      `--storage.tsdb.path=${directory}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: 'inherit' },
  );
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.kill();
    await exited;
  });
  const url = `http://127.0.0.1:${port}`;
  await waitForListener(port);
  const ask = async (path: string): Promise<unknown> => {
    const response = await fetch(`${url}/api/v1/${path}`);
    const { data, error } = (await response.json()) as { readonly data?: unknown; readonly error?: string };
    if (error !== undefined) throw new Error(`${path}: ${error}`);
    // While it starts, it answers in plain text.
    return data;
  };
  return {
    url,
    listTargets: async () => {
      const { activeTargets } = (await ask('targets?state=active')) as {
        readonly activeTargets: readonly Target[];
      };
      return activeTargets;
    },
    query: async (expression) => {
      const { result } = (await ask(`query?query=${encodeURIComponent(expression)}`)) as {
        readonly result: readonly Series[];
      };
      return result;
    },
    listAlerts: async () => {
      const { alerts } = (await ask('alerts')) as { readonly alerts: readonly Alert[] };
      return alerts;
    },
  };
}

/** The files of deploy/ that Prometheus reads, by name. */
export function readShippedFiles(): Record<'prometheus.yml' | 'alerts.yml' | 'alerts.test.yml', string> {
  const read = (name: string) => readFileSync(`deploy/${name}`, 'utf8');
  return {
    'prometheus.yml': read('prometheus.yml'),
    'alerts.yml': read('alerts.yml'),
    'alerts.test.yml': read('alerts.test.yml'),
  };
}
