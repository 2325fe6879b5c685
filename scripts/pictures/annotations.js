import { readFileSync } from 'node:fs';

/** @typedef {{ severity: string, line: number, title: string, text: string }} Annotation */

/**
 * A page that shows what the reporter `github` prints where GitHub does: in the changed file, below the lines. GitHub's own page cannot be had here, so
 * this one is drawn after it; every word in it is the program's or the file's.
 * @param {string} path
 * @param {string} text The file, which the pull request adds.
 * @param {string} printed
 */
export function drawAnnotations(path, text, printed) {
  const annotations = readCommands(printed);
  const rows = text
    .trimEnd()
    .split('\n')
    .flatMap((line, at) => [
      `<tr class=added><td>${at + 1}</td><td><span class=sign>+</span>${escape(line)}</td></tr>`,
      ...annotations
        .filter((annotation) => annotation.line === at + 1)
        .map((one) => `<tr><td colspan=2>${drawBox(path, one)}</td></tr>`),
    ]);
  const style = readFileSync('scripts/pictures/annotations.css', 'utf8');
  return `<!doctype html><meta charset=utf-8><title>Files changed</title><style>${style}</style>
<section><header>${escape(path)}<span>+${text.trimEnd().split('\n').length}</span></header><table>${rows.join('')}</table></section>`;
}

/**
 * @param {string} path
 * @param {Annotation} annotation
 */
function drawBox(path, { severity, line, title, text }) {
  return `<div class="box ${severity}"><p>Check ${severity === 'error' ? 'failure' : severity} on line ${line} in ${escape(path)}</p>
<strong>${escape(title)}</strong><pre>${escape(text)}</pre></div>`;
}

/**
 * The annotations among the workflow commands, unescaped as the runner does (actions/toolkit, packages/core/src/command.ts).
 * @param {string} printed
 * @returns {Annotation[]}
 */
function readCommands(printed) {
  return [...printed.matchAll(/^::(error|warning|notice) (.*?)::(.*)$/gm)].map(
    ([, severity = '', list = '', text = '']) => {
      const properties = new Map(
        list.split(',').map((property) => {
          const [name = '', value = ''] = property.split('=');
          return [name, unescape(value)];
        }),
      );
      return {
        severity,
        line: Number(properties.get('line')),
        title: properties.get('title') ?? '',
        text: unescape(text),
      };
    },
  );
}

/** @param {string} text */
function unescape(text) {
  return text
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%25', '%');
}

/** @param {string} text */
function escape(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
