import { renderFamily } from './render-family.js';

/** Renders the running version as a metric. */
export function renderBuildInfo(name: string, version: string): string {
  const labels = `version="${version}",node="${process.version}"`;
  return renderFamily(name, 'gauge', 'The version of the program. Always 1.', [[labels, 1]]);
}

/** Renders the metrics of this process, named as in prometheus/client_golang and prom-client. */
export function renderProcessMetrics(): string {
  const { heapUsed, rss } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return [
    renderFamily('process_cpu_seconds_total', 'counter', 'Total user and system CPU time spent in seconds.', [
      ['', (user + system) / 1e6],
    ]),
    renderFamily('process_resident_memory_bytes', 'gauge', 'Resident memory size in bytes.', [['', rss]]),
    renderFamily(
      'process_start_time_seconds',
      'gauge',
      'Start time of the process since unix epoch in seconds.',
      [['', performance.timeOrigin / 1_000]],
    ),
    renderFamily('nodejs_heap_size_used_bytes', 'gauge', 'Memory that JavaScript objects take, in bytes.', [
      ['', heapUsed],
    ]),
  ].join('');
}
