// The exporter over a registry of the size of cosmos/chain-registry, scraped by a real Prometheus with deploy/prometheus.yml and its rules: each
// endpoint once in five minutes, for fifteen. With --write they replace the table in docs/performance.md. Exits with 1 if a target is
// missed, with 2 if it cannot be measured here.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { describeMachine, writeRegion } from './page.js';
import { serveChainRegistry, size } from './support/chain-registry.js';
import { findFreePort, readUsage } from './support/http-servers.js';
import { inDirectory } from './support/process.js';
import { formatTable, describeFigure } from './table.js';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '15' }, write: { type: 'boolean', default: false } },
});
const machine = describeMachine();
const minutes = Number(values.minutes);
const growthLimit = 1.1;

if (spawnSync('prometheus', ['--version']).error !== undefined) {
  console.error('Prometheus is not installed: NOT MEASURED');
  process.exit(2);
}

/**
 * Starts a process that ends with this one.
 * @param {string[]} command
 * @param {Record<string, string>} env
 */
function start([program = '', ...args], env = {}) {
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  return child;
}

/**
 * Starts Prometheus with the files of deploy/, changed only in the exporter's address. Resolves to its url.
 * @param {string} directory
 * @param {string} exporter
 */
async function startPrometheus(directory, exporter) {
  const config = readFileSync('deploy/prometheus.yml', 'utf8').replaceAll('127.0.0.1:19115', exporter);
  writeFileSync(join(directory, 'prometheus.yml'), config);
  copyFileSync('deploy/alerts.yml', join(directory, 'alerts.yml'));
  const address = `127.0.0.1:${String(await findFreePort())}`;
  start([
    'prometheus',
    `--config.file=${join(directory, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(directory, 'data')}`,
    `--web.listen-address=${address}`,
    '--log.level=warn',
  ]);
  const url = `http://${address}`;
  while (
    !(await fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await pause(100);
  return url;
}

const result = await inDirectory(async (directory) => {
  const world = await serveChainRegistry(directory);
  try {
    const { wrap, env } = world;
    const { registry, listed, gone } = world.write(size);
    // A copy, since a build in these minutes replaces what the program loads later.
    for (const part of ['bin', 'dist', 'package.json'])
      cpSync(part, join(directory, 'program', part), { recursive: true });
    const program = join(directory, 'program/bin/endpoint-check.js');
    const args = [program, 'exporter', registry, '--allow-private', '--port', '0'];
    const exporter = start([...wrap, process.execPath, ...args], env);
    const [line] = await once(exporter.stdout, 'data');
    const address = String(line)
      .replace(/\n[^]*/, '')
      .replace('http://', '');
    const url = await startPrometheus(directory, address);
    const pid = exporter.pid ?? 0;
    const usage = [];
    for (let third = 1; third <= 3; third++) {
      await pause((minutes * 60_000) / 3);
      usage.push(readUsage(pid));
      console.error(`after ${((minutes * third) / 3).toFixed(0)} minutes: ${JSON.stringify(usage.at(-1))}`);
    }
    /**
     * The value of an expression that has one.
     * @param {string} expression
     */
    const ask = async (expression) => {
      const response = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(expression)}`);
      /** @type {any} */
      const { data } = await response.json();
      return Number(data.result[0]?.value[1] ?? 0);
    };
    const exporterMetrics = await (await fetch(`http://${address}/metrics`)).text();
    const up = `up{kind!=""}[${values.minutes}m]`;
    const ownMetrics = await (await fetch(`${url}/metrics`)).text();
    const evaluations = [
      ...ownMetrics.matchAll(/^prometheus_rule_group_last_duration_seconds\{.*\} (.*)$/gm),
    ];
    return {
      listed,
      gone,
      usage,
      targets: await ask('count(up{kind!=""} or last_over_time(up{kind!=""}[15m]))'),
      scrapes: await ask(`sum(count_over_time(${up}))`),
      fewest: await ask(`min(count_over_time(${up}))`),
      missed: await ask(`sum(count_over_time(${up}) - sum_over_time(${up}))`),
      late: Number(/^endpoint_check_exporter_late_total (.*)$/m.exec(exporterMetrics)?.[1]),
      samples: await ask(`min(min_over_time(scrape_samples_scraped{kind!=""}[${values.minutes}m]))`),
      slowest: await ask(`max(max_over_time(scrape_duration_seconds{kind!=""}[${values.minutes}m]))`),
      median: await ask(`quantile(0.5, last_over_time(scrape_duration_seconds{kind!=""}[15m]))`),
      passed: await ask('sum(last_over_time(endpoint_check_verdict{verdict="pass"}[15m]))'),
      failed: await ask('sum(last_over_time(endpoint_check_verdict{verdict="fail"}[15m]))'),
      rulesSeconds: evaluations.reduce((sum, [, seconds]) => sum + Number(seconds), 0),
    };
  } finally {
    world.stop();
  }
});

console.error(JSON.stringify(result, null, 2));
const { listed, gone, usage, targets, scrapes, fewest, missed, late, passed, failed } = result;
const mib = usage.map(({ residentMiB }) => residentMiB);
const growth = (mib[2] ?? Number.NaN) / (mib[0] ?? Number.NaN);
const cpuSeconds = usage.at(-1)?.cpuSeconds ?? Number.NaN;
const work = `exporter, ${listed.toLocaleString('en')} targets, ${values.minutes} minutes`;
// A target that was found late has its first scrape up to an interval later.
const due = Math.floor(minutes / 5) - 1;
const rows = [
  describeFigure(
    work,
    `${scrapes.toLocaleString('en')} scrapes, ${String(missed)} without an answer, ${String(late)} late`,
    'none without an answer or late',
    missed === 0 && late === 0 && targets === listed && fewest >= due,
    { peer: `${String(fewest)} or more of each target` },
  ),
  describeFigure(
    work,
    `${String(passed)} pass, ${String(failed)} fail`,
    'the same',
    passed === listed - gone && failed === gone,
    { peer: `${String(listed - gone)} healthy nodes, ${String(gone)} names that do not exist` },
  ),
  describeFigure(
    work,
    `${mib.map((size) => size.toFixed(0)).join(', ')} MiB resident after each third`,
    `<= ${String(growthLimit)} x`,
    growth <= growthLimit,
    { ratio: growth },
  ),
  describeFigure(work, `${cpuSeconds.toFixed(0)} s of processor time`, 'to compare', true, {
    peer: 'one core',
    ratio: cpuSeconds / (minutes * 60),
  }),
  describeFigure(
    work,
    `half of the scrapes within ${result.median.toFixed(2)} s, the slowest ${result.slowest.toFixed(1)} s`,
    '< 1 x',
    result.slowest < 30,
    { peer: 'scrape_timeout: 30 s', ratio: result.slowest / 30 },
  ),
  describeFigure(
    'all rules of alerts.yml, evaluated once',
    `${(result.rulesSeconds * 1_000).toFixed(0)} ms`,
    '< 0.1 x',
    result.rulesSeconds < 6,
    { peer: 'evaluation_interval: 60 s', ratio: result.rulesSeconds / 60 },
  ),
];
console.log(`\n${formatTable(rows)}\n\n${machine}`);
if (values.write) await writeRegion('exporter', formatTable(rows), machine);
process.exit(rows.every(({ reached }) => reached) ? 0 : 1);
