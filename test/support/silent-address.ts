import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { onTestFinished } from 'vitest';
import { listen } from '../../src/sandbox/server.js';

/** The thread of a server that accepts nothing: once it listens, it blocks until it is woken. */
const silentThread = `
  const { parentPort, workerData: { host, port, wake } } = require('node:worker_threads');
  require('node:net').createServer().listen({ host, port, backlog: 1 }, () => {
    parentPort.postMessage('listening');
    Atomics.wait(wake, 0, 0);
    process.exit();
  });`;

/** With a backlog of 1 the system accepts this many connections; it does not answer further ones (listen(2)). */
const queued = 2;

/**
 * A port at which one loopback address does not answer connections, as behind a firewall that drops packets, and the other accepts them, until the
 * test ends.
 */
export async function startSilentAddress(
  silent: string,
  answering: string,
): Promise<{ readonly port: number; readonly accepted: readonly Socket[] }> {
  const accepted: Socket[] = [];
  const server = await listen(
    createServer((socket) => accepted.push(socket)),
    { host: answering },
  );
  const { port } = server;
  const wake = new Int32Array(new SharedArrayBuffer(4));
  const thread = new Worker(silentThread, { eval: true, workerData: { host: silent, port, wake } });
  await once(thread, 'message');
  const queue = Array.from({ length: queued }, () => connect(port, silent).on('error', () => undefined));
  onTestFinished(async () => {
    for (const socket of queue) socket.destroy();
    Atomics.store(wake, 0, 1);
    Atomics.notify(wake, 0);
    await once(thread, 'exit');
    await server.close();
  });
  await Promise.all(queue.map((socket) => once(socket, 'connect')));
  return { port, accepted };
}
