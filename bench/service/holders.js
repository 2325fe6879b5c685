import { BinaryReader, BinaryWriter } from '@bufbuild/protobuf/wire';
import { Client, credentials } from '@grpc/grpc-js';
import { setTimeout as pause } from 'node:timers/promises';
import { readUsage } from '../support/http-servers.js';
import { Owners } from '../support/owners.js';
import { startModule } from '../support/process.js';
import { createRandom } from '../support/random.js';
import { ask, findPercentile, readRetryAfter, runClients } from '../support/requests.js';
import { network } from '../support/service-registry.js';
import { formatLoad, formatMs, isWithin, measureBoth } from './rows.js';

/** @typedef {import('./setting.js').Setting} Setting */
/** @typedef {import('./setting.js').Service} Service */
/** @typedef {import('../support/requests.js').Load} Load */
/** @typedef {{ firstMs: number, last: string, growthMiB: number, pages: Load, wrong: number, alone: number[], together: Load, assetAlone: Load, assetMeanwhile: Load }} Figures */

/** Targets: relative to the bare walk, in milliseconds, in MiB, and relative to the time alone. */
const targets = { walk: 1.1, pageMs: 50, keywordMs: 140, keywordsMs: 10_000, memoryMiB: 60, ratio: 3 };
const assetPath = `/v1/${network}/assets/ukava`;

/**
 * One denom with all the holders: the first answer, pages anywhere, keywords, memory.
 * @param {Setting} setting
 * @param {string | null} before
 * @returns {Promise<import('./rows.js').Row[]>}
 */
export async function measureHolders(setting, before) {
  const denom = `bench/${setting.size.holders}/large`;
  const truth = new Owners(denom).list(0);
  // The first time, the node encodes the pages.
  await readOwners(setting, denom);
  const floorMs = await readOwners(setting, denom);
  const { now, row } = await measureBoth(before, (checkout) =>
    measure(setting, checkout, denom, truth, floorMs),
  );
  const bare = await measureBare(setting.size.seconds);
  const growth = `resident memory after a walk through ${setting.size.holders.toLocaleString('en')} holders`;
  const meanwhile = (/** @type {Figures} */ { assetAlone, assetMeanwhile }) =>
    findPercentile(assetMeanwhile.times, 0.99) / findPercentile(assetAlone.times, 0.99);
  return [
    row(
      'first answer (offset at 90 %), following Retry-After',
      ({ firstMs, last }) =>
        Number.isNaN(firstMs)
          ? `none: ${last}`
          : `${formatMs(firstMs)} (${(firstMs / floorMs).toFixed(2)} x)`,
      `${formatMs(floorMs)}, one page after another`,
      `<= ${targets.walk} x the walk`,
      now.firstMs <= targets.walk * floorMs,
    ),
    row(
      'any offset and limit, 50 clients',
      ({ pages, wrong }) => `${formatLoad(pages)}${wrong > 0 ? `, ${wrong} WRONG` : ''}`,
      `${formatLoad(bare)}, node:http with 45 kB`,
      `p99 <= ${targets.pageMs} ms`,
      isWithin(now.pages, targets.pageMs) && now.wrong === 0,
      '50 clients ask without a pause, so that each answer waits for others',
    ),
    row(
      'a keyword alone',
      ({ alone }) => formatMs(findPercentile(alone, 0.5)),
      '',
      `median <= ${targets.keywordMs} ms`,
      findPercentile(now.alone, 0.5) <= targets.keywordMs,
    ),
    row(
      '50 different keywords at once',
      ({ together }) => formatLoad(together),
      '',
      `p99 <= ${targets.keywordsMs} ms`,
      isWithin(now.together, targets.keywordsMs),
    ),
    row(
      'route 2 during these keywords',
      (figures) => `${formatLoad(figures.assetMeanwhile)} (${meanwhile(figures).toFixed(1)} x)`,
      `alone ${formatLoad(now.assetAlone)}`,
      `p99 <= ${targets.ratio} x alone`,
      isWithin(now.assetMeanwhile, targets.ratio * findPercentile(now.assetAlone.times, 0.99)),
    ),
    row(
      growth,
      ({ growthMiB }) => `${growthMiB.toFixed(0)} MiB`,
      '0 MiB: they are in the database',
      `<= ${targets.memoryMiB} MiB`,
      now.growthMiB <= targets.memoryMiB,
    ),
  ];
}

/**
 * @param {Setting} setting
 * @param {string} checkout
 * @param {string} denom
 * @param {readonly import('../support/owners.js').Owner[]} truth
 * @param {number} floorMs
 * @returns {Promise<Figures>}
 */
