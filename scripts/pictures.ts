// Makes the pictures of docs/pictures that need a browser: `npm run pictures`, with Chromium. Each is a screenshot of what a real run of the
// program has written, against nodes of this machine; docs/status-page.html is the page of one. They are not part of `npm run generate`, since pixels
// differ from machine to machine.
import { execFile } from 'node:child_process';
import { copyFile, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { startBrowser } from './pictures/chromium.js';
import { startNodes } from './pictures/nodes.js';
import { withFiles, writeFiles } from './temporary-files.js';
import { readFileSync } from 'node:fs';

await withFiles([], async (work) => {
  const browser = await startBrowser();
  const nodes = await startNodes(work);
  const drawFile = async (name: string, size?: object) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      // A table needs this width.
      const page = await browser.newPage({ colorScheme, viewport: { width: 1_240, height: 800 }, ...size });
      await page.goto(pathToFileURL(join(work, `${name}.html`)).href);
      const path = `docs/pictures/${name}-${colorScheme}.png`;
      await page.screenshot({ path, fullPage: size !== undefined });
      console.log(`${path}: ${Math.ceil((await stat(path)).size / 1_000)} kB`);
      await page.close();
    }
  };
  try {
    const report = ['--allow-private', '--reporter', `html=${join(work, 'report.html')}`];
    const statusPage = ['--allow-private', '--reporter', `html=${join(work, 'status-page.html')}`];
    // As in the Action, where the pages name the registry.
    const env = { ...nodes.env, GITHUB_REPOSITORY: 'example/chains' };
    await run(report, nodes.registry, env);
    await run([...statusPage, '--history', nodes.history], nodes.registry, env);

    // The opening of the README, as a pull request.
    const [, text = ''] = /^```json\n(.*?)^```$/ms.exec(await readFile('README.md', 'utf8')) ?? [];
    const path = 'chain/kava/param.json';
    await writeFiles(work, [[`pull-request/${path}`, text]]);
    const printed = await run(['--reporter', 'github', path], join(work, 'pull-request'));
    await writeFiles(work, [['pull-request.html', drawAnnotations(path, text, printed)]]);

    await drawFile('report');
    await drawFile('status-page');
    await copyFile(join(work, 'status-page.html'), 'docs/status-page.html');
    await drawFile('pull-request', { viewport: { width: 860, height: 400 }, deviceScaleFactor: 1.5 });
  } finally {
    await Promise.all([browser.close(), nodes.close()]);
  }
});

/** Runs the program as it is shipped; resolves to what it printed. Findings are no error here. */
function run(args: readonly string[], cwd: string, env: Record<string, string> = {}): Promise<string> {
  const command = [resolve('bin/endpoint-check.js'), ...args];
  return promisify(execFile)(process.execPath, command, { cwd, env: { ...process.env, ...env } }).then(
    ({ stdout }) => stdout,
    (error: unknown) => {
      const { code, stdout } = error as { code: number; stdout: string };
      if (code === 1) return stdout;
      throw error;
    },
  );
}

/**
 * A page that shows what the reporter `github` prints where GitHub does: in the changed file, below the lines. GitHub's own page cannot be had here, so
 * this one is drawn after it; every word in it is the program's or that of the file, which the pull request adds.
 */
export function drawAnnotations(path: string, text: string, printed: string) {
  // Workflow commands have strings as urls do (actions/toolkit, packages/core/src/command.ts).
  const commands = printed.matchAll(/^::(\w+) .*?\bline=(\d+).*?\btitle=(.*?)::(.*)$/gm);
  const boxes = [...commands].map(([, severity = '', line = '', title = '', message = '']) => ({
    line: Number(line),
    box: `<tr><td colspan=2><div class="box ${severity}">
<p>Check ${severity === 'error' ? 'failure' : severity} on line ${line} in ${escape(path)}</p>
<strong>${escape(decodeURIComponent(title))}</strong><pre>${escape(decodeURIComponent(message))}</pre></div></td></tr>`,
  }));
  const lines = text.trimEnd().split('\n');
  const rows = lines.flatMap((line, at) => [
    `<tr class=added><td>${at + 1}</td><td><span class=sign>+</span>${escape(line)}</td></tr>`,
    ...boxes.flatMap((one) => (one.line === at + 1 ? [one.box] : [])),
  ]);
  const style = readFileSync('scripts/pictures/pull-request.css', 'utf8');
  return `<!doctype html><meta charset=utf-8><title>Files changed</title><style>${style}</style>
<section><header>${escape(path)}<span>+${lines.length}</span></header><table>${rows.join('')}</table></section>`;
}

function escape(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
