import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

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
