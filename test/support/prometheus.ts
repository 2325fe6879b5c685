import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { parser } from '@prometheus-io/lezer-promql';
import { createDirectory } from './directory.js';
import { findFreePort } from './ports.js';
import { runListener } from './servers.js';

/** Whether Prometheus and its promtool are installed here. */
export const hasPrometheus = ['prometheus', 'promtool'].every(
  (program) => spawnSync(program, ['--version']).error === undefined,
);

/** Whether amtool, which comes with Alertmanager, is installed here. */
export const hasAmtool = spawnSync('amtool', ['--version']).error === undefined;

/** Runs promtool, or amtool, on files in a new directory. */
export async function runTool(
  [program = '', ...args]: readonly string[],
  files: Readonly<Record<string, string>>,
) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: await createDirectory(files),
    encoding: 'utf8',
  });
  return { exitCode: status, output: `${stdout}${stderr}` };
}

/** An alert as Prometheus' API has it. */
interface Alert {
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
interface Series {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

/** A Prometheus server, by its API. */
export type Prometheus = Awaited<ReturnType<typeof startPrometheus>>;

/** Starts Prometheus with these files, `prometheus.yml` among them, until the test ends. */
export async function startPrometheus(files: Readonly<Record<string, string>>) {
  const directory = await createDirectory(files);
  const port = await findFreePort();
  const command = [
    'prometheus',
    `--config.file=${directory}/prometheus.yml`,
    `--storage.tsdb.path=${directory}/data`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--log.level=error',
  ];
  await runListener(port, command, { stdio: 'inherit', endBy: 'SIGTERM' });
  const url = `http://127.0.0.1:${port}`;
  const ask = async <Data>(path: string): Promise<Data> => {
    const response = await fetch(`${url}/api/v1/${path}`);
    const { data, error } = (await response.json()) as { readonly data: Data; readonly error?: string };
    if (error !== undefined) throw new Error(`${path}: ${error}`);
    // While it starts, it answers in plain text.
    return data;
  };
  return {
    url,
    listTargets: async () => {
      const { activeTargets } = await ask<{ activeTargets: readonly Target[] }>('targets?state=active');
      return activeTargets;
    },
    query: async (expression: string) => {
      const path = `query?query=${encodeURIComponent(expression)}`;
      return (await ask<{ result: readonly Series[] }>(path)).result;
    },
    listAlerts: async () => (await ask<{ alerts: readonly Alert[] }>('alerts')).alerts,
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

/** A rule of Prometheus: of an alert, or of a series that is recorded. */
interface Rule {
  readonly alert?: string;
  readonly record?: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** A panel of a Grafana dashboard; a row has no targets. */
interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

interface Dashboard {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly query: string }[] };
}

/** All rules of a file, whatever their group. */
export function readRules(text: string): readonly Rule[] {
  const { groups } = parse(text) as { readonly groups: readonly { readonly rules: readonly Rule[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

/** The rules of deploy/alerts.yml. */
export const shippedRules = readRules(readFileSync('deploy/alerts.yml', 'utf8'));

const dashboard = JSON.parse(readFileSync('deploy/grafana.json', 'utf8')) as Dashboard;

/** The queries of the dashboard's panels as Prometheus gets them if nothing is chosen, each with its panel. */
export const dashboardQueries: readonly { readonly panel: string; readonly expr: string }[] =
  dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({
      panel: title,
      expr: expr.replaceAll(/"\$[a-z]+"/g, '".*"').replaceAll('$__rate_interval', '5m'),
    })),
  );

/** The metrics and labels by which the dashboard lists what can be chosen. */
export const dashboardVariables: readonly { readonly selector: string; readonly label: string }[] =
  dashboard.templating.list.flatMap(({ query }) => {
    const [, selector, label] = /^label_values\((.*), (\w+)\)$/.exec(query) ?? [];
    return selector === undefined || label === undefined
      ? []
      : [{ selector: selector.replaceAll(/"\$[a-z]+"/g, '".*"'), label }];
  });

/** The names in a text of metrics; with their labels. */
export function readNames(text: string): { readonly metrics: string[]; readonly labels: string[] } {
  const samples = [...text.matchAll(/^([a-z]\w*)(?:\{(.*)\})? \S+$/gm)];
  return {
    metrics: samples.map(([, name = '']) => name),
    labels: samples.flatMap(([, , labels = '']) =>
      [...labels.matchAll(/(\w+)="/g)].map(([, name = '']) => name),
    ),
  };
}

/** The sections of a page that begin with the severity and the time of an alert. */
export function readAlertSections(page: string) {
  return [...page.matchAll(/^### (\w+)\n\n(Warning|Critical) after (\w+)\. /gm)].map(
    ([, alert = '', severity = '', time = '']) => [alert, severity.toLowerCase(), time],
  );
}

interface AlertTest {
  readonly alert_rule_test?: readonly {
    readonly alertname: string;
    readonly exp_alerts: readonly unknown[];
  }[];
}

/** Which alerts never fire in the tests of a file for promtool, or have no test in which they do not. */
export function findUntested(alerts: readonly { readonly alert: string }[], text: string): readonly string[] {
  const { tests } = parse(text) as { readonly tests: readonly AlertTest[] };
  const expected = tests.map(({ alert_rule_test: cases = [] }) => cases);
  const fires = (name: string) =>
    expected.some((cases) =>
      cases.some(({ alertname, exp_alerts: some }) => alertname === name && some.length > 0),
    );
  const rests = (name: string) =>
    expected.some((cases) => {
      const ofAlert = cases.filter(({ alertname }) => alertname === name);
      return ofAlert.length > 0 && ofAlert.every(({ exp_alerts: some }) => some.length === 0);
    });
  return alerts.flatMap(({ alert }) => [
    ...(fires(alert) ? [] : [`${alert} fires`]),
    ...(rests(alert) ? [] : [`${alert} does not fire`]),
  ]);
}

/**
 * The metrics and labels that a PromQL expression names, in matchers, groupings and matchings. Throws if Prometheus' own grammar refuses it.
 */
export function readPromql(expression: string) {
  const metrics = new Set<string>();
  const labels = new Set<string>();
  parser.parse(expression).iterate({
    enter: ({ from, to, type }) => {
      if (type.isError) throw new Error(`syntax error at ${expression.slice(from)} in ${expression}`);
      if (type.name === 'Identifier') metrics.add(expression.slice(from, to));
      if (type.name === 'LabelName') labels.add(expression.slice(from, to));
    },
  });
  return { metrics, labels };
}
