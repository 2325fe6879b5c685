import { connect, createServer } from 'node:net';
import { onTestFinished } from 'vitest';
import { listen } from '../../src/sandbox/server.js';

/** A tunnel to a port of this machine that holds back all connections until it is opened. */
export interface Gate {
  readonly port: number;
  /** The number of connections that have come so far. */
  readonly count: () => number;
  /** Lets these and all later ones through. */
  readonly open: () => void;
}

/** Starts a gate before the server at a port, which closes with the test. */
export async function startGate(port: number): Promise<Gate> {
  let count = 0;
  let open: () => void = () => undefined;
  const opened = new Promise<void>((done) => (open = done));
  const server = createServer((socket) => {
    count += 1;
    socket.on('error', () => undefined);
    void opened.then(() => {
      const behind = connect(port, '127.0.0.1').on('error', () => socket.destroy());
      socket.once('close', () => behind.destroy());
      socket.pipe(behind).pipe(socket);
    });
  });
  const gate = await listen(server);
  onTestFinished(() => gate.close());
  return { port: gate.port, count: () => count, open };
}
