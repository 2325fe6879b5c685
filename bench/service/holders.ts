import { Client, credentials } from '@grpc/grpc-js';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { bankService, getMethod } from '../../src/sandbox/descriptors.js';
import { findPercentile, formatCount, formatMiB, holdLimit, holdRatio, type Row } from '../table.js';
import { readUsage, startModule } from '../support/process.js';
import { type Owner, Owners } from '../support/owners.js';
import { createRandom } from '../support/random.js';
import {
  ask,
  formatLoad,
  holdBesideAlone,
  holdLoad,
  isWithin,
  type Load,
  runClients,
  waitForAnswer,
} from '../support/requests.js';
import { network } from '../support/registries.js';
import { holdersPath, type Service, type Setting, token } from './setting.js';

const assetPath = `/v1/${network}/assets/ukava`;

/** One denom with all the holders: the first answer, pages anywhere, keywords, memory. */
export async function measureHolders(setting: Setting): Promise<Row[]> {
  const { holders, seconds } = setting.size;
  const owners = new Owners(`bench/${holders}/large`);
  // The first time, the node encodes the pages.
  await readOwners(setting, owners);
  const floorMs = await readOwners(setting, owners);
  const truth = owners.list(0);
  const service = await setting.start();
  const random = createRandom(7);
  const path = holdersPath(owners.denom);
  try {
    const idleMiB = readUsage(service.pid).residentMiB;
    const late = `${path}&offset=${Math.floor(holders * 0.9)}&limit=20`;
    const firstMs = await waitForAnswer(() => service.get(late), floorMs * 5);
    const growthMiB = (await readSettled(service)) - idleMiB;
    let wrong = 0;
    const pages = await runClients(50, seconds, async (number) => {
      const [offset, limit] = [random(holders), 1 + random(1_000)];
      const discard = number % 50 !== 0;
      const answer = await service.get(`${path}&offset=${offset}&limit=${limit}`, { discard });
      // Only one of many is read, since a client that reads everything is slower than the service.
      if (!discard && answer.status === 200)
        wrong += Number(!isSame(answer.text, truth.slice(offset, offset + limit)));
      return answer;
    });
    const findKeyword = () => {
      const letters = Array.from({ length: 4 }, () => 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'[random(32)]);
      return service.get(`${path}&keyword=${letters.join('')}`);
    };
    const alone = await runClients(1, Math.min(seconds, 5), findKeyword);
    const clients = await startModule('asset-clients', {
      url: `${service.url}${assetPath}`,
      token,
      perSecond: 100,
    });
    const assetAlone = await clients.run<Load>(seconds);
    const [assetMeanwhile, together] = await Promise.all([
      clients.run<Load>(seconds),
      runClients(50, seconds, findKeyword),
    ]);
    clients.stop();
    // The same load on a server that only sends: pages of 500 holders.
    const floor = await startModule('static-server', { bytes: 45_000 });
    const bare = await runClients(50, seconds, () => ask(floor.message.url, '', { discard: true }));
    floor.stop();
    return [
      holdRatio(
        'first answer (offset at 90 %), following Retry-After',
        firstMs,
        ['one page after another', floorMs],
        1.1,
      ),
      holdLoad('any offset and limit, 50 clients', pages, 50, {
        ours: `${formatLoad(pages)}${wrong > 0 ? `, ${wrong} WRONG` : ''}`,
        peer: `${formatLoad(bare)}, node:http with 45 kB`,
        reached: isWithin(pages, 50) && wrong === 0,
        reason: '50 clients ask without a pause, so each answer waits for others',
      }),
      holdLimit('a keyword alone', findPercentile(alone.times, 0.5), 140),
      holdLoad('50 different keywords at once', together, 10_000),
      holdBesideAlone('asset during these keywords', assetMeanwhile, assetAlone),
      holdLimit(
        `resident memory after a walk through ${formatCount(holders)} holders`,
        growthMiB,
        60,
        formatMiB,
      ),
    ];
  } finally {
    await service.stop('SIGKILL');
  }
}

/** Ten large denoms in one database: the most memory that the service takes for them, and how soon a restarted one answers from it. */
export async function measureDenoms(setting: Setting) {
  const { holders } = setting.size;
  const denoms = 10;
  const database = join(setting.registry, 'denoms.sqlite');
  const paths = Array.from({ length: denoms }, (_, at) => holdersPath(`bench/${holders}/denom-${at}`));
  const service = await setting.start(database);
  for (const path of paths) await waitForAnswer(() => service.get(path));
  const { peakMiB } = readUsage(service.pid);
  await service.stop('SIGTERM');
  const startedAt = performance.now();
  const again = await setting.start(database);
  const { status } = await again.get(paths[0] ?? '');
  const readyMs = performance.now() - startedAt;
  await again.stop('SIGKILL');
  if (status !== 200) throw new Error(`answered ${status}`);
  const work = `${denoms} denoms of ${formatCount(holders)} holders`;
  return [
    holdLimit(`the most resident memory while ${work} are walked`, peakMiB, 250, formatMiB),
    holdLimit(`started again with ${work}: the first page`, readyMs, 1_000),
  ];
}

/** The resident memory in MiB once it no longer goes down, at most 10 s later. */
async function readSettled({ pid, get }: Service) {
  let lowest = Infinity;
  for (let second = 0; second < 10; second++) {
    await pause(1_000);
    // V8 collects garbage while it works.
    for (let count = 0; count < 100; count++) await get(assetPath);
    lowest = Math.min(lowest, readUsage(pid).residentMiB);
  }
  return lowest;
}

const isSame = (text: string, expected: readonly Owner[]) =>
  JSON.stringify(JSON.parse(text).holders) === JSON.stringify(expected);

/** The bare walk: the same pages from the same node, one after another on one connection, none of them read. The time in milliseconds. */
async function readOwners({ cosmosPort, size: { holders, pageSize } }: Setting, owners: Owners) {
  const { path, requestSerialize } = getMethod(bankService, 'DenomOwners');
  const client = new Client(`127.0.0.1:${cosmosPort}`, credentials.createInsecure());
  const startedAt = performance.now();
  for (let at = 0; at < holders; at += pageSize) {
    // The key of a page is its first address.
    const key = Buffer.from(at === 0 ? '' : owners.getAddress(at));
    const request = { denom: owners.denom, pagination: { key, limit: pageSize } };
    await new Promise((resolve, reject) =>
      client.makeUnaryRequest(
        path,
        requestSerialize,
        (bytes) => bytes,
        request,
        (error, page) => (error === null ? resolve(page) : reject(error)),
      ),
    );
  }
  client.close();
  return performance.now() - startedAt;
}
