import { exitCodes } from '../engine/exit-code.js';
import { main as runMain } from './main.js';

export { runMain };

/** Runs the program in this process. Resolves to the exit status. */
export async function main(): Promise<number> {
  // A failed write is reported to its caller; without a listener it would end the process too.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  // An event loop that drains before there is a result is a bug of the program, never a success.
  let hasResult = false;
  process.once('beforeExit', () => {
    if (!hasResult) process.exitCode = exitCodes.failure;
  });
  const exitCode = await runMain(process.argv.slice(2), {
    // Opened on demand: it would slow down --version.
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    // On demand, since it throws where the directory was deleted.
    get cwd() {
      return process.cwd();
    },
    self: [process.execPath, process.argv[1] ?? ''],
    onInterrupt: (callback) => {
      let interrupted = false;
      const listener = () => {
        // A second signal ends the process at once.
        if (interrupted) process.exit(exitCodes.interrupted);
        interrupted = true;
        callback();
      };
      process.on('SIGINT', listener);
      process.on('SIGTERM', listener);
      return () => {
        process.off('SIGINT', listener);
        process.off('SIGTERM', listener);
      };
    },
    onHangup: (callback) => {
      process.on('SIGHUP', callback);
    },
  });
  hasResult = true;
  return exitCode;
}
