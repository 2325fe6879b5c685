import { getEventListeners, once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { describe, expect, onTestFinished, test } from 'vitest';
import { holdClosedPort, listen } from '../sandbox/server.js';
import { createAbortController } from './abort.js';
import { connectTcp } from './connect.js';
import { findFreePort } from '../../test/support/ports.js';
import { use } from '../../test/support/servers.js';

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
async function startSilentAddress(
  silent: string,
  answering: string,
): Promise<{ readonly port: number; readonly accepted: readonly Socket[] }> {
  const accepted: Socket[] = [];
  // Free at both: the system would give one that is free at one of them.
  const port = await findFreePort();
  const server = await listen(
    createServer((socket) => accepted.push(socket)),
    { host: answering, port },
  );
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

const limits = { signal: createAbortController().signal, budgetMs: 20_000 };

describe('of several addresses it is enough that one answers', () => {
  test.each([
    [['127.0.0.1', '127.0.0.2']],
    // Nothing listens at the others, which refuse at once.
    [['127.0.0.2', '127.0.0.1']],
    [['127.0.0.2', '127.0.0.3', '::1', '127.0.0.1']],
  ])('%j', async (addresses) => {
    const { port } = await use(listen(createServer()));
    const connected = await connectTcp(addresses, port, limits);
    expect(connected.ok && connected.value.address).toBe(`127.0.0.1:${port}`);
    if (connected.ok) connected.value.socket.destroy();
  });

  test('up to six are tried', async () => {
    const { port } = await use(listen(createServer()));
    const silent = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5', '127.0.0.6'];
    const sixth = await connectTcp([...silent, '127.0.0.1'], port, limits);
    expect(sixth.ok && sixth.value.address).toBe(`127.0.0.1:${port}`);
    if (sixth.ok) sixth.value.socket.destroy();
    expect(await connectTcp([...silent, '127.0.0.7', '127.0.0.1'], port, limits)).toEqual({
      ok: false,
      failure: { code: 'net/refused', data: { address: `127.0.0.2:${port}` } },
    });
  });

  test('no further connection is made', async () => {
    let connections = 0;
    const { port } = await use(listen(createServer(() => connections++)));
    const countTimers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = countTimers();
    const connected = await connectTcp(['127.0.0.1', '127.0.0.1'], port, limits);
    if (!connected.ok) throw new Error(connected.failure.code);
    expect(countTimers()).toBeLessThanOrEqual(before);
    expect(getEventListeners(limits.signal, 'abort')).toEqual([]);
    const { socket } = connected.value;
    expect(socket.destroyed).toBe(false);
    socket.end();
    await once(socket.resume(), 'close');
    expect(connections).toBe(1);
  });

  test('if none does, the most specific failure is reported', async () => {
    const { port } = await use(holdClosedPort());
    const failed = await connectTcp(['127.0.0.2', '127.0.0.1'], port, limits);
    expect(failed).toEqual({
      ok: false,
      failure: { code: 'net/refused', data: { address: `127.0.0.2:${port}` } },
    });
  });

  test('an abort ends it, and names the budget', async () => {
    const signal = AbortSignal.abort();
    const failed = await connectTcp(['127.0.0.1', '127.0.0.2'], 9, { signal, budgetMs: 1_500 });
    expect(failed).toEqual({
      ok: false,
      failure: {
        code: 'net/connect-timeout',
        data: { address: '127.0.0.1:9', phase: 'connect', limitMs: 1_500 },
      },
    });
  });
});

describe('a socket has one owner: the race, then the caller', () => {
  /** Connections that are being made, by anything in this process. */
  const countConnecting = () =>
    process.getActiveResourcesInfo().filter((name) => name === 'ConnectWrap').length;

  /** A listener at every address, and the connections that it has accepted. */
  const startCounted = async () => {
    const accepted: Socket[] = [];
    const { port } = await use(
      listen(
        createServer((socket) => accepted.push(socket)),
        {},
      ),
    );
    return { port, accepted };
  };

  test('a winner that breaks starts no other connection, and leaves nothing open', async () => {
    const { port, accepted } = await startCounted();
    const connected = await connectTcp(['127.0.0.1', '127.0.0.2'], port, limits);
    if (!connected.ok) throw new Error(connected.failure.code);
    const { socket } = connected.value;
    await expect.poll(() => accepted).toHaveLength(1);
    const closed = new Promise<boolean>((resolve) => socket.once('close', resolve));
    accepted[0]?.resetAndDestroy();
    const hadError = await closed;
    expect(hadError).toBe(true);
    // Another connection would be made in this turn, and accepted in one of the next.
    for (let turns = 0; turns < 10; turns++) await turn();
    expect(accepted).toHaveLength(1);
    expect(countConnecting()).toBe(0);
  });

  test('nor does a winner that its owner destroys with an error, as HTTP clients do', async () => {
    const { port, accepted } = await startCounted();
    const connected = await connectTcp(['127.0.0.1', '127.0.0.2'], port, limits);
    if (!connected.ok) throw new Error(connected.failure.code);
    connected.value.socket.destroy(new Error('no longer needed'));
    for (let turns = 0; turns < 10; turns++) await turn();
    expect(accepted).toHaveLength(1);
  });

  test('the signal does not end the winner', async () => {
    const { port } = await startCounted();
    const controller = createAbortController();
    const connecting = connectTcp(['127.0.0.1'], port, { ...limits, signal: controller.signal });
    const connected = await connecting;
    controller.abort();
    await turn();
    expect(connected.ok && connected.value.socket.destroyed).toBe(false);
    if (connected.ok) connected.value.socket.destroy();
  });

  test('a loser is destroyed', async () => {
    const { port } = await startSilentAddress('127.0.0.1', '127.0.0.2');
    const connected = await connectTcp(['127.0.0.1', '127.0.0.2', '127.0.0.3'], port, limits);
    expect(connected.ok && connected.value.address).toBe(`127.0.0.2:${port}`);
    if (connected.ok) connected.value.socket.destroy();
    await expect.poll(countConnecting).toBe(0);
  });

  test('an abort destroys all pending connections, and starts no other', async () => {
    const { port, accepted } = await startSilentAddress('127.0.0.1', '127.0.0.2');
    const controller = createAbortController();
    const connecting = connectTcp(['127.0.0.1', '127.0.0.2'], port, { ...limits, signal: controller.signal });
    await expect.poll(countConnecting).toBe(1);
    controller.abort();
    expect((await connecting).ok).toBe(false);
    await expect.poll(countConnecting).toBe(0);
    expect(accepted).toEqual([]);
  });
});
