import type { Command } from 'commander';
import type { Actions, Done } from './actions.js';
import { addOptions } from './add-options.js';
import type { RawOptions } from './settings.js';

/** Adds `serve`. */
export function addServeCommand(program: Command, actions: Actions, done: Done): void {
  const serve = program
    .command('serve')
    .description("a query service over a registry's lists and its checked endpoints")
    .argument('[registry]', 'the directory that holds chain/ (default: the registry around .)');
  addOptions(serve, 'serve').action(async (registry: string | undefined, options: RawOptions) =>
    done(await actions.serve(registry, options)),
  );
}

/** Adds `exporter`. */
export function addExporterCommand(program: Command, actions: Actions, done: Done): void {
  const exporter = program
    .command('exporter')
    .description('a Prometheus exporter: probes the endpoints of a registry when they are scraped')
    .argument('[registry]', 'a directory or a file (default: the registry around .)')
    .addHelpText('after', exporterExamples);
  addOptions(exporter, 'exporter').action(async (registry: string | undefined, options: RawOptions) =>
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
