import { UsageError } from '../engine/usage-error.js';
import type { RunningServer } from '../http-server/server.js';

/** Starts a server. An address that the system refuses is a usage error. */
export async function listenOrRefuse(
  start: () => Promise<RunningServer>,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<RunningServer> {
  try {
    return await start();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new UsageError([
      code === 'EADDRINUSE'
        ? `port ${port} is in use: pass another --port`
        : `--host, --port: cannot listen at ${host}:${port} (${code})`,
    ]);
  }
}
