// The page of the dashboard's pictures. A server of Grafana is not needed: its own components draw the panels, as deploy/grafana.json has them, with what
// a real Prometheus answers to their queries.
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { build } from 'rolldown';
import { importTypeScript } from '../import-typescript.js';
import { writeFiles } from '../temporary-files.js';

/** The version of Grafana whose components draw the panels. */
const grafanaVersion = '13.2.2';
// Grafana's font is Inter.
const packages = [
  ...['@grafana/data', '@grafana/i18n', '@grafana/ui'].map((name) => `${name}@${grafanaVersion}`),
  ...['@fontsource/inter@5.3.0', 'react@19', 'react-dom@19', 'rxjs@7.8.2'],
];

const origin = 'http://dashboard.test';
const width = 1_240;
/** Of a row of Grafana's grid, with the gap below it. */
const rowHeight = 38;
/** The first row that is not in the picture, which would be too small to read. */
const lastRow = 'Uptime';

/** As long as the nodes live; and between two scrapes, which are minutes elsewhere. */
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

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {Awaited<ReturnType<typeof import('./nodes.js').startNodes>>} Nodes */

/**
 * Prepares the dashboard of these nodes, which takes six minutes; resolves to a function that opens it, and resolves to the height of what is shown.
 * @param {string} work
 * @param {Nodes} nodes
 */
export async function prepareDashboard(work, nodes) {
  const dashboard = JSON.parse(await readFile('deploy/grafana.json', 'utf8'));
  const root = join(work, 'page');
  await buildPage(root, await installGrafana());
  const data = await collectAnswers(dashboard, work, nodes);
  /** @type {{ gridPos: { y: number, h: number } }[]} */
  const panels = dashboard.panels;
  const rows = panels.map(({ gridPos: { y, h } }) => y + h);
  // As high as all panels, since Grafana draws none that is out of sight.
  const viewport = { width, height: Math.max(...rows) * rowHeight + 24 };
  return async (/** @type {Page} */ page, /** @type {'light' | 'dark'} */ mode) => {
    await page.setViewportSize(viewport);
    await openPage(page, root, { ...data, dashboard, mode, width });
    const end = await page.locator(`[data-row="${lastRow}"]`).boundingBox();
    if (end === null) throw new Error(`no row ${lastRow}`);
    return { x: 0, y: 0, width, height: end.y };
  };
}

/**
 * Installs Grafana's components, once for this machine; resolves to their `node_modules`. They are not installed with this project, since
 * they are half a gigabyte.
 */
async function installGrafana() {
  const { cacheDirectory } = await importTypeScript('test/support/packages.ts');
  const directory = join(cacheDirectory, `grafana-ui-${grafanaVersion}`);
  if (!existsSync(directory)) {
    const unfinished = `${directory}.unfinished`;
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true });
    const options = ['--no-save', '--no-package-lock', '--ignore-scripts', '--prefix', unfinished];
    await promisify(execFile)('npm', ['install', ...options, ...packages]);
    await rename(unfinished, directory);
  }
  return join(directory, 'node_modules');
}

/**
 * Writes the page, and what it loads: Grafana's components, those that are needed only sometimes, such as editors, in files of their own, and icons
 * and fonts, where a server of Grafana has them.
 * @param {string} root
 * @param {string} modules Where Grafana's packages are.
 */
async function buildPage(root, modules) {
  await build({
    input: { page: 'scripts/pictures/dashboard.jsx' },
    platform: 'browser',
    // From this project's modules to Grafana's: the page is not beside them.
    resolve: { modules: ['node_modules', modules] },
    transform: { define: { 'process.env.NODE_ENV': '"production"', 'process.env.NODE_DEBUG': 'undefined' } },
    plugins: [{ name: 'styles', load: loadStyle }],
    output: { dir: root, format: 'esm' },
    // Of the packages' own code.
    logLevel: 'silent',
  });
  const index = '<!doctype html><meta charset=utf-8><main></main><script type=module src=page.js></script>';
  await writeFiles(root, [['index.html', index]]);
  const copies = [
    ['@grafana/ui/dist/public/img', 'build/img'],
    ['@fontsource/inter/files/inter-latin-400-normal.woff2', 'fonts/inter/Inter-Regular.woff2'],
    ['@fontsource/inter/files/inter-latin-500-normal.woff2', 'fonts/inter/Inter-Medium.woff2'],
  ];
  for (const [from = '', to = ''] of copies)
    await cp(join(modules, from), join(root, 'public', to), { recursive: true });
}

