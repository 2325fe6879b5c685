import { join } from 'node:path';
import {
  findPercentile,
  formatCount,
  formatMiB,
  formatMs,
  holdRatio,
  measureInTurn,
  median,
  type Row,
} from '../table.js';
import { readUsage, runner, runOrThrow, startModule } from '../support/process.js';
import { createRandom } from '../support/random.js';
import { ask, runClients, waitForAnswer } from '../support/requests.js';
import { network } from '../support/registries.js';
import { holdersPath, type Setting, token } from './setting.js';

const pageSize = 100;

/** Processor time of a page of a hundred holders, beside a bare server that sends as many bytes to the same client over persistent connections. */
export async function measureCost(setting: Setting) {
  const [holders, clients] = [20_000, 20];
  const service = await setting.start();
  const path = `${holdersPath(`bench/${holders}/cost`)}&limit=${pageSize}`;
  const random = createRandom(3);
  await waitForAnswer(() => service.get(path));
  const bytes = Buffer.byteLength((await service.get(path)).text);
  const floor = await startModule('static-server', { bytes });
  try {
    const [bare, same, any] = await loadInTurn(
      [
        { server: floor.message, makePath: () => '/' },
        { server: service, makePath: () => path },
        { server: service, makePath: () => `${path}&offset=${random(holders - pageSize)}` },
      ],
      { clients, seconds: setting.size.seconds },
    );
    const work = `a page of ${pageSize} holders`;
    const reason = 'without a request in the last second, it is parsed, found and put together';
    const peer: readonly [string, typeof bare] = ['node:http with the same bytes', bare];
    return [
      holdCost(`${work}, the same one`, same, peer, 3, reason),
      holdCost(`${work}, any one`, any, peer, 3, reason),
    ];
  } finally {
    floor.stop();
    await service.stop('SIGKILL');
  }
}

/**
 * Any page of a hundred holders beside a plain program (Fastify, SQLite) over the same rows, and a list of the registry beside a bare node:http with as
 * many bytes: persistent connections, in turn.
 */
export async function measurePlain(setting: Setting) {
  const [name, clients] = ['the plain program', 50];
  const holders = Math.min(setting.size.holders, 200_000);
  const denom = `bench/${holders}/plain`;
  const path = `${holdersPath(denom)}&limit=${pageSize}`;
  const [ownFile = '', file = ''] = ['serve', 'plain'].map((of) => join(setting.registry, `${of}.db`));
  // Each starts once more after its rows are there, so that its memory is that of serving.
  const reading = await setting.start(ownFile);
  await waitForAnswer(() => reading.get(path));
  await reading.stop();
  const options = { file, denom, token };
  await runOrThrow(process.execPath, [runner, 'bench/support/plain-service.ts', JSON.stringify(options)]);
  const [service, plain] = await Promise.all([setting.start(ownFile), startModule('plain-service', options)]);
  const list = `/v1/${network}/assets`;
  const { text } = await service.get(list);
  const bare = await startModule('static-server', { bytes: Buffer.byteLength(text) });
  try {
    const random = createRandom(11);
    const run = { clients, seconds: setting.size.seconds };
    const anyPage = () => `${path}&offset=${random(holders - pageSize)}`;
    const [pageCost, plainCost] = await loadInTurn(
      [
        { server: service, makePath: anyPage },
        { server: plain.message, makePath: anyPage },
      ],
      run,
    );
    const [peak = 0, plainPeak = 0] = [service, plain.message].map(({ pid }) => readUsage(pid).peakMiB);
    const [listCost, bareCost] = await loadInTurn(
      [
        { server: service, makePath: () => list },
        { server: bare.message, makePath: () => list },
      ],
      run,
    );
    const work = `a page of ${pageSize} of ${formatCount(holders)} holders`;
    const many = `${clients} clients`;
    return [
      holdCost(`${work}, ${many}`, pageCost, [name, plainCost], 1),
      holdCost(`${list}, ${many}`, listCost, [`node:http, ${text.length} bytes`, bareCost], 1.5),
      holdRatio(`peak memory after a restart, with ${work}`, peak, [name, plainPeak], 1.3, {
        format: formatMiB,
      }),
    ];
  } finally {
    plain.stop();
    bare.stop();
    await service.stop('SIGKILL');
  }
}

/** What an answer takes: processor time of the server in microseconds, and the times of a client. */
interface Cost {
  cpuUs: number;
  p50: number;
  p99: number;
}

/** Where requests go: they are loaded in turn. */
interface Target {
  server: { url: string; pid: number };
  makePath: () => string;
}

/** Loads targets in turn; resolves to the medians of five rounds. */
async function loadInTurn<Targets extends readonly Target[] | []>(
  targets: Targets,
  { clients, seconds }: { clients: number; seconds: number },
) {
  const load = async ({ server, makePath }: Target): Promise<Cost> => {
    const before = readUsage(server.pid).cpuSeconds;
    const { times, failed } = await runClients(clients, seconds, () =>
      ask(new URL(makePath(), server.url).href, token, { discard: true }),
    );
    if (Object.keys(failed).length > 0) throw new Error(`${server.url}: ${JSON.stringify(failed)}`);
    const cpuUs = ((readUsage(server.pid).cpuSeconds - before) * 1e6) / times.length;
    return { cpuUs, p50: findPercentile(times, 0.5), p99: findPercentile(times, 0.99) };
  };
  const candidates = targets.map((target, at) => [at, () => load(target)] as const);
  const rounds = await measureInTurn(Object.fromEntries(candidates), 5);
  return Object.values(rounds).map(medianOf) as { [At in keyof Targets]: Cost };
}

const medianOf = (costs: readonly Cost[]) => ({
  cpuUs: median(costs.map(({ cpuUs }) => cpuUs)),
  p50: median(costs.map(({ p50 }) => p50)),
  p99: median(costs.map(({ p99 }) => p99)),
});

/** A row of what an answer takes beside that of a peer, of which the processor time may be at most so many times as much. */
function holdCost(
  work: string,
  ours: Cost,
  [name, theirs]: readonly [name: string, cost: Cost],
  most: number,
  reason?: string,
): Row {
  const describe = ({ cpuUs, p50, p99 }: Cost) =>
    `${cpuUs.toFixed(0)} µs, p50 ${formatMs(p50)}, p99 ${formatMs(p99)}`;
  const held = holdRatio(`processor time of ${work}`, ours.cpuUs, [name, theirs.cpuUs], most, { reason });
  return { ...held, ours: describe(ours), peer: `${name}: ${describe(theirs)}` };
}
