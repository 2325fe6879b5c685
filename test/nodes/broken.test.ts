import net from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { KeyPair } from '../../src/sandbox/certificates.js';
import { listen } from '../../src/sandbox/server.js';
import { runForReport } from '../support/command-line.js';
import { findFreePort } from '../support/ports.js';
import { fronts, hasNginx, startNginx } from '../support/proxies.js';
import { type CosmosNode, startCosmosNode } from './cosmos-node.js';
import { createTrust, use } from '../support/servers.js';

/** Checks the node itself (if `start` is null) or a proxy before it; resolves to the verdict and the rules. */
async function check(port: number, start: Start | null, args = ['--retries', '0']) {
  const trust = await createTrust();
  const url = start === null ? `127.0.0.1:${port}` : `localhost:${await start(await trust.issue(), port)}`;
  const { report } = await runForReport(['grpc', url, '--allow-private', ...args], { env: trust.env });
  const [endpoint] = report.endpoints;
  return { verdict: endpoint?.verdict, rules: report.findings.map(({ rule }) => rule) };
}

type Start = (tls: KeyPair, port: number) => Promise<number>;

/** A TCP proxy before a port of this machine. */
function createRelay(port: number, onEnd: () => void = () => undefined): net.Server {
  return net.createServer((client) => {
    const server = net.connect(port, '127.0.0.1');
    for (const end of [client, server]) end.on('error', () => end.destroy());
    client.pipe(server).pipe(client);
    client.once('close', onEnd);
  });
}
const none = { name: 'no proxy', startGrpc: null };

describe('a real node that ended', () => {
  test.each(['SIGTERM', 'SIGKILL'] as const)('by %s is not there', async (signal) => {
    const node = await startCosmosNode();
    await node.end(signal);
    expect(await check(node.port, null)).toEqual({ verdict: 'fail', rules: ['net/refused'] });
    for (const { name, startGrpc } of fronts) {
      const found = await check(node.port, startGrpc);
      expect(found, name).toEqual({ verdict: 'fail', rules: ['http/upstream-down'] });
    }
  });

  test.each(fronts)('and comes back in mid-run passes behind $name', async ({ startGrpc }) => {
    // It runs already, since it may take longer to start than the check lasts, but the way to it is closed until the first attempt has ended.
    const node = await startCosmosNode();
    onTestFinished(() => node.end('SIGTERM'));
    const way = { host: '127.0.0.1', port: await findFreePort() };
    const trust = await createTrust();
    const front = await startGrpc(await trust.issue(), way.port);
    let onAttempted: () => void = () => undefined;
    const attempted = new Promise<void>((resolve) => (onAttempted = resolve));
    const listener = await use(listen(createRelay(front, onAttempted)));
    const args = ['grpc', `localhost:${listener.port}`, '--allow-private', '--retries', '9'];
    const run = runForReport(args, { env: trust.env });
    await attempted;
    await use(listen(createRelay(node.port), way));
    const { report } = await run;
    expect(report.findings).toEqual([]);
    expect(report.endpoints[0]?.verdict).toBe('pass');
    expect(report.endpoints[0]?.attempts).toBeGreaterThan(1);
  });
});

describe('a real node that runs', () => {
  let node: CosmosNode;
  beforeAll(async () => {
    node = await startCosmosNode({ chainId: 'real-1' });
  });
  afterAll(() => node.end('SIGTERM'));

  test.each([
    [none, 'fail', 'net/connect-timeout'],
    // HAProxy refuses the stream after `timeout connect` and `timeout server`, like an overloaded server; the other proxies wait for longer than the check.
    ...fronts.map((front) =>
      front.name === 'HAProxy'
        ? ([front, 'inconclusive', 'net/rate-limited'] as const)
        : ([front, 'fail', 'net/response-timeout'] as const),
    ),
  ] as const)('and is paused does not answer: $name', async ({ startGrpc }, verdict, rule) => {
    node.signal('SIGSTOP');
    onTestFinished(() => node.signal('SIGCONT'));
    const start: Start | null = startGrpc && ((tls, port) => startGrpc(tls, port, '2s'));
    const found = await check(node.port, start, ['--retries', '0', '--timeout', '6s']);
    expect(found).toEqual({ verdict, rules: [rule] });
  });

  test.runIf(hasNginx)('behind a proxy that blocks reflection lists no services', async () => {
    const found = await check(
      node.port,
      (tls, port) =>
        startNginx(tls, `grpc_pass grpc://127.0.0.1:${port}; location /grpc.reflection. { return 403; }`),
      [],
    );
    expect(found).toEqual({ verdict: 'fail', rules: ['grpc/reflection-unavailable'] });
  });
});
