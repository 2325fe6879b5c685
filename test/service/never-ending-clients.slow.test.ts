import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createRegistry } from '../support/directory.js';
import { type SpawnedServer, spawnServer, spawnService } from '../support/spawn-service.js';

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
