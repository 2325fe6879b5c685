import net from 'node:net';
import { expect, test } from 'vitest';
import { listen } from '../../src/sandbox/server.js';
import { runForReport, runProcess } from '../support/command-line.js';
import { createTrust, use } from '../support/servers.js';
import { secureNodes } from './certificates.js';

/** Checks a node behind a front that accepts each connection, and connects it to the node when `wait` calls back. */
async function checkBehindFront(
  [kind, start, scheme, path]: (typeof secureNodes)[number],
  wait: (connect: () => void) => void,
  ...options: readonly string[]
) {
  const trust = await createTrust();
  const node = await use(start({ tls: await trust.issue() }));
  const front = net.createServer((socket) => {
    socket.on('error', () => undefined);
    wait(() => {
      const onward = net.connect(node.port, '127.0.0.1').on('error', () => undefined);
      socket.pipe(onward).pipe(socket);
    });
  });
  const { port } = await use(listen(front));
  const args = [kind, `${scheme}localhost:${port}${path}`, '--allow-private', ...options];
  const { report } = await runForReport(args, { env: trust.env }, runProcess);
  const [endpoint] = report.endpoints;
  return { verdict: endpoint?.verdict, attempts: endpoint?.attempts, findings: report.findings };
}

test.each(secureNodes)('%s: the first byte of TLS may come late', async (...kind) => {
  // Longer than connecting over TCP may take, and longer than TLS alone is waited for.
  const wait = (connect: () => void) => void setTimeout(connect, 6_000);
  expect(await checkBehindFront(kind, wait, '--retries', '0')).toEqual({
    verdict: 'pass',
    attempts: 1,
    findings: [],
  });
});

test.each(secureNodes)('%s: a connection that is never answered is tried again in time', async (...kind) => {
  let connections = 0;
  const wait = (connect: () => void) => {
    if (++connections > 1) connect();
  };
  expect(await checkBehindFront(kind, wait, '--timeout', '8s')).toEqual({
    verdict: 'pass',
    attempts: 2,
    findings: [],
  });
});

test('peer: a second connection would be refused, so it waits for the first', async () => {
  let connections = 0;
  const silent = net.createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined).resume();
  });
  const { port } = await use(listen(silent));
  const args = ['peer', `${'0'.repeat(40)}@127.0.0.1:${port}`, '--allow-private', '--timeout', '4s'];
  const { report } = await runForReport(args, {}, runProcess);
  expect([report.endpoints[0]?.attempts, connections]).toEqual([1, 1]);
});
