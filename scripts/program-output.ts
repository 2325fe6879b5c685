import { Readable, Writable } from 'node:stream';
import { importTypeScript } from './import-typescript.js';
import { replacePart } from './pages.js';
import { withFiles } from './temporary-files.js';

/** What the program wrote; `output` is standard output and standard error, as a terminal shows them. */
interface Printed {
  stdout: string;
  output: string;
}

/** The program, to be run in a directory. */
export type Program = (args: readonly string[], cwd: string) => Promise<Printed>;

/** Loads the program from its source, with what is generated from its parts, by path. A run rejects if it is wrongly used or fails itself. */
export async function loadProgram(generated: ReadonlyMap<string, string>): Promise<Program> {
  const { runMain } = await importTypeScript('src/cli/index.ts', generated);
  return async (args, cwd) => {
    const printed: Printed = { stdout: '', output: '' };
    const keep = (...names: readonly (keyof Printed)[]) =>
      new Writable({
        write: (chunk, _, done) => {
          for (const name of names) printed[name] += String(chunk);
          done();
        },
      });
    const streams = { stdin: Readable.from([]), stdout: keep('stdout', 'output'), stderr: keep('output') };
    const signals = { onInterrupt: () => () => undefined, onHangup: () => undefined };
    const exitCode = await runMain(args, { ...streams, ...signals, env: {}, cwd, self: [] });
    // 2 is a usage error, 3 an error of the program itself.
    if (exitCode > 1) throw new Error(`endpoint-check ${args.join(' ')}: ${printed.output}`);
    return printed;
  };
}

/** Output without what differs from run to run: durations. */
export function withoutDurations(text: string) {
  return text.replace(/\d+\.\d s\)/g, '0.0 s)');
}

const columnWidth = 8.4;
const lineHeight = 19;
const margin = 16;

/** The escape sequences of chalk (ECMA-48 section 8.3.117): what switches a style on and off, and the CSS class of the pictures. */
const styles = [
  ['1', '22', 'bold'],
  ['2', '22', 'dim'],
  ['4', '24', 'underlined'],
  ['31', '39', 'red'],
  ['32', '39', 'green'],
  ['33', '39', 'yellow'],
  ['36', '39', 'cyan'],
] as const;

/** What a terminal shows for the README's opening example: the command, and what the program prints for the file, with colours. */
export async function runOpening(readme: string, program: Program) {
  const [, file = ''] = /^```json\n(.*?)^```$/ms.exec(readme) ?? [];
  const [, line = ''] = /^\$ npx (endpoint-check .*)$/m.exec(readme) ?? [];
  const [path = '', ...options] = line.split(' ').slice(1);
  const { stdout } = await withFiles([[path, file]], (cwd) => program([path, ...options, '--color'], cwd));
  return `$ npx ${line}\n${withoutDurations(stdout)}`;
}

/**
 * A picture of a terminal with another text. There is one for light screens and one for dark ones, between which a page chooses with <picture>:
 * GitHub's own switch of themes reaches that, and not what is in an SVG.
 */
export function fillTerminal(svg: string, text: string) {
  const lines = text.trimEnd().split('\n');
  const columns = Math.max(...lines.map((line) => line.replace(/\x1b\[\d+m/g, '').length));
  const width = Math.ceil(columns * columnWidth) + 2 * margin;
  const height = lines.length * lineHeight + 2 * margin;
  const size = `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`;
  const rows = lines.map((line, at) => {
    const y = margin + at * lineHeight + 14;
    return `<text x="${margin}" y="${y}" xml:space="preserve">${styleLine(line)}</text>\n`;
  });
  const sized = replacePart(svg, /viewBox=.* height="\d+"/, size);
  return replacePart(sized, /(?<=<rect .*\n)[^]*(?=<\/svg>)/, rows.join(''));
}

function styleLine(line: string) {
  const on = new Set<string>();
  // Strings and the escape sequences between them, in turn.
  return line
    .split(/\x1b\[(\d+)m/)
    .map((part, at) => {
      if (at % 2 === 0) {
        const text = part.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
        return on.size === 0 || text === '' ? text : `<tspan class="${[...on].join(' ')}">${text}</tspan>`;
      }
      const changed = styles.filter(([start, end]) => part === start || part === end);
      if (changed.length === 0) throw new Error(`the picture knows no sequence ${part}`);
      for (const [start, , name] of changed) {
        if (part === start) on.add(name);
        else on.delete(name);
      }
      return '';
    })
    .join('');
}
