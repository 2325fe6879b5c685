// Makes the pictures of docs/pictures that need a browser: `npm run pictures`, with Chromium. Each is a screenshot of what a real run of the
// program has written, against nodes of this machine. They are not part of `npm run generate`, since pixels differ from machine to machine.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { drawAnnotations } from './pictures/annotations.js';
import { startNodes } from './pictures/nodes.js';

const paths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = paths.find((path) => existsSync(path));
if (executablePath === undefined) throw new Error(`no Chromium: install it as ${paths.join(' or ')}`);

/**
 * Runs the program as it is shipped; resolves to what it printed. Findings are no error here.
 * @param {readonly string[]} args
 * @param {string} cwd
 * @param {Record<string, string>} [env]
 * @returns {Promise<string>}
 */
function run(args, cwd, env = {}) {
  return new Promise((done, fail) => {
    execFile(
      process.execPath,
      [resolve('bin/endpoint-check.js'), ...args],
      { cwd, env: { ...process.env, ...env } },
      (error, stdout, stderr) => {
        if (error !== null && error.code !== 1) fail(new Error(stderr));
        else done(stdout);
      },
    );
  });
}

/**
 * @param {string} directory
 * @param {Iterable<readonly [path: string, text: string]>} files
 */
async function write(directory, files) {
  for (const [path, text] of files) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
}

const work = await mkdtemp(join(tmpdir(), 'endpoint-check-pictures-'));
const nodes = await startNodes();
const browser = await chromium.launch({
  executablePath,
  // Chromium refuses to run as root inside of its sandbox.
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  const registry = join(work, 'registry');
  const authority = join(work, 'authority.pem');
  await write(registry, nodes.files);
  await write(work, [
    ['authority.pem', nodes.authority],
    ['history.jsonl', nodes.history],
  ]);
  // As in the Action, where the pages name the registry.
  const env = {
    NODE_EXTRA_CA_CERTS: authority,
    HTTPS_PROXY: nodes.proxy,
    GITHUB_REPOSITORY: 'example/chains',
  };
  await run(['--proxy', '--reporter', `html=${join(work, 'report.html')}`], registry, env);
  const lived = [
    '--history',
    join(work, 'history.jsonl'),
    '--reporter',
    `html=${join(work, 'status-page.html')}`,
  ];
  await run(['--proxy', ...lived], registry, env);

  // The opening of the README, as a pull request.
  const [, text = ''] = /^```json\n(.*?)^```$/ms.exec(await readFile('README.md', 'utf8')) ?? [];
  const path = 'chain/kava/param.json';
  await write(join(work, 'pull-request'), [[path, text]]);
  const printed = await run(['--reporter', 'github', path], join(work, 'pull-request'));
  await write(work, [['pull-request.html', drawAnnotations(path, text, printed)]]);

  for (const [name, width, height, deviceScaleFactor] of /** @type {const} */ ([
    // A table needs this width.
    ['report', 1_240, 800, 1],
    ['status-page', 1_240, 800, 1],
    ['pull-request', 860, 0, 1.5],
  ])) {
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      const page = await browser.newPage({
        colorScheme,
        viewport: { width, height: height === 0 ? 400 : height },
        deviceScaleFactor,
      });
      await page.goto(pathToFileURL(join(work, `${name}.html`)).href);
      const file = `docs/pictures/${name}-${colorScheme}.png`;
      await page.screenshot({ path: file, fullPage: height === 0 });
      await page.close();
      console.log(`${file}: ${Math.ceil((await stat(file)).size / 1_000)} kB`);
    }
  }
} finally {
  await Promise.all([browser.close(), nodes.close()]);
  await rm(work, { recursive: true });
}
