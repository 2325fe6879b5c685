import { PassThrough, Writable } from 'node:stream';
import { importTypeScript } from './import-typescript.js';

/**
 * What the program wrote and returned; `output` is standard output and standard error, as a terminal shows them.
 * @typedef {{ stdout: string, output: string, exitCode: number }} Printed
 */

/**
 * Loads the program from its source, to be run in this process.
 * @param {ReadonlyMap<string, string>} generated What is generated from its parts, by path.
 * @returns {Promise<(args: readonly string[], cwd: string) => Promise<Printed>>}
 */
export async function loadProgram(generated) {
  const { runMain } = await importTypeScript('src/cli/index.ts', generated);
  return async (args, cwd) => {
    let stdout = '';
    let output = '';
    const write = (/** @type {(text: string) => void} */ keep) =>
      new Writable({
        write: (chunk, _, done) => {
          keep(String(chunk));
          done();
        },
      });
    const io = {
      stdin: new PassThrough(),
      stdout: write((text) => {
        stdout += text;
        output += text;
      }),
      stderr: write((text) => (output += text)),
      env: {},
      cwd,
      self: [],
      onInterrupt: () => () => undefined,
    };
    const exitCode = await runMain(args, io);
    // 2 is a usage error, 3 an error of the program itself.
    if (exitCode > 1) throw new Error(`endpoint-check ${args.join(' ')}: ${output}`);
    return { stdout, output, exitCode };
  };
}

/**
 * Output without what differs from run to run: durations.
 * @param {string} text
 */
export function withoutDurations(text) {
  return text.replace(/\d+\.\d s\)/g, '0.0 s)');
}
