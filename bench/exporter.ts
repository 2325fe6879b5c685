// The exporter over a registry of the size of cosmos/chain-registry, scraped by a real Prometheus with deploy/prometheus.yml and its rules: each
// endpoint once in five minutes, for fifteen.
import { copyFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { size, withDistantNodes, writeDistantChains } from './support/distant-nodes.js';
import { findFreePort, readUsage, startServer } from './support/process.js';
import { formatCount, formatMiB, formatMs, holdRatio, type Options, type Row } from './table.js';

interface Run {
  usage: readonly ReturnType<typeof readUsage>[];
  listed: number;
  gone: number;
  minutes: number;
}

export function measureExporter({ quick }: Options): Promise<Row[]> {
  const [minutes, count] = quick ? [0.5, 50] : [15, size];
  return withDistantNodes(async (nodes) => {
    const { directory, wrap, env } = nodes;
    const { registry, listed, gone } = await writeDistantChains(nodes, count);
    // A copy, since a build in these minutes replaces what the program loads later.
    for (const part of ['bin', 'dist', 'package.json'])
      cpSync(part, join(directory, 'program', part), { recursive: true });
    const program = join(directory, 'program/bin/endpoint-check.js');
    const args = [process.execPath, program, 'exporter', registry, '--allow-private', '--port', '0'];
    const exporter = await startServer([...wrap, ...args], { env });
    const prometheus = await startPrometheus(directory, new URL(exporter.url).host, quick);
    try {
      const usage = [];
      for (let third = 1; third <= 3; third++) {
        await pause((minutes * 60_000) / 3);
        usage.push(readUsage(exporter.pid));
        console.error(`after ${((minutes * third) / 3).toFixed(1)} minutes: ${JSON.stringify(usage.at(-1))}`);
      }
      return await describe(prometheus.url, exporter.url, { usage, listed, gone, minutes });
    } finally {
      await Promise.all([exporter.stop(), prometheus.stop()]);
    }
  });
}

/** Starts Prometheus with the files of deploy/, changed only in the exporter's address, and in what takes minutes if there are none. */
async function startPrometheus(directory: string, exporter: string, quick: boolean) {
  const config = readFileSync('deploy/prometheus.yml', 'utf8').replaceAll('127.0.0.1:19115', exporter);
  const hurried = config.replace(/(interval|scrape_timeout): \d+[smh]$/gm, '$1: 5s');
  writeFileSync(join(directory, 'prometheus.yml'), quick ? hurried : config);
  copyFileSync('deploy/alerts.yml', join(directory, 'alerts.yml'));
  const address = `127.0.0.1:${await findFreePort()}`;
  const files = [
    `--config.file=${join(directory, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(directory, 'data')}`,
  ];
  const options = [`--web.listen-address=${address}`, '--log.level=warn'];
  return startServer(['prometheus', ...files, ...options], { url: `http://${address}/-/ready` });
}

/** What Prometheus and the exporter know at the end. `usage` is that of the exporter, after each third of the time. */
async function describe(
  prometheus: string,
  exporter: string,
  { usage, listed, gone, minutes }: Run,
): Promise<Row[]> {
  /** The value of an expression that has one. */
  const ask = async (expression: string) => {
    const response = await fetch(`${prometheus}/api/v1/query?query=${encodeURIComponent(expression)}`);
    const { data } = (await response.json()) as { data: { result: { value: [number, string] }[] } };
    return Number(data.result[0]?.value[1] ?? 0);
  };
  const read = async (url: string) => (await fetch(`${url}/metrics`)).text();
  const time = `[${minutes * 60}s]`;
  const up = `up{kind!=""}${time}`;
  const targets = await ask('count(up{kind!=""} or last_over_time(up{kind!=""}[15m]))');
  const scrapes = await ask(`sum(count_over_time(${up}))`);
  const fewest = await ask(`min(count_over_time(${up}))`);
  const missed = await ask(`sum(count_over_time(${up}) - sum_over_time(${up}))`);
  const late = Number(/^endpoint_check_exporter_late_total (.*)$/m.exec(await read(exporter))?.[1]);
  const slowest = await ask(`max(max_over_time(scrape_duration_seconds{kind!=""}${time}))`);
  const median = await ask('quantile(0.5, last_over_time(scrape_duration_seconds{kind!=""}[15m]))');
  const passed = await ask('sum(last_over_time(endpoint_check_verdict{verdict="pass"}[15m]))');
  const failed = await ask('sum(last_over_time(endpoint_check_verdict{verdict="fail"}[15m]))');
  const evaluations = (await read(prometheus)).matchAll(
    /^prometheus_rule_group_last_duration_seconds\{.*\} (.*)$/gm,
  );
  const rulesSeconds = [...evaluations].reduce((sum, [, seconds]) => sum + Number(seconds), 0);
  const [first = 0, last = 0] = [usage[0], usage.at(-1)].map((one) => one?.residentMiB);
  const cpuSeconds = usage.at(-1)?.cpuSeconds ?? Number.NaN;
  const format = (seconds: number) => formatMs(seconds * 1_000);
  // A target that was found late has its first scrape up to an interval later.
  const due = Math.floor(minutes / 5) - 1;
  const work = `exporter, ${formatCount(listed)} targets, ${minutes} minutes`;
  return [
    {
      work,
      ours: `${formatCount(scrapes)} scrapes, ${missed} without an answer, ${late} late`,
      peer: `${fewest} or more of each target`,
      reach: 'none without an answer or late',
      reached: missed === 0 && late === 0 && targets === listed && fewest >= due,
    },
    {
      work,
      ours: `${passed} pass, ${failed} fail`,
      peer: `${listed - gone} healthy nodes, ${gone} names that do not exist`,
      reach: 'the same',
      reached: passed === listed - gone && failed === gone,
    },
    holdRatio('resident at the end', last, ['after a third', first], 1.1, { format: formatMiB }),
    holdRatio('processor time', cpuSeconds, ['one core', minutes * 60], Infinity, { format }),
    holdRatio('half of the scrapes, within', median, ['scrape_timeout', 30], 1, { format }),
    holdRatio('the slowest scrape', slowest, ['scrape_timeout', 30], 1, { format }),
    holdRatio('all rules of alerts.yml, evaluated once', rulesSeconds, ['evaluation_interval', 60], 0.1, {
      format,
    }),
  ];
}
