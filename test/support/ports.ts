import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Below the ports that systems assign (RFC 6335 section 6; Linux begins at 32768), so that no other program gets one meanwhile. */
const range = { first: 10_240, end: 32_768 };
const parts = 64;
const [pool = 0, worker = 0] = ['VITEST_POOL_ID', 'VITEST_WORKER_ID'].map((name) =>
  Number(process.env[name] ?? 0),
);
/**
 * Each worker of Vitest has a part of the range, so that no other test gets a port either. The next worker with its number has another part, since it
 * begins while the programs of this one may still end.
 */
const part = (pool % 16) + 16 * (worker % 4);
/** What this worker has given: the program may not have started yet, or may be gone for a moment. */
const given = new Set<number>();

/** A port that was free a moment ago and is of no other test, for programs that cannot pick and report one, and for what is not there. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = range.first + part + parts * randomInt((range.end - range.first) / parts);
    if (given.has(port)) continue;
    given.add(port);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    server.close();
    if (isFree) {
      await once(server, 'close');
      return port;
    }
  }
}

/** Waits until something listens on a port of this machine; throws after half a minute. */
export async function waitForListener(port: number): Promise<void> {
  for (let tries = 0; tries < 1_200; tries++) {
    const socket = connect(port, '127.0.0.1');
    const open = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (open) return;
    await sleep(25);
  }
  throw new Error(`nothing listens on port ${port}`);
}
