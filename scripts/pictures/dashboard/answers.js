import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import net from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { importTypeScript } from '../../import-typescript.js';
import { startNodes } from '../nodes.js';
import { writeFiles } from '../../temporary-files.js';

/** As long as a run takes; and between two scrapes, which are minutes elsewhere. */
const runSeconds = 300;
const stepSeconds = 5;

/**
 * Ways that are cut, and for which part of the run: what is behind them fails, beside the nodes that fail all the time.
 * @type {readonly (readonly [host: string, from: number, to: number])[]}
 */
const outages = [
  ['juno.public.example.net', 0.15, 0.35],
  ['rpc.osmosis.example.com', 0.5, 0.7],
  ['osmosis-rpc.nodes.example.org', 0.5, 0.62],
];

/**
 * Runs the exporter, over nodes of this machine of which some fail, and Prometheus with the files of deploy/, which scrapes it; resolves to what
 * Prometheus answers to the queries of a dashboard's panels, in their order, each for the whole run or for its end.
 * @param {any} dashboard
 * @param {string} work A directory that is empty.
 */
export async function collectAnswers(dashboard, work) {
  const [{ spawnServer }, { findFreePort }, { waitForListener }] = await Promise.all(
    ['spawn-service', 'free-port', 'listener'].map((name) => importTypeScript(`test/support/${name}.ts`)),
  );
  const nodes = await startNodes();
  const ways = await openWays(nodes.places);
  await writeFiles(join(work, 'registry'), nodes.files);
  await writeFiles(work, [['authority.pem', nodes.authority]]);
  const exporter = await spawnServer(
    ['exporter', join(work, 'registry'), '--allow-private', '--cache', '1s', '--timeout', '4s'],
    {
      NODE_EXTRA_CA_CERTS: join(work, 'authority.pem'),
      NODE_OPTIONS: `--import=${pathToFileURL(resolve('scripts/pictures/dashboard/loopback-names.js')).href}`,
      PICTURE_PORTS: JSON.stringify(ways.ports),
    },
    { limitMs: 2 * runSeconds * 1_000 },
  );
  await writeFiles(work, await hurryFiles(new URL(exporter.url).host));
  const port = await findFreePort();
  const prometheus = spawn(
    'prometheus',
    [
      `--config.file=${join(work, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(work, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: 'inherit' },
  );
  const exited = new Promise((resolve) => prometheus.once('exit', resolve));
  try {
    await waitForListener(port);
    // Until each endpoint has been scraped, and the rates have two samples.
    await sleep(4 * stepSeconds * 1_000);
    await live(ways.cut);
    const ended = prometheus.signalCode ?? prometheus.exitCode;
    if (ended !== null) throw new Error(`Prometheus has ended: ${ended}`);
    const to = Math.floor(Date.now() / 1_000 / stepSeconds) * stepSeconds;
    const from = to - runSeconds;
    const range = { start: `${from}`, end: `${to}`, step: `${stepSeconds}` };
    return {
      from: from * 1_000,
      to: to * 1_000,
      answers: await Promise.all(
        readQueries(dashboard).map((targets) =>
          Promise.all(
            targets.map(({ query, instant }) =>
              instant
                ? ask(port, 'query', { query, time: `${to}` })
                : ask(port, 'query_range', { query, ...range }),
            ),
          ),
        ),
      ),
    };
  } finally {
    prometheus.kill();
    await Promise.all([exited, exporter.stop(), nodes.close()]);
    ways.close();
  }
}

/**
 * Opens a port of this machine for each name; it leads to the node, after as long as a way through the internet takes.
 * @param {ReadonlyMap<string, { port: number, delayMs: number }>} places
 */
async function openWays(places) {
  /** @type {Set<string>} */
  const cut = new Set();
  /** @type {Record<string, number>} */
  const ports = {};
  /** @type {net.Server[]} */
  const servers = [];
  for (const [place, { port, delayMs }] of places) {
    const [host = ''] = place.split(':');
    const server = net.createServer((client) => {
      client.on('error', () => undefined);
      if (cut.has(host)) return client.resetAndDestroy();
      const node = net.connect(port, '127.0.0.1');
      node.on('error', () => client.destroy());
      client.on('close', () => node.destroy());
      return setTimeout(() => client.pipe(node).pipe(client), delayMs);
    });
    servers.push(server.listen(0, '127.0.0.1'));
    await once(server, 'listening');
    const address = server.address();
    if (typeof address === 'object' && address !== null) ports[host] = address.port;
  }
  return {
    ports,
    cut,
    close: () => {
      for (const server of servers) server.close();
    },
  };
}

/**
 * Waits for a run, and cuts what its outages cut.
 * @param {Set<string>} cut
 */
async function live(cut) {
  for (let second = 0; second < runSeconds; second++) {
    const now = second / runSeconds;
    for (const [host, from, to] of outages) {
      if (from <= now && now < to) cut.add(host);
      else cut.delete(host);
    }
    await sleep(1_000);
  }
}

/**
 * The files of deploy/ that Prometheus reads, for this exporter, and with what takes minutes and hours every few seconds.
 * @param {string} exporter
 * @returns {Promise<[path: string, text: string][]>}
 */
async function hurryFiles(exporter) {
  const names = ['prometheus.yml', 'alerts.yml'];
  const texts = await Promise.all(names.map((name) => readFile(join('deploy', name), 'utf8')));
  return texts.map((text, at) => [
    names[at] ?? '',
    text
      .replaceAll('127.0.0.1:19115', exporter)
      .replace(/(interval|scrape_timeout): \d+[smh]$/gm, `$1: ${stepSeconds}s`),
  ]);
}

/**
 * The queries of the panels as Grafana makes them where nothing is chosen.
 * @param {any} dashboard
 * @returns {readonly (readonly { query: string, instant: boolean }[])[]}
 */
function readQueries(dashboard) {
  // Four scrapes, as Grafana counts them.
  const variables = new Map([['__rate_interval', `${4 * stepSeconds}s`]]);
  for (const { name, allValue } of dashboard.templating.list) variables.set(name, allValue);
  return dashboard.panels.map((/** @type {any} */ { targets = [] }) =>
    targets.map((/** @type {any} */ { expr, instant }) => ({
      query: expr.replace(/\$(\w+)/g, (/** @type {string} */ _, /** @type {string} */ name) =>
        variables.get(name),
      ),
      instant,
    })),
  );
}

/**
 * @param {number} port
 * @param {string} path
 * @param {Record<string, string>} params
 * @returns {Promise<unknown>}
 */
async function ask(port, path, params) {
  const response = await fetch(
    `http://127.0.0.1:${port}/api/v1/${path}?${new URLSearchParams(params).toString()}`,
  );
  const { data, error } = /** @type {any} */ (await response.json());
  if (error !== undefined) throw new Error(`${params['query']}: ${error}`);
  return data.result;
}
