import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createDirectory, createRegistry } from '../support/directory.js';
import { type SpawnedServer, spawnServer, spawnService, stopInTheEnd } from '../support/spawn-service.js';
import { request } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { startShippedNginx } from './deployment.js';
import { findFreePort } from '../support/ports.js';
import { hasNginx } from '../support/proxies.js';
import { createTrust } from '../support/servers.js';

/** Connects again and again until nobody listens; counts statuses, and the codes of errors. */
async function connectForever(url: string, outcomes: Map<number | string, number>): Promise<void> {
  for (;;) {
    const request = get(url, { agent: false });
    const outcome = await once(request, 'response').then(
      async ([answer]: readonly IncomingMessage[]) => {
        answer?.resume();
        await once(request, 'close');
        return answer?.statusCode ?? 0;
      },
      (error: unknown) => (error as NodeJS.ErrnoException).code ?? '',
    );
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (outcome === 'ECONNREFUSED') return;
  }
}

describe('at SIGTERM, among clients that never stop connecting', () => {
  test.each<[string, string, number, () => Promise<SpawnedServer>]>([
    // Load balancers are told at once to send no more requests.
    ['serve', '/readyz', 503, async () => spawnService(['fixtures/registries/real'])],
    [
      'exporter',
      '/healthz',
      200,
      async () => spawnServer(['exporter', await createRegistry({ kava: { rpc: ['https://a.example'] } })]),
    ],
  ])('%s ends by itself, and resets nobody: %s is %d', async (_, path, lastStatus, start) => {
    const server = await start();
    const outcomes = new Map<number | string, number>();
    const clients = Promise.all(
      Array.from({ length: 50 }, () => connectForever(server.url + path, outcomes)),
    );
    await expect.poll(() => outcomes.get(200) ?? 0).toBeGreaterThan(500);
    const answeredBefore = outcomes.get(lastStatus) ?? 0;
    const sentAt = performance.now();
    const { exitCode } = await server.stop('SIGTERM');
    const tookMs = performance.now() - sentAt;
    await clients;
    expect(exitCode).toBe(0);
    // It accepts clients for at most five seconds, and more on a busy machine.
    expect(tookMs).toBeLessThan(10_000);
    expect(outcomes.get(lastStatus)).toBeGreaterThan(answeredBefore + 100);
    expect(new Set(outcomes.keys())).toEqual(new Set([200, lastStatus, 'ECONNREFUSED']));
    expect(outcomes.get('ECONNREFUSED')).toBe(50);
  });
});

const connections = 200;

/** Sends 60 KiB of requests for a path in one piece on each of many connections; counts the answers, which it reads. */
async function startPipelines(
  options: { readonly host: string; readonly port: number; readonly ca: string },
  path: string,
) {
  const sent = `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
  let answers = 0;
  let open = connections;
  const sockets = Array.from({ length: connections }, () =>
    connect({ ...options, ALPNProtocols: ['http/1.1'] }),
  );
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  for (const socket of sockets) {
    socket.on('error', () => undefined);
    socket.once('close', () => (open -= 1));
    socket.on('data', (bytes: Buffer) => (answers += bytes.toString('latin1').split('HTTP/1.1 ').length - 1));
  }
  await Promise.all(sockets.map((socket) => once(socket, 'secureConnect')));
  for (const socket of sockets) socket.write(sent.repeat((60 << 10) / sent.length));
  return { countAnswers: () => answers, countOpen: () => open };
}

describe.skipIf(!hasNginx)(
  'behind nginx, clients that pipeline 60 KiB each do not hold up another one',
  () => {
    test.each([
      // Of one address, nginx passes on a hundred requests at a time, and disconnects clients with more.
      ['what the service answers', '/v1/kava/assets', 100],
      ['what nginx answers by itself', '/metrics', 0],
    ])('%s', async (_, path, openAfter) => {
      const service = await spawnService(['fixtures/registries/real', '--no-database']);
      stopInTheEnd(service);
      const trust = await createTrust();
      const tls = await trust.issue();
      const secrets = await createDirectory({ 'tls-certificate': tls.cert, 'tls-key': tls.key });
      const [instance, port] = [Number(new URL(service.url).port), await findFreePort()];
      // On a busy machine an instance may take two seconds, after which nginx sends it nothing for a while.
      await startShippedNginx(secrets, { one: instance, two: instance, nginx: port }, (config) =>
        config.replaceAll('_timeout 2s', '_timeout 60s'),
      );
      const options = { host: 'localhost', port, ca: trust.cert };

      const { countAnswers, countOpen } = await startPipelines(options, path);
      await expect.poll(countAnswers).toBeGreaterThan(0);
      const headers = { authorization: `Bearer ${service.token}` };
      for (let at = 0; at < 10; at++) {
        const route = { path: '/v1/kava/assets', headers, agent: false, localAddress: '127.0.0.2' };
        const [answer] = (await once(request({ ...options, ...route }).end(), 'response')) as [
          IncomingMessage,
        ];
        expect([answer.statusCode, (await buffer(answer)).length > 0]).toEqual([200, true]);
      }
      // Each of the pipelines could have had a thousand, after which nginx ends a connection.
      expect(countAnswers()).toBeLessThan(connections * 100);
      expect(countOpen()).toBe(openAfter);
    });
  },
);