/** @param {string} id */
async function loadStyle(id) {
  if (!id.endsWith('.css')) return null;
  const text = JSON.stringify(await readFile(id, 'utf8'));
  const code = `document.head.append(Object.assign(document.createElement('style'), { textContent: ${text} }));`;
  return { moduleType: /** @type {const} */ ('js'), code };
}

/**
 * Waits until all is there.
 * @param {Page} page
 * @param {string} root
 * @param {object} picture
 */
async function openPage(page, root, picture) {
  const globals = { picture, __grafana_public_path__: '/public/' };
  await page.addInitScript((values) => void Object.assign(globalThis, values), globals);
  /** @type {unknown[]} */
  const errors = [];
  page.on('pageerror', (error) => errors.push(error));
  await page.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const path = join(root, pathname === '/' ? 'index.html' : pathname);
    if (existsSync(path)) return route.fulfill({ path });
    errors.push(new Error(`no file ${pathname}`));
    return route.fulfill({ status: 404 });
  });
  await page.goto(origin, { waitUntil: 'networkidle' });
  if (errors.length > 0) throw new AggregateError(errors, 'the page of the dashboard');
}

/**
 * Runs the exporter over nodes of which some fail, and Prometheus with the files of deploy/, which scrapes it; resolves to what Prometheus answers to
 * the queries of a dashboard's panels, in their order, each for the whole run or for its end.
 * @param {any} dashboard
 * @param {string} work
 * @param {Nodes} nodes
 */
async function collectAnswers(dashboard, work, nodes) {
  const { spawnServer } = await importTypeScript('test/support/spawn-service.ts');
  const { findFreePort, waitForListener } = await importTypeScript('test/support/ports.ts');
  const exporter = await spawnServer(
    ['exporter', nodes.registry, '--allow-private', '--cache', '1s', '--timeout', '4s'],
    nodes.env,
    { limitMs: 2 * runSeconds * 1_000 },
  );
  await hurryFiles(new URL(exporter.url).host, work);
  const port = await findFreePort();
  const options = [
    `--config.file=${join(work, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(work, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--log.level=error',
  ];
  const prometheus = spawn('prometheus', options, { stdio: 'inherit' });
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
    const range = { start: `${from}`, end: `${to}`, step: `${stepSeconds}` };
    const answers = readQueries(dashboard).map((targets) =>
      Promise.all(
        targets.map(({ query, instant }) =>
          ask(port, instant ? 'query' : 'query_range', { query, ...(instant ? { time: `${to}` } : range) }),
        ),
      ),
    );
    return { from: from * 1_000, to: to * 1_000, answers: await Promise.all(answers) };
  } finally {
    prometheus.kill();
    await Promise.all([exited, exporter.stop()]);
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
 * Writes the files of deploy/ that Prometheus reads, for this exporter, and with what takes minutes and hours every few seconds.
 * @param {string} exporter
 * @param {string} work
 */
async function hurryFiles(exporter, work) {
  for (const name of ['prometheus.yml', 'alerts.yml']) {
    const text = (await readFile(join('deploy', name), 'utf8'))
      .replaceAll('127.0.0.1:19115', exporter)
      .replace(/(interval|scrape_timeout): \d+[smh]$/gm, `$1: ${stepSeconds}s`);
    await writeFiles(work, [[name, text]]);
  }
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
 */
async function ask(port, path, params) {
  const query = new URLSearchParams(params).toString();
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/${path}?${query}`);
  const { data, error } = /** @type {any} */ (await response.json());
  if (error !== undefined) throw new Error(`${params['query']}: ${error}`);
  return data.result;
}
