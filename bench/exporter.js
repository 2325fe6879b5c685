// The exporter over a registry of the size of cosmos/chain-registry, scraped by a real Prometheus with deploy/prometheus.yml and its rules: each
// endpoint once in five minutes, for fifteen.
import { copyFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { size, writeDistantChains } from './support/chain-registry.js';
import { withDistantNodes } from './support/distant-nodes.js';
import { findFreePort, readUsage, startServer } from './support/http-servers.js';
import { formatCount, formatMiB, formatMs, holdRatio } from './table.js';

/** @param {import('./run.js').Options} options @returns {Promise<import('./table.js').Row[]>} */
export function measureExporter({ quick }) {
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
      const figures = await readFigures(prometheus.url, exporter.url, `${minutes * 60}s`);
      return describe({ ...figures, usage, listed, gone, minutes });
    } finally {
      await Promise.all([exporter.stop(), prometheus.stop()]);
    }
  });
}

/**
 * Starts Prometheus with the files of deploy/, changed only in the exporter's address, and in what takes minutes if there are none.
 * @param {string} directory
 * @param {string} exporter
 * @param {boolean} quick
 */
async function startPrometheus(directory, exporter, quick) {
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

/** @param {string} prometheus @param {string} exporter @param {string} time The whole of it. */
async function readFigures(prometheus, exporter, time) {
  /** The value of an expression that has one. @param {string} expression */
  const ask = async (expression) => {
    const response = await fetch(`${prometheus}/api/v1/query?query=${encodeURIComponent(expression)}`);
    /** @type {any} */
    const { data } = await response.json();
    return Number(data.result[0]?.value[1] ?? 0);
  };
  /** @param {string} url */
  const read = async (url) => (await fetch(`${url}/metrics`)).text();
  const up = `up{kind!=""}[${time}]`;
  const evaluations = (await read(prometheus)).matchAll(
    /^prometheus_rule_group_last_duration_seconds\{.*\} (.*)$/gm,
  );
  return {
    targets: await ask('count(up{kind!=""} or last_over_time(up{kind!=""}[15m]))'),
    scrapes: await ask(`sum(count_over_time(${up}))`),
    fewest: await ask(`min(count_over_time(${up}))`),
    missed: await ask(`sum(count_over_time(${up}) - sum_over_time(${up}))`),
    late: Number(/^endpoint_check_exporter_late_total (.*)$/m.exec(await read(exporter))?.[1]),
    slowest: await ask(`max(max_over_time(scrape_duration_seconds{kind!=""}[${time}]))`),
    median: await ask(`quantile(0.5, last_over_time(scrape_duration_seconds{kind!=""}[15m]))`),
    passed: await ask('sum(last_over_time(endpoint_check_verdict{verdict="pass"}[15m]))'),
    failed: await ask('sum(last_over_time(endpoint_check_verdict{verdict="fail"}[15m]))'),
    rulesSeconds: [...evaluations].reduce((sum, [, seconds]) => sum + Number(seconds), 0),
  };
}

/**
 * @param {Awaited<ReturnType<typeof readFigures>> & { usage: readonly ReturnType<typeof readUsage>[], listed: number, gone: number, minutes: number }} figures
 * @returns {import('./table.js').Row[]}
 */
function describe({ usage, listed, gone, minutes, ...figures }) {
  const { targets, scrapes, fewest, missed, late, passed, failed, slowest, rulesSeconds } = figures;
  const [first = 0, last = 0] = [usage[0], usage.at(-1)].map((one) => one?.residentMiB);
  const cpuSeconds = usage.at(-1)?.cpuSeconds ?? Number.NaN;
  const format = (/** @type {number} */ seconds) => formatMs(seconds * 1_000);
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
    holdRatio('half of the scrapes, within', figures.median, ['scrape_timeout', 30], 1, { format }),
    holdRatio('the slowest scrape', slowest, ['scrape_timeout', 30], 1, { format }),
    holdRatio('all rules of alerts.yml, evaluated once', rulesSeconds, ['evaluation_interval', 60], 0.1, {
      format,
    }),
  ];
}
