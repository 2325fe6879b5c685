// Kills nodes, instances of the service and Postgres (--postgres) at random, again and again, while clients page through holders and logs and
// blocks arrive. Every answer is compared with the truth, which is known without asking (bench/support/owners.js, events.js). Exits with 1
// if a record is wrong, lost or doubled, if an error is none of the documented ones, or if the service does not come back.
// --seconds <n>, --seed <n>, --postgres, --only <clients>.
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createCounts } from './kills/counts.js';
import { createFailoverClient, stopped } from './kills/failover-client.js';
import { readSummary, walkHolders } from './kills/holder-clients.js';
import { killAtRandom } from './kills/killer.js';
import { walkLogs } from './kills/log-clients.js';
import { startWorld } from './kills/world.js';
import { createRandom, mix } from './support/random.js';
import { network } from './support/service-registry.js';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    postgres: { type: 'boolean', default: false },
    only: { type: 'string', default: 'holders,summary,logs,asset' },
  },
});
const seed = Number(values.seed);
/** How long the service may take to answer every route again once nothing is killed any more, in milliseconds. */
const recoveryMs = 120_000;

const counts = createCounts();
console.log(`${values.seconds} s, --seed ${seed}${values.postgres ? ' --postgres' : ''}`);
const world = await startWorld({
  withPostgres: values.postgres,
  onCrash: (name) => counts.violate('a process that ended by itself', name),
});
const { instances, clocks } = world;

/**
 * A client that does the same again and again.
 * @param {number} number
 * @param {(context: import('./kills/holder-clients.js').Context) => Promise<unknown>} act
 * @param {'evm' | 'cosmos'} chain
 * @param {AbortSignal} signal
 */
async function runClient(number, act, chain, signal) {
  const random = createRandom(mix(seed, number));
  const ask = createFailoverClient(instances, { random, counts, signal });
  while (!signal.aborted) {
    try {
      await act({ ask, random, counts, clock: clocks[chain] });
    } catch (error) {
      if (error === stopped) return;
      counts.violate(
        'an answer that cannot be read',
        error instanceof Error ? (error.stack ?? '') : String(error),
      );
    }
    await pause(random(200));
  }
}

/** Route 2, whose answer is always the same. @param {import('./kills/holder-clients.js').Context} context */
async function readAsset({ ask }) {
  const answer = JSON.stringify(await ask(`/v1/${network}/assets/ukava`));
  asset ??= answer;
  if (answer !== asset) counts.violate('another asset', answer);
  else counts.count('assets');
}
/** @type {string | null} */
let asset = null;

/** @typedef {{ count: number, chain: 'evm' | 'cosmos', act: Parameters<typeof runClient>[1], done: string }} Group */
/** @type {Record<string, Group>} */
const groups = {
  holders: { count: 5, chain: 'cosmos', act: walkHolders, done: 'walks through holders to the end' },
  summary: { count: 1, chain: 'cosmos', act: readSummary, done: 'summaries' },
  logs: { count: 5, chain: 'evm', act: walkLogs, done: 'walks through logs to the end' },
  asset: { count: 1, chain: 'evm', act: readAsset, done: 'assets' },
};
const clients = Object.entries(groups)
  .filter(([name]) => values.only.split(',').includes(name))
  .map(([, group]) => group);
/** @param {AbortSignal} signal */
const runClients = (signal) =>
  clients.flatMap(({ count, chain, act }, group) =>
    Array.from({ length: count }, (_, at) => runClient(group * 100 + at, act, chain, signal)),
  );

try {
  const over = AbortSignal.timeout(Number(values.seconds) * 1_000);
  const running = runClients(over);
  await killAtRandom(world.victims, { seed, signal: over, counts });
  await Promise.all(running);
  console.log(counts.format());

  const recovered = new AbortController();
  const timer = setTimeout(() => recovered.abort(), recoveryMs);
  const context = { random: createRandom(seed), counts, signal: recovered.signal };
  const ask = createFailoverClient(instances, context);
  for (const { act, chain } of clients) {
    await act({ ...context, ask, clock: clocks[chain] }).catch((/** @type {unknown} */ error) =>
      counts.violate('a service that does not come back', String(error)),
    );
  }
  clearTimeout(timer);
  for (const { done } of clients) if (counts.get(done) === 0) counts.violate('nothing done', done);
  if (counts.violations.length > 0) {
    console.log(counts.format());
    console.log(`log of the instances, its end:\n${readFileSync(world.log, 'utf8').slice(-3_000)}`);
  }
} finally {
  await world.stop();
}
console.log(counts.violations.length === 0 ? 'no violation' : `${counts.violations.length} violations`);
process.exit(counts.violations.length === 0 ? 0 : 1);
