import { exitCodes } from '../engine/exit-code.js';
import { main as runMain } from './main.js';

/** Runs the program in this process. Resolves to the exit status. */
export async function main(): Promise<number> {
  for (const output of [process.stdout, process.stderr]) {
    // A reader that has gone away (endpoint-check | head) is no error of ours.
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
  return runMain(process.argv.slice(2), {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: process.cwd(),
    self: [process.execPath, process.argv[1] ?? ''],
    onInterrupt: (callback) => {
      let asked = false;
      const listener = () => {
        // Whoever asks twice wants out now.
        if (asked) process.exit(exitCodes.interrupted);
        asked = true;
        callback();
      };
      process.on('SIGINT', listener);
      process.on('SIGTERM', listener);
      return () => {
        process.off('SIGINT', listener);
        process.off('SIGTERM', listener);
      };
    },
  });
}
