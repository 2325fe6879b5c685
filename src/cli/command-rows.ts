import { checks } from '../checks/index.js';
import type { Face } from '../engine/options/option-row.js';
import type { RunCommand } from './io.js';

export interface CommandRow {
  readonly name: string;
  readonly description: string;
  /** Each argument, in the form of commander, and what help says of it. */
  readonly args?: readonly (readonly [form: string, text: string])[];
  /** The face with its options; none by default. */
  readonly face?: Face;
  readonly notes?: string;
  readonly isDefault?: true;
  /** Loads its implementation: only the command that runs is loaded. */
  readonly load: () => Promise<{ readonly run: RunCommand }>;
}

const addExamples = `
Examples:
  endpoint-check add kava grpc grpc.example.com:443 --provider "Example"
  endpoint-check add chain/kava/param.json evm https://evm.example.com --dry-run`;

const removeExamples = `
Examples:
  endpoint-check remove grpc.example.com:443 rpc.example.com
  endpoint-check remove https://rpc.example.com --kind rpc --dry-run
  endpoint-check remove --dead --history history.jsonl`;

const historyExamples = `
Examples:
  endpoint-check history history.jsonl
  endpoint-check history history.jsonl --dead --reporter markdown
  endpoint-check history --dead frankfurt.jsonl singapore.jsonl`;

const queryExamples = `
Examples:
  endpoint-check query assets kava
  endpoint-check query holders kava --denom ukava --limit 5
  endpoint-check query holders --help        the options of one route`;

const exporterExamples = `
Paths:
  /targets     HTTP service discovery: the endpoints of the registry
  /probe       the metrics of one of them: ?kind=…&target=…&chain=…
  /metrics     the metrics of the exporter itself
  /healthz     whether it runs

Examples:
  endpoint-check exporter /srv/registry
  endpoint-check exporter --only rpc,grpc --cache 5m`;

const probes = checks.map(({ kind, title, urlForm, example }): CommandRow => ({
  name: kind,
  description: `probe ${title} endpoints that are in no file yet`,
  args: [[`<${urlForm}...>`, `such as ${example}`]],
  face: 'probe',
  load: async () => {
    const { runProbe } = await import('./probe-endpoints.js');
    return { run: (...args) => runProbe(kind, ...args) };
  },
}));

/** All commands, in the order of help; `addRoutes` makes a command of each route below `query`. */
export const commandRows: readonly CommandRow[] = [
  {
    name: 'check',
    description: 'check files, directories or a whole registry (default: the registry around .)',
    args: [['[paths...]', 'files or directories; - reads a file from standard input']],
    face: 'check',
    isDefault: true,
    load: () => import('./check.js'),
  },
  ...probes,
  {
    name: 'add',
    description: 'probe an endpoint, then add it to the file of its chain',
    args: [
      ['<chain>', 'its directory, its file or its name, such as kava'],
      ['<kind>', checks.map(({ kind }) => kind).join(', ')],
      ['<address>', 'such as grpc.example.com:443'],
    ],
    face: 'add',
    notes: addExamples,
    load: () => import('./add.js'),
  },
  {
    name: 'remove',
    description: 'remove endpoints from every file of the registry',
    args: [['[address...]', 'such as grpc.example.com:443 or https://rpc.example.com']],
    face: 'remove',
    notes: removeExamples,
    load: () => import('./remove.js'),
  },
  {
    name: 'history',
    description: 'show what a history file has recorded: uptime, streaks, dead endpoints',
    args: [['[files...]', 'history files, which check --history writes; several only with --dead']],
    face: 'history',
    notes: historyExamples,
    load: () => import('./history.js'),
  },
  {
    name: 'query',
    description: 'make one call of the query API, and print its JSON in one line',
    // Only an unknown route, or none, gets here.
    args: [['[args...]', '']],
    notes: queryExamples,
    load: () => import('./query.js'),
  },
  {
    name: 'smoke',
    description: 'smoke-test a query service at a base URL',
    args: [['<networks...>', 'the networks to test, such as kava']],
    face: 'smoke',
    load: () => import('./smoke.js'),
  },
  {
    name: 'serve',
    description: "run a query service over a registry's lists and its checked endpoints",
    args: [['[registry]', 'the directory that holds chain/ (default: the registry around .)']],
    face: 'serve',
    load: () => import('./serve.js'),
  },
  {
    name: 'exporter',
    description: 'run a Prometheus exporter: it probes the endpoints of a registry when they are scraped',
    args: [['[registry]', 'a directory or a file (default: the registry around .)']],
    face: 'exporter',
    notes: exporterExamples,
    load: () => import('./exporter.js'),
  },
  {
    name: 'merge',
    description: 'join the JSON reports of shards into one',
    args: [['<json...>', 'reports written by --reporter json=FILE']],
    face: 'merge',
    load: () => import('./merge.js'),
  },
  {
    name: 'explain',
    description: 'explain what a rule means and how to fix it',
    args: [
      ['[rule]', 'a rule (net/refused or refused), a family (net) or exit-codes; default: list all rules'],
    ],
    load: () => import('./explain.js'),
  },
  {
    name: 'completion',
    description: 'print a script that completes commands and options',
    args: [['<shell>', 'bash, zsh or fish; e.g. source <(endpoint-check completion bash)']],
    load: () => import('./completion.js'),
  },
  {
    name: 'demo',
    description: 'check an embedded registry with local nodes, without internet',
    face: 'demo',
    load: () => import('./demo/index.js'),
  },
];
