import { withoutDurations } from './run-program.js';
import { withFiles } from './temporary-files.js';

/** @typedef {Awaited<ReturnType<typeof import('./run-program.js').loadProgram>>} Program */

const columnWidth = 8.4;
const lineHeight = 19;
const margin = 16;

/** The escape sequences of chalk (ECMA-48 section 8.3.117), and the CSS classes that they switch on and off. */
const styles = new Map([
  ['1', 'bold'],
  ['2', 'dim'],
  ['4', 'underlined'],
  ['31', 'red'],
  ['32', 'green'],
  ['33', 'yellow'],
  ['36', 'cyan'],
]);
const ends = new Map([
  ['22', ['bold', 'dim']],
  ['24', ['underlined']],
  ['39', ['red', 'green', 'yellow', 'cyan']],
]);

/** Colours of a terminal, those that GitHub has for code on light and on dark screens, by the CSS class; `text` and `ground` are all else. */
const themes = {
  light: {
    ...{ ground: '#f6f8fa', text: '#1f2328', dim: '#59636e' },
    ...{ red: '#cf222e', green: '#1a7f37', yellow: '#9a6700', cyan: '#1b7c83' },
  },
  dark: {
    ...{ ground: '#151b23', text: '#f0f6fc', dim: '#9198a1' },
    ...{ red: '#ff7b72', green: '#7ee787', yellow: '#e3b341', cyan: '#76e3ea' },
  },
};

/**
 * The README's opening example as it looks in a terminal: runs the program on its file, and renders the output as an SVG for light screens and
 * one for dark ones. A page chooses with <picture>: GitHub's own switch of themes reaches that, and not what is in an SVG.
 * @param {string} readme
 * @param {Program} program
 * @returns {Promise<[path: string, text: string][]>}
 */
export async function drawOpening(readme, program) {
  const [, file = ''] = /^```json\n(.*?)^```$/ms.exec(readme) ?? [];
  const [, line = ''] = /^\$ (endpoint-check .*)$/m.exec(readme) ?? [];
  const [path = '', ...options] = line.split(' ').slice(1);
  const { stdout } = await withFiles([[path, file]], (cwd) => program([path, ...options, '--color'], cwd));
  const lines = [`$ ${line}`, ...withoutDurations(stdout).trimEnd().split('\n')];
  return Object.entries(themes).map(([name, theme]) => [
    `docs/pictures/terminal-${name}.svg`,
    draw(lines, theme),
  ]);
}

/**
 * @param {readonly string[]} lines
 * @param {typeof themes.light} theme
 */
function draw(lines, { ground, text, ...colors }) {
  const columns = Math.max(...lines.map((line) => line.replace(/\x1b\[\d+m/g, '').length));
  const width = Math.ceil(columns * columnWidth) + 2 * margin;
  const height = lines.length * lineHeight + 2 * margin;
  const texts = lines.map((line, at) => {
    const y = margin + at * lineHeight + 14;
    return `<text x="${margin}" y="${y}" xml:space="preserve">${style(line)}</text>\n`;
  });
  const rules = Object.entries(colors).map(([name, color]) => `.${name} { fill: ${color} }`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>endpoint-check in a terminal</title>
<style>
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; fill: ${text} }
.bold { font-weight: bold } .underlined { text-decoration: underline }
${rules.join(' ')}
</style>
<rect width="100%" height="100%" rx="8" fill="${ground}"/>
${texts.join('')}</svg>
`;
}

/** @param {string} line */
function style(line) {
  /** @type {Set<string>} */
  const on = new Set();
  // Strings and the escape sequences between them, in turn.
  return line
    .split(/\x1b\[(\d+)m/)
    .map((part, at) => {
      if (at % 2 === 0) {
        const text = part.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
        return on.size === 0 || text === '' ? text : `<tspan class="${[...on].join(' ')}">${text}</tspan>`;
      }
      const begun = styles.get(part);
      if (begun !== undefined) on.add(begun);
      else if (ends.has(part)) for (const name of ends.get(part) ?? []) on.delete(name);
      else throw new Error(`the picture knows no sequence ${part}`);
      return '';
    })
    .join('');
}
