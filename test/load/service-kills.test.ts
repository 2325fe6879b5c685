import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createRandom, mix } from '../../bench/support/random.js';
import { network } from '../../bench/support/registries.js';
import { hasPostgres } from '../support/databases.js';
import { Counts, killAtRandom } from './kills/kill-at-random.js';
import { createFailoverClient, runIsOver } from './kills/failover-client.js';
import { type Client, readSummary, walkHolders } from './kills/holder-clients.js';
import { walkLogs } from './kills/log-clients.js';
import { startWorld } from './kills/world.js';

/** `KILLS_SEED` repeats a run: what is killed in which order, and what clients ask for. Without one, each run has its own. */
const seed = Number(process.env['KILLS_SEED'] ?? Date.now() % 1_000_000);
/** Of load; `KILLS_SECONDS=150` is the long version. */
const seconds = Number(process.env['KILLS_SECONDS'] ?? '20');
/** How long the service may take to answer every route again once nothing is killed any more, in milliseconds. */
const recoveryMs = 120_000;

/** Clients that do the same again and again. */
const groups = [
  { clients: 5, chain: 'cosmos', act: walkHolders, done: 'pages of holders' },
  { clients: 1, chain: 'cosmos', act: readSummary, done: 'summaries' },
  { clients: 5, chain: 'evm', act: walkLogs, done: 'pages of logs' },
  { clients: 1, chain: 'evm', act: readAsset, done: 'assets' },
] as const;

let asset: string | null = null;

/** The route `asset`, whose answer is always the same. */
async function readAsset({ ask, counts }: Client): Promise<void> {
  const answer = JSON.stringify(await ask(`/v1/${network}/assets/ukava`));
  asset ??= answer;
  if (answer !== asset) counts.violate('another asset', answer);
  else counts.count('assets');
}

/**
 * Kills nodes, instances and Postgres at random, again and again, while clients page through holders and logs and blocks arrive. Every answer is
 * compared with the truth, which is known without asking. Resolves to what must not be: records that are wrong, lost or doubled, errors that are
 * not documented, and a service that does not come back.
 */
async function killUnderLoad(withPostgres: boolean): Promise<Counts['violations']> {
  const counts = new Counts();
  const { instances, clocks, victims } = await startWorld(withPostgres, (name, log) =>
    counts.violate('a process that ended by itself', `${name}: ${log}`),
  );
  const createClient = (chain: keyof typeof clocks, number: number, signal: AbortSignal): Client => {
    const random = createRandom(mix(seed, number));
    const context = { random, counts, signal, sharesDatabase: withPostgres };
    return { ...context, ask: createFailoverClient(instances, context), clock: clocks[chain] };
  };
  const isOver = AbortSignal.timeout(seconds * 1_000);
  const repeat = async (act: (client: Client) => Promise<void>, client: Client) => {
    while (!isOver.aborted) {
      try {
        await act(client);
      } catch (error) {
        if (error === runIsOver) return;
        counts.violate('an answer that cannot be read', String(error));
      }
      await pause(client.random(200));
    }
  };
  const running = groups.flatMap(({ clients, chain, act }, group) =>
    Array.from({ length: clients }, (_, at) => repeat(act, createClient(chain, group * 100 + at, isOver))),
  );
  await killAtRandom(victims, { random: createRandom(seed), signal: isOver, counts });
  await Promise.all(running);

  const recovery = AbortSignal.timeout(recoveryMs);
  for (const { act, chain, done } of groups) {
    await act(createClient(chain, 0, recovery)).catch((error: unknown) =>
      counts.violate('a service that does not come back', String(error)),
    );
    if (counts.get(done) === 0) counts.violate('nothing done', done);
  }
  process.stdout.write(`seed ${seed}, ${seconds} s\n${counts.format()}`);
  return counts.violations;
}

/** Ends what hangs: beside the load, the service may need two minutes to come back. */
const patient = { timeout: seconds * 1_000 + 390_000 };

test('pages stay right while nodes and instances are killed', patient, async () => {
  expect(await killUnderLoad(false)).toEqual({});
});

test.runIf(hasPostgres)('pages stay right while Postgres is killed as well', patient, async () => {
  expect(await killUnderLoad(true)).toEqual({});
});
