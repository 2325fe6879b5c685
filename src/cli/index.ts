import { exitCodes } from '../engine/exit-code.js';
import { main as runMain } from './main.js';

/** Runs the program in this process. Resolves to the exit status. */
export async function main(): Promise<number> {
  // A write that fails is told to whoever wrote; without a listener it would end the process as well.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  return runMain(process.argv.slice(2), {
    // Opened when it is read: that takes longer than a version does.
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    // Asked for when it is needed: a directory that is gone throws here.
    get cwd() {
      return process.cwd();
    },
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