async function measure(setting, checkout, denom, truth, floorMs) {
  const { holders, seconds } = setting.size;
  const service = await setting.start(checkout);
  const random = createRandom(7);
  const path = `/v1/${network}/holders?denom=${encodeURIComponent(denom)}`;
  try {
    const idleMiB = readUsage(service.pid).residentMiB;
    const first = await waitForAnswer(
      service,
      `${path}&offset=${Math.floor(holders * 0.9)}&limit=20`,
      floorMs * 5,
    );
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
    const keyword = () =>
      Array.from({ length: 4 }, () => 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'[random(32)]).join('');
    const alone = await runClients(1, Math.min(seconds, 5), () =>
      service.get(`${path}&keyword=${keyword()}`),
    );
    const clients = await startModule('asset-clients', {
      url: `${service.url}${assetPath}`,
      token: 'bench-token-1',
      perSecond: 100,
    });
    const assetAlone = await clients.run(seconds);
    const [assetMeanwhile, together] = await Promise.all([
      clients.run(seconds),
      runClients(50, seconds, () => service.get(`${path}&keyword=${keyword()}`)),
    ]);
    clients.stop();
    return { ...first, growthMiB, pages, wrong, alone: alone.times, together, assetAlone, assetMeanwhile };
  } finally {
    await service.stop('SIGKILL');
  }
}

/**
 * Repeats a request as long as the service answers with Retry-After and the time lasts.
 * @param {Service} service
 * @param {string} path
 * @param {number} patienceMs
 */
export async function waitForAnswer(service, path, patienceMs) {
  const startedAt = performance.now();
  let last = '';
  while (performance.now() - startedAt < patienceMs) {
    const answer = await service.get(path);
    if (answer.status === 200) return { firstMs: performance.now() - startedAt, last };
    last = String(answer.status);
    if (answer.status !== 503 && answer.status !== 504) break;
    await pause((readRetryAfter(answer) ?? 0) * 1_000);
  }
  return { firstMs: Number.NaN, last };
}

/** The resident memory in MiB once it no longer goes down, at most 10 s later. @param {Service} service */
async function readSettled({ pid, get }) {
  let lowest = Infinity;
  for (let second = 0; second < 10; second++) {
    await pause(1_000);
    // V8 collects garbage while it works.
    for (let count = 0; count < 100; count++) await get(assetPath);
    lowest = Math.min(lowest, readUsage(pid).residentMiB);
  }
  return lowest;
}

/** @param {string} text @param {readonly import('../support/owners.js').Owner[]} expected */
const isSame = (text, expected) => JSON.stringify(JSON.parse(text).holders) === JSON.stringify(expected);

/**
 * The bare walk: the same pages from the same node, one after another on one connection.
 * @param {Setting} setting
 * @param {string} denom
 */
async function readOwners({ cosmos }, denom) {
  const client = new Client(`127.0.0.1:${cosmos.port}`, credentials.createInsecure());
  const startedAt = performance.now();
  /** @type {Uint8Array} */
  let key = new Uint8Array();
  do {
    const writer = new BinaryWriter().uint32(10).string(denom);
    const request = Buffer.from(
      writer.uint32(18).fork().uint32(10).bytes(key).uint32(24).uint64(1_000).join().finish(),
    );
    /** @type {Buffer} */
    const page = await new Promise((resolve, reject) =>
      client.makeUnaryRequest(
        '/cosmos.bank.v1beta1.Query/DenomOwners',
        (/** @type {Buffer} */ bytes) => bytes,
        (/** @type {Buffer} */ bytes) => bytes,
        request,
        (error, value) =>
          error === null && value !== undefined ? resolve(value) : reject(error ?? new Error('no answer')),
      ),
    );
    key = readNextKey(page);
  } while (key.length > 0);
  client.close();
  return performance.now() - startedAt;
}

/** The key of `pagination`, field 2 of a page; empty after the last. @param {Buffer} page @returns {Uint8Array} */
function readNextKey(page) {
  const reader = new BinaryReader(page);
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    const field = new BinaryReader(reader.bytes());
    if (tag === 18 && field.pos < field.len && field.uint32() === 10) return field.bytes();
  }
  return new Uint8Array();
}

/** The same load on a server that only sends: pages of 500 holders. @param {number} seconds */
async function measureBare(seconds) {
  const { message, stop } = await startModule('static-server', { bytes: 45_000 });
  const load = await runClients(50, seconds, () => ask(message.url, '', { discard: true }));
  stop();
  return load;
}
