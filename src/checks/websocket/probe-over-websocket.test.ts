import http from 'node:http';
import { expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { createProbeContext } from '../../../test/support/probe-context.js';
import { use } from '../../../test/support/servers.js';
import { listen } from '../../sandbox/server.js';
import { checkOrigin } from './probe-over-websocket.js';

/** Asks a server that answers an upgrade with an origin with this status, and any other with 101. */
async function ask(status: number, cors = true) {
  const origins: (string | undefined)[] = [];
  const server = http.createServer();
  new WebSocketServer({
    server,
    verifyClient: ({ origin }: { readonly origin?: string }, done) => {
      origins.push(origin);
      done(origin === undefined || status === 101, status);
    },
  });
  const { port } = await use(listen(server));
  return { cors: await checkOrigin(createProbeContext(port, { cors }), 'evm-ws'), origins };
}

test.each([
  [101, { allowed: true }],
  // geth and evmd.
  [403, { allowed: false, reason: 'the upgrade with an origin is answered with HTTP 403' }],
  [400, { allowed: false, reason: 'the upgrade with an origin is answered with HTTP 400' }],
  [429, null],
  [503, null],
])('a page may open a websocket unless the server refuses its origin: HTTP %i', async (status, expected) => {
  expect(await ask(status)).toEqual({ cors: expected, origins: ['https://example.com'] });
});

test('it is not asked unless the run requests it', async () => {
  expect(await ask(101, false)).toEqual({ cors: null, origins: [] });
});
