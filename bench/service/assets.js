import autocannon from 'autocannon';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasNginx, isPinned, readUsage, startNginx, startServe } from '../support/http-servers.js';
import { measureInTurn, median, medianOfEach } from '../pairs.js';
import { skip, describeFigure } from '../table.js';

/** @typedef {import('../support/http-servers.js').Server} Server */
/** @typedef {{ rate: number, perCpuSecond: number, p50: number, p99: number }} Figures */
/** @typedef {{ path: string, rounds: number, seconds: number, memorySeconds: number }} Options */

/** The targets. */
const targets = { ratio: 0.25, p99Ms: 5, growth: 1.1 };
const token = 'bench-token';
const headers = { authorization: `Bearer ${token}` };
const connections = 10;

/**
 * @param {Server} server
 * @param {string} path
 * @param {{ duration: number, overallRate?: number }} options
 * @returns {Promise<Figures>}
 */
async function load({ url, pid }, path, options) {
  const [startedAt, before] = [performance.now(), readUsage(pid)];
  const result = await autocannon({ url: `${url}${path}`, headers, connections, ...options });
  const [tookSeconds, after] = [(performance.now() - startedAt) / 1_000, readUsage(pid)];
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${url}: ${failed} requests failed`);
  return {
    rate: result['2xx'] / tookSeconds,
    perCpuSecond: result['2xx'] / (after.cpuSeconds - before.cpuSeconds),
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}

/**
 * Loads the servers in turn, A B A B …, and returns the figures of each round. The first round is a warm-up and does not count.
 * @param {readonly Server[]} servers
 * @param {Options} run
 * @param {{ overallRate?: number }} options
 */
async function loadInTurn(servers, { path, rounds, seconds }, options) {
  const loads = servers.map((server) => [
    server.name,
    () => load(server, path, { duration: seconds, ...options }),
  ]);
  return Object.values(await measureInTurn(Object.fromEntries(loads), rounds));
}

/**
 * @param {string} title
 * @param {readonly Server[]} servers
 * @param {Figures[][]} measured
 */
function printTable(title, servers, measured) {
  console.log(
    `\n${title}\n  ${''.padEnd(22)}${'a second'.padStart(10)}${'a CPU second'.padStart(14)}     p50     p99`,
  );
  servers.forEach(({ name }, index) => {
    const { rate, perCpuSecond, p50, p99 } = medianOfEach(measured[index] ?? []);
    const numbers = [rate.toFixed(0).padStart(10), perCpuSecond.toFixed(0).padStart(14)];
    console.log(`  ${name.padEnd(22)}${numbers.join('')}${formatMs(p50)}${formatMs(p99)}`);
  });
}

/** @param {number} ms an integer, as autocannon measures */
const formatMs = (ms) => `${ms === 0 ? '<1' : ms} ms`.padStart(8);

/** @param {number} count */
const formatCount = (count) => Math.round(count).toLocaleString('en');

/**
 * Loads a server, and returns its memory in MiB before that and in each fifth of the time (the median, since it goes up and down).
 * @param {Server} server
 * @param {Options} run
 */
async function watchMemory(server, { path, memorySeconds }) {
  const memory = [readUsage(server.pid).residentMiB];
  for (let fifth = 1; fifth <= 5; fifth++) {
    /** @type {number[]} */
    const samples = [];
    const timer = setInterval(() => samples.push(readUsage(server.pid).residentMiB), 200);
    await load(server, path, { duration: memorySeconds / 5 });
    clearInterval(timer);
    memory.push(median(samples));
  }
  return memory;
}

/**
 * Measures how many requests for an asset `serve` answers, compared with nginx, which serves a file with the same body; the latency at half
 * that load; whether its memory stays constant. Prints the figures of both; resolves to the rows.
 * @param {Options} run
 * @returns {Promise<import('../table.js').Row[]>}
 */
export async function compareWithNginx(run) {
  const { path, rounds, seconds, memorySeconds } = run;
  const work = `${path}, ${String(connections)} connections`;
  /** @type {import('../table.js').Row[]} */
  const rows = [];
  const directory = mkdtempSync(join(tmpdir(), 'endpoint-check-bench-'));
  const serve = await startServe('fixtures/registries/real', token);
  const servers = [serve];
  try {
    const answer = await fetch(`${serve.url}${path}`, { headers });
    const body = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${body}`);
    if (hasNginx) servers.push(await startNginx(directory, path, body));
    console.log(
      `${path}, ${Buffer.byteLength(body)} bytes, ${connections} connections, ${rounds} rounds of ${seconds} s, medians; ` +
        (isPinned
          ? 'servers on one core, load on another'
          : 'no separate cores: taskset or a second core is missing'),
    );

    const full = await loadInTurn(servers, run, {});
    printTable('full load', servers, full);
    const [ours = [], peer = []] = full;
    // The load generator is slower than nginx, so processor time is more meaningful than the rate.
    for (const [unit, name] of /** @type {const} */ ([
      ['rate', 'requests a second'],
      ['perCpuSecond', 'requests a second of processor time'],
    ])) {
      const reach = `>= ${String(targets.ratio)} x`;
      if (!hasNginx) {
        rows.push(skip(`${work}: ${name}`, reach, 'nginx is not installed'));
        continue;
      }
      const ratio = median(ours.map((figures, round) => figures[unit] / (peer[round]?.[unit] ?? Number.NaN)));
      rows.push(
        describeFigure(
          `${work}: ${name}`,
          formatCount(medianOfEach(ours)[unit]),
          reach,
          ratio >= targets.ratio,
          {
            peer: `nginx: ${formatCount(medianOfEach(peer)[unit])}`,
            ratio,
          },
        ),
      );
    }

    const overallRate = Math.round(medianOfEach(ours).rate / 2);
    const half = await loadInTurn(servers, run, { overallRate });
    printTable(`${overallRate} a second, half of the rate of serve`, servers, half);
    const { p99 } = medianOfEach(half[0] ?? []);
    const otherP99 = hasNginx ? medianOfEach(half[1] ?? []).p99 : 0;
    rows.push({
      work: `${work}: p99 at half that load`,
      ours: formatMs(p99).trim(),
      peer: hasNginx ? `nginx: ${formatMs(otherP99).trim()}` : '',
      ratio: null,
      reach: `< ${String(targets.p99Ms)} ms`,
      reached: p99 < targets.p99Ms,
      ...(otherP99 >= targets.p99Ms ? { reason: 'nginx misses it too: the machine is too busy' } : {}),
    });

    const memory = await watchMemory(serve, run);
    const [, first = Number.NaN] = memory;
    const last = memory.at(-1) ?? Number.NaN;
    console.log(
      `\nmemory in MiB, at first and in each fifth of ${memorySeconds.toFixed(0)} s under full load`,
    );
    console.log(`  ${memory.map((mib) => mib.toFixed(1)).join('  ')}`);
    const growth = last / first;
    rows.push(
      describeFigure(
        `${work}: memory after ${memorySeconds.toFixed(0)} s of all the load`,
        `${last.toFixed(1)} MiB`,
        `<= ${String(targets.growth)} x`,
        growth <= targets.growth,
        { peer: `after a fifth of that: ${first.toFixed(1)} MiB`, ratio: growth },
      ),
    );
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    rmSync(directory, { recursive: true });
  }
  return rows;
}
