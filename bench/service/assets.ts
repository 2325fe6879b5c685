import autocannon from 'autocannon';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withFiles } from '../../scripts/temporary-files.js';
import {
  compare,
  formatCount,
  formatMiB,
  holdRatio,
  measureInTurn,
  median,
  type Options,
  type Row,
} from '../table.js';
import { findFreePort, pin, readUsage, type Server, startServer } from '../support/process.js';
import { ask } from '../support/requests.js';
import { startServe, token } from './setting.js';

const path = '/v1/kava/assets/ukava';
const connections = 10;

async function load({ url, pid }: Server, options: { duration: number; overallRate?: number }) {
  const [startedAt, before] = [performance.now(), readUsage(pid)];
  const headers = { authorization: `Bearer ${token}` };
  const result = await autocannon({ url: `${url}${path}`, headers, connections, ...options });
  const [tookSeconds, after] = [(performance.now() - startedAt) / 1_000, readUsage(pid)];
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${url}: ${failed} requests failed`);
  return {
    'requests a second': result['2xx'] / tookSeconds,
    'requests a second of processor time': result['2xx'] / (after.cpuSeconds - before.cpuSeconds),
    p99: result.latency.p99,
  };
}

/** Of an integer, as autocannon measures. */
const formatMs = (ms: number) => `${ms === 0 ? '<1' : ms} ms`;

/**
 * How many requests for an asset `serve` answers, compared with nginx, which serves a file with the same body, each on its own core; the latency at
 * half that load; whether its memory stays constant.
 */
export function measureAssets({ quick }: Options): Promise<Row[]> {
  const { rounds, seconds, memorySeconds } = quick
    ? { rounds: 1, seconds: 1, memorySeconds: 5 }
    : { rounds: 5, seconds: 3, memorySeconds: 300 };
  pin('load');
  return withFiles([], async (directory) => {
    const serve = await startServe('fixtures/registries/real');
    const { text } = await ask(`${serve.url}${path}`, token);
    const nginx = await startNginx(directory, text);
    try {
      /** In turn. */
      const loadBoth = (options: { overallRate?: number }) =>
        measureInTurn(
          {
            ours: () => load(serve, { duration: seconds, ...options }),
            theirs: () => load(nginx, { duration: seconds, ...options }),
          },
          rounds,
        );
      const work = `${path}, ${connections} connections`;
      const full = await loadBoth({});
      // The load generator is slower than nginx, so processor time is more meaningful than the rate.
      const units = ['requests a second', 'requests a second of processor time'] as const;
      const rates = units.map((unit) => {
        const [ours = [], theirs = []] = [full.ours, full.theirs].map((all) => all.map((one) => one[unit]));
        const ratio = compare(ours, theirs);
        return {
          work: `${work}: ${unit}`,
          ours: formatCount(median(ours)),
          peer: `nginx: ${formatCount(median(theirs))}`,
          ratio,
          reach: '>= 0.25 x',
          reached: ratio >= 0.25,
        };
      });
      const rate = median(full.ours.map((one) => one['requests a second']));
      const half = await loadBoth({ overallRate: Math.round(rate / 2) });
      const [p99 = 0, otherP99 = 0] = [half.ours, half.theirs].map((all) =>
        median(all.map((one) => one.p99)),
      );
      const [first = 0, ...later] = await watchMemory(serve, memorySeconds);
      const last = later.at(-1) ?? 0;
      return [
        ...rates,
        {
          work: `${work}: p99 at half that load`,
          ours: formatMs(p99),
          peer: `nginx: ${formatMs(otherP99)}`,
          reach: '< 5 ms',
          reached: p99 < 5,
        },
        holdRatio(
          `${work}: memory after ${memorySeconds} s of all the load`,
          last,
          ['after a fifth of that', first],
          1.1,
          { format: formatMiB },
        ),
      ];
    } finally {
      await Promise.all([serve.stop(), nginx.stop()]);
    }
  });
}

/** Starts nginx with one process that serves a body, with its fastest settings: no log, and keep-alive connections. */
async function startNginx(directory: string, body: string) {
  mkdirSync(dirname(join(directory, path)), { recursive: true });
  writeFileSync(join(directory, path), body);
  const port = await findFreePort();
  writeFileSync(
    join(directory, 'nginx.conf'),
    `daemon off;
    master_process off;
    worker_processes 1;
    pid nginx.pid;
    error_log stderr crit;
    events {}
    http {
      access_log off;
      sendfile on;
      tcp_nopush on;
      keepalive_requests 1000000000;
      default_type application/json;
      client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
      uwsgi_temp_path uwsgi; scgi_temp_path scgi;
      server { listen 127.0.0.1:${port}; root .; }
    }`,
  );
  const command = ['nginx', '-p', directory, '-c', 'nginx.conf', '-e', 'stderr'];
  return startServer(command, { url: `http://127.0.0.1:${port}${path}`, pinned: true });
}

/** Loads a server, and returns its memory in MiB in each fifth of the time (the median, since it goes up and down). */
async function watchMemory(server: Server, seconds: number) {
  const memory = [];
  for (let fifth = 1; fifth <= 5; fifth++) {
    const samples: number[] = [];
    const timer = setInterval(() => samples.push(readUsage(server.pid).residentMiB), 200);
    await load(server, { duration: seconds / 5 });
    clearInterval(timer);
    memory.push(median(samples));
  }
  return memory;
}
