import { Readable, Writable } from 'node:stream';
import { importTypeScript } from './import-typescript.js';

/**
 * What the program wrote; `output` is standard output and standard error, as a terminal shows them.
 * @typedef {{ stdout: string, output: string }} Printed
 */

/**
 * Loads the program from its source, to be run in this process. A run rejects if it is wrongly used or fails itself.
 * @param {ReadonlyMap<string, string>} generated What is generated from its parts, by path.
 * @returns {Promise<(args: readonly string[], cwd: string) => Promise<Printed>>}
 */
export async function loadProgram(generated) {
  const { runMain } = await importTypeScript('src/cli/index.ts', generated);
  return async (args, cwd) => {
    /** @type {Printed} */
    const printed = { stdout: '', output: '' };
    const keep = (/** @type {readonly (keyof Printed)[]} */ ...names) =>
      new Writable({
        write: (chunk, _, done) => {
          for (const name of names) printed[name] += String(chunk);
          done();
        },
      });
    const streams = { stdin: Readable.from([]), stdout: keep('stdout', 'output'), stderr: keep('output') };
    const onInterrupt = () => () => undefined;
    const exitCode = await runMain(args, {
      ...streams,
      env: {},
      cwd,
      self: [],
      onInterrupt,
      onHangup: () => undefined,
    });
    // 2 is a usage error, 3 an error of the program itself.
    if (exitCode > 1) throw new Error(`endpoint-check ${args.join(' ')}: ${printed.output}`);
    return printed;
  };
}

/** Output without what differs from run to run: durations. @param {string} text */
export function withoutDurations(text) {
  return text.replace(/\d+\.\d s\)/g, '0.0 s)');
}
