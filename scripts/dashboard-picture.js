// Makes the picture of the dashboard for Grafana: `npm run pictures:dashboard`, with Chromium, Prometheus and npm; it takes six minutes. A
// server of Grafana is not needed: its own components draw the panels, as deploy/grafana.json has them, with what a real Prometheus answers to
// their queries.
import { existsSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'rolldown';
import { startBrowser, takePicture } from './pictures/chromium.js';
import { collectAnswers } from './pictures/dashboard/answers.js';
import { installGrafana } from './pictures/dashboard/packages.js';
import { withFiles, writeFiles } from './temporary-files.js';

const origin = 'http://dashboard.test';
const width = 1_240;
/** Of a row of Grafana's grid, with the gap below it. */
const rowHeight = 38;
/** The first row that is not in the picture, which would be too small to read. */
const lastRow = 'Uptime';

const dashboard = JSON.parse(await readFile('deploy/grafana.json', 'utf8'));
await withFiles([], async (work) => {
  const browser = await startBrowser();
  try {
    const root = join(work, 'page');
    await buildPage(root, await installGrafana());
    const data = await collectAnswers(dashboard, join(work, 'run'));
    for (const mode of /** @type {const} */ (['light', 'dark'])) {
      const page = await openPage(browser, root, { ...data, dashboard, mode, width });
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
 * Writes the page, and what it loads: Grafana's components, those that are needed only sometimes, such as editors, in files of their own, and icons
 * and fonts, where a server of Grafana has them.
 * @param {string} root
 * @param {string} modules where Grafana's packages are
 */
async function buildPage(root, modules) {
  await build({
    input: 'scripts/pictures/dashboard/page.jsx',
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
 * Opens the page, and waits until all is there.
 * @param {import('playwright-core').Browser} browser
 * @param {string} root
 * @param {object} picture
 */
async function openPage(browser, root, picture) {
  /** @type {{ gridPos: { y: number, h: number } }[]} */
  const panels = dashboard.panels;
  const rows = panels.map(({ gridPos: { y, h } }) => y + h);
  // As high as all panels, since Grafana draws none that is out of sight.
  const viewport = { width, height: Math.max(...rows) * rowHeight + 24 };
  const page = await browser.newPage({ viewport });
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
  return page;
}
