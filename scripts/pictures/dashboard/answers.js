import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { importTypeScript } from '../../import-typescript.js';
import { writeFiles } from '../../temporary-files.js';
import { startNodes } from '../nodes.js';

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
  const { spawnServer } = await importTypeScript('test/support/spawn-service.ts');
  const { findFreePort } = await importTypeScript('test/support/free-port.ts');
  const { waitForListener } = await importTypeScript('test/support/listener.ts');
  const nodes = await startNodes(work);
  const exporter = await spawnServer(
    ['exporter', nodes.registry, '--allow-private', '--cache', '1s', '--timeout', '4s'],
    nodes.env,
    { limitMs: 2 * runSeconds * 1_000 },
  );
  await writeFiles(work, await hurryFiles(new URL(exporter.url).host));
  const port = await findFreePort();
  const files = [
    `--config.file=${join(work, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(work, 'data')}`,
  ];
  const options = [`--web.listen-address=127.0.0.1:${port}`, '--log.level=error'];
  const prometheus = spawn('prometheus', [...files, ...options], { stdio: 'inherit' });
  const exited = new Promise((resolve) => prometheus.once('exit', resolve));
  try {
    await waitForListener(port);
    // Until each endpoint has been scraped, and the rates have two samples.
    await sleep(4 * stepSeconds * 1_000);
    await live(nodes.cut);
    const ended = prometheus.signalCode ?? prometheus.exitCode;
    if (ended !== null) throw new Error(`Prometheus has ended: ${ended}`);
    const to = Math.floor(Date.now() / 1_000 / stepSeconds) * stepSeconds;
    const from = to - runSeconds;
    const answers = readQueries(dashboard).map((targets) =>
      Promise.all(
        targets.map(({ query, instant }) =>
          instant
            ? ask(port, 'query', { query, time: `${to}` })
            : ask(port, 'query_range', { query, start: `${from}`, end: `${to}`, step: `${stepSeconds}` }),
        ),
      ),
    );
    return { from: from * 1_000, to: to * 1_000, answers: await Promise.all(answers) };
  } finally {
    prometheus.kill();
    await Promise.all([exited, exporter.stop(), nodes.close()]);
  }
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
