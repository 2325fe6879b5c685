import type { RequestListener } from 'node:http';
import { UsageError } from '../engine/exit-code.js';
import { type Output, writeText } from './io.js';
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

/** Writes lines, all of one turn of the event loop in one write: a write for each would cost more than making the line. */
export class LineWriter {
  readonly #output: Output;
  #queued = '';

  constructor(output: Output) {
    this.#output = output;
  }

  /** Queues a line, which includes its line feed. */
  add(line: string): void {
    if (this.#queued === '') setImmediate(() => void this.flush().catch(() => undefined));
    this.#queued += line;
  }

  /** Writes the queued lines; resolves when they and all earlier ones are flushed. */
  flush(): Promise<void> {
    const text = this.#queued;
    this.#queued = '';
    return writeText(this.#output, text);
  }
}
