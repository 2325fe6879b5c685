import type { Command } from 'commander';
import { checks } from '../checks/index.js';
import { formats } from '../formats/index.js';
import type { Actions, Done } from './actions.js';
import type { RawExporter } from './exporter.js';
import { defaultTexts } from './raw-options.js';
import type { RawServe } from './serve-options.js';

/** Adds `serve`. */
export function addServeCommand(program: Command, actions: Actions, done: Done): void {
  program
    .command('serve')
    .description("a query service over a registry's lists and its checked endpoints")
    .argument('[registry]', 'the directory that holds chain/ (default: the registry around .)')
    .option('--host <address>', 'the address to listen at', '127.0.0.1')
    .option('--port <n>', 'the port to listen at; 0 picks one, which is printed', '8080')
    .option('--token-file <path>', 'a file with the tokens to accept, one a line (ENDPOINT_CHECK_TOKENS)')
    .option('--rate <n/s>', 'requests of one token, such as 10/s or 600/m (default: no limit)')
    .option('--cache <duration>', 'how long clients may keep an answer', '10s')
    .option('--max-blocks <n>', 'how many blocks one request searches for logs', '100000')
    .option('--confirmations <n>', 'how many blocks searches of logs stay behind the head', '2')
    .option('--snapshot-age <duration>', 'age at which holders are read again when they are asked for', '10m')
    .option('--memory <size>', 'memory for snapshots of holders, such as 512MB or 1GiB', '512MB')
    .option(
      '--store <url>',
      'Postgres for snapshots of holders, shared by instances; needs the package pg (ENDPOINT_CHECK_STORE)',
    )
    .option('--allow-private', 'probe loopback and private addresses (local testing only)')
    .action(async (registry: string | undefined, options: RawServe) =>
      done(await actions.serve(registry, options)),
    );
}

/** Adds `exporter`. */
export function addExporterCommand(program: Command, actions: Actions, done: Done): void {
  program
    .command('exporter')
    .description('a Prometheus exporter: probes the endpoints of a registry when they are scraped')
    .argument('[registry]', 'a directory or a file (default: the registry around .)')
    .option('--host <address>', 'the address to listen at', '127.0.0.1')
    // The range of https://github.com/prometheus/prometheus/wiki/Default-port-allocations is full; this is blackbox_exporter's and 10000.
    .option('--port <n>', 'the port to listen at; 0 picks one, which is printed', '19115')
    .option('--external-address <host:port>', 'what targets are called; by default as in the Host header')
    .option('--cache <duration>', 'how long a result is kept for all scrapers', '60s')
    .option('--only <kinds>', `kinds to probe, comma-separated: ${checks.map(({ kind }) => kind).join(', ')}`)
    .option(
      '--format <name>',
      `read the registry in this format: ${formats.map(({ name }) => name).join(', ')}`,
    )
    .option('--exclude <file>', 'entries that are not probed, each with the reason (JSON)')
    // Prometheus waits 10 s by default.
    .option('--timeout <duration>', 'whole budget of a probe; keep it below the scrape_timeout', '9s')
    .option('--retries <n>', 'retries of transient failures', defaultTexts.retries)
    .option('--concurrency <n>', 'probes in flight', defaultTexts.concurrency)
    .option('--per-host <n>', 'probes in flight to one host, over all scrapes', defaultTexts.perHost)
    .option('--user-agent <text>', 'what probes call themselves (default: name, version and address)')
    .option('--allow-private', 'probe loopback and private addresses (local testing only)')
    .option('-v, --verbose', 'log each request')
    .addHelpText('after', exporterExamples)
    .action(async (registry: string | undefined, options: RawExporter) =>
      done(await actions.exporter(registry, options)),
    );
}

const exporterExamples = `
Paths:
  /targets     HTTP service discovery: the endpoints of the registry
  /probe       the metrics of one of them: ?kind=…&target=…&chain=…
  /metrics     the metrics of the exporter itself
  /healthz     whether it runs

Examples:
  endpoint-check exporter /srv/registry
  endpoint-check exporter --only rpc,grpc --cache 5m`;
