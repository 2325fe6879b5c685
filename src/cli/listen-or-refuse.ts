import type { RequestListener } from 'node:http';
import { UsageError } from '../engine/usage-error.js';
import { type RunningServer, type ServerOptions, startServer } from '../http-server/server.js';

/** Starts a server. An address that the system refuses is a usage error. */
export async function listenOrRefuse(
  listener: RequestListener,
  options: ServerOptions,
): Promise<RunningServer> {
  try {
    return await startServer(listener, options);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const { host, port } = options;
    throw new UsageError([
      code === 'EADDRINUSE'
        ? `port ${port} is in use: pass another --port`
        : `--host, --port: cannot listen at ${host}:${port} (${code})`,
    ]);
  }
}
