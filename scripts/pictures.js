// Makes the pictures of docs/pictures that need a browser: `npm run pictures`, with Chromium. Each is a screenshot of what a real run of the
// program has written, against nodes of this machine. They are not part of `npm run generate`, since pixels differ from machine to machine.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { drawAnnotations } from './pictures/annotations.js';
import { launchChromium } from './pictures/chromium.js';
import { startNodes } from './pictures/nodes.js';
import { writeFiles } from './temporary-files.js';

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

const work = await mkdtemp(join(tmpdir(), 'endpoint-check-pictures-'));
const browser = await launchChromium();
const nodes = await startNodes();
try {
  const registry = join(work, 'registry');
  const authority = join(work, 'authority.pem');
  await writeFiles(registry, nodes.files);
  await writeFiles(work, [
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
  await writeFiles(join(work, 'pull-request'), [[path, text]]);
  const printed = await run(['--reporter', 'github', path], join(work, 'pull-request'));
  await writeFiles(work, [['pull-request.html', drawAnnotations(path, text, printed)]]);

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
