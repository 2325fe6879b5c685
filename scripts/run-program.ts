import { Readable, Writable } from 'node:stream';
import { importTypeScript } from './import-typescript.js';

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
