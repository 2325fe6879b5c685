import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port that was free a moment ago, for programs that cannot pick and report one. It is below those that systems assign (RFC 6335 section 6; Linux
 * begins at 32768), so that no other program gets it in between.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_240, 32_768);
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
