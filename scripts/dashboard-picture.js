// Makes the picture of the dashboard for Grafana: `npm run pictures:dashboard`, with Chromium, Prometheus and npm; it takes six minutes. A
// server of Grafana is not needed: its own components draw the panels, as deploy/grafana.json has them, with what a real Prometheus answers to
// their queries.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'rolldown';
import { startBrowser, takePicture } from './pictures/chromium.js';
import { collectAnswers } from './pictures/dashboard/answers.js';
import { installGrafana } from './pictures/dashboard/packages.js';
import { withFiles } from './temporary-files.js';

const origin = 'http://dashboard.test';
const width = 1_240;
/** Of a row of Grafana's grid, with the gap below it. */
const rowHeight = 38;
/** The first row that is not in the picture, which would be too small to read. */
const lastRow = 'Uptime';

const modules = await installGrafana();
const dashboard = JSON.parse(await readFile('deploy/grafana.json', 'utf8'));
await withFiles([], async (work) => {
  const browser = await startBrowser();
  try {
    const bundle = join(work, 'page');
    await bundlePage(bundle);
    const data = await collectAnswers(dashboard, join(work, 'run'));
    for (const mode of /** @type {const} */ (['light', 'dark'])) {
      const page = await openPage(browser, bundle, mode, data);
      const end = await page.locator(`[data-row="${lastRow}"]`).boundingBox();
      if (end === null) throw new Error(`no row ${lastRow}`);
      const clip = { x: 0, y: 0, width, height: end.y };
      await takePicture(page, `docs/pictures/dashboard-${mode}.png`, { clip });
      // All panels, for who has changed the dashboard.
      await takePicture(page, join(tmpdir(), `endpoint-check-dashboard-${mode}.png`));
      await page.close();
    }
  } finally {
    await browser.close();
  }
});

/**
 * Bundles the page with Grafana's components; what they load only when it is needed, such as editors, is in files of its own.
 * @param {string} dir
 */
async function bundlePage(dir) {
  await build({
    input: 'scripts/pictures/dashboard/page.jsx',
    platform: 'browser',
    // From this project's modules to Grafana's: the page is not beside them.
    resolve: { modules: ['node_modules', modules] },
    transform: { define: { 'process.env.NODE_ENV': '"production"', 'process.env.NODE_DEBUG': 'undefined' } },
    plugins: [{ name: 'styles', load: loadStyle }],
    output: { dir, format: 'esm' },
    // Of the packages' own code.
    logLevel: 'silent',
  });
}

/** @param {string} id */
async function loadStyle(id) {
  if (!id.endsWith('.css')) return null;
  const text = JSON.stringify(await readFile(id, 'utf8'));
  const code = `document.head.append(Object.assign(document.createElement('style'), { textContent: ${text} }));`;
  return { moduleType: /** @type {const} */ ('js'), code };
}

/**
 * Opens the page, and waits until all is there.
 * @param {import('playwright-core').Browser} browser
 * @param {string} bundle
 * @param {'light' | 'dark'} mode
 * @param {object} data
 */
async function openPage(browser, bundle, mode, data) {
  /** @type {{ gridPos: { y: number, h: number } }[]} */
  const panels = dashboard.panels;
  const rows = panels.map(({ gridPos: { y, h } }) => y + h);
  // As high as all panels, since Grafana draws none that is out of sight.
  const viewport = { width, height: Math.max(...rows) * rowHeight + 24 };
  const page = await browser.newPage({ viewport });
  const picture = JSON.stringify({ ...data, dashboard, mode, width }).replaceAll('<', '\\u003c');
  /** @type {unknown[]} */
  const errors = [];
  page.on('pageerror', (error) => errors.push(error));
  await page.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/') {
      const body = `<!doctype html><meta charset=utf-8><main></main>
        <script>window.__grafana_public_path__ = '/public/'; window.picture = ${picture};</script>
        <script type=module src=page.js></script>`;
      return route.fulfill({ contentType: 'text/html', body });
    }
    const path = pathname.endsWith('.js') ? join(bundle, pathname) : findFile(pathname);
    if (path !== null && existsSync(path)) return route.fulfill({ path });
    errors.push(new Error(`no file ${pathname}`));
    return route.fulfill({ status: 404 });
  });
  await page.goto(origin, { waitUntil: 'networkidle' });
  if (errors.length > 0) throw new AggregateError(errors, 'the page of the dashboard');
  return page;
}

/**
 * Where a file of Grafana is that the page asks for, as a server of Grafana would have it; null if it has none.
 * @param {string} pathname
 */
function findFile(pathname) {
  const [, icon] = /^\/public\/build\/img\/(icons\/[\w/-]+\.svg)$/.exec(pathname) ?? [];
  if (icon !== undefined) return join(modules, '@grafana/ui/dist/public/img', icon);
  const [, name] = /\/Inter-(Regular|Medium)\.woff2$/.exec(pathname) ?? [];
  const weight = name === 'Medium' ? 500 : 400;
  const font = `@fontsource/inter/files/inter-latin-${weight}-normal.woff2`;
  return name === undefined ? null : join(modules, font);
}
