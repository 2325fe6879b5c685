import { readFileSync } from 'node:fs';

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
