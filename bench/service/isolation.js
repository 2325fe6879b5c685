import { setTimeout as pause } from 'node:timers/promises';
import { contracts, createAddress } from '../support/events.js';
import { startModule } from '../support/process.js';
import { findPercentile, readRetryAfter } from '../support/requests.js';
import { network } from '../support/service-registry.js';
import { formatLoad, isWithin, measureBoth } from './rows.js';
import { tokens } from './setting.js';

/** @typedef {import('./setting.js').Setting} Setting */
/** @typedef {import('./setting.js').Service} Service */
/** @typedef {import('../support/requests.js').Load} Load */
/** @typedef {{ alone: Load, meanwhile: Load, bare: Load, waiting: string }} Figures */

/**
 * The waiting requests: how many for holders and for searches of logs, and over how many milliseconds they begin.
 * @typedef {{ what: string, walks: number, searches: number, spreadMs: number, reason: string }} Crowd
 */

const targets = { ratio: 3 };
const busy = 'the service shares two cores with its database, its nodes and all these clients';
/** @type {readonly Crowd[]} */
const crowds = [
  {
    what: 'route 2 while a holder walk and 300 log searches wait',
    ...{ walks: 1, searches: 300, spreadMs: 3_000, reason: busy },
  },
  {
    what: 'route 2 while 300 holder walks and 300 log searches wait that ask at the same moment, again and again',
    ...{ walks: 300, searches: 300, spreadMs: 0 },
    reason: 'whoever comes behind 600 requests waits until each has been read and answered',
  },
];

/**
 * Route 2 while walks through holders and searches of logs wait for slow nodes, beside a bare server that gets as many requests in the same seconds.
 * @param {Setting} setting
 * @param {string | null} before
 * @returns {Promise<import('./rows.js').Row[]>}
 */
export async function measureIsolation(setting, before) {
  /** @type {import('./rows.js').Row[]} */
  const rows = [];
  for (const crowd of crowds) {
    const { now, row } = await measureBoth(before, (checkout) => measure(setting, checkout, crowd));
    rows.push(
      row(
        crowd.what,
        formatFigures,
        `alone ${formatLoad(now.alone)}; node:http meanwhile ${formatLoad(now.bare)}`,
        `no 503, p99 <= ${targets.ratio} x alone`,
        isWithin(now.meanwhile, targets.ratio * findPercentile(now.alone.times, 0.99)),
        crowd.reason,
      ),
    );
  }
  return rows;
}

/** @param {Figures} figures */
function formatFigures({ alone, meanwhile, waiting }) {
  const ratio = findPercentile(meanwhile.times, 0.99) / findPercentile(alone.times, 0.99);
  return `${formatLoad(meanwhile)} (${ratio.toFixed(1)} x; ${waiting})`;
}

/**
 * @param {Setting} setting
 * @param {string} checkout
 * @param {Crowd} crowd
 * @returns {Promise<Figures>}
 */
async function measure(setting, checkout, { walks, searches, spreadMs }) {
  const { seconds, pageSize } = setting.size;
  const service = await setting.start(checkout);
  const bareServer = await startModule('static-server', { bytes: 500 });
  /** @param {string} url */
  const startClients = (url) => startModule('asset-clients', { url, token: tokens[0], perSecond: 100 });
  const clients = await startClients(`${service.url}/v1/${network}/assets/ukava`);
  const bareClients = await startClients(bareServer.message.url);
  const waiting = { count: 0, stopped: false, statuses: /** @type {Record<string, number>} */ ({}) };
  /** Keeps one request open until the end. @param {string} path @param {number} at */
  const keepAsking = async (path, at) => {
    await pause((at / searches) * spreadMs);
    while (!waiting.stopped) {
      waiting.count += 1;
      const answer = await service.get(path, { token: tokens[at % tokens.length] }).catch(() => null);
      waiting.count -= 1;
      const status = String(answer?.status ?? 'no answer');
      waiting.statuses[status] = (waiting.statuses[status] ?? 0) + 1;
      if (answer !== null) await pause(Math.min(2, readRetryAfter(answer) ?? 0) * 1_000 + 100);
    }
  };
  try {
    const alone = await clients.run(seconds);
    for (let at = 0; at < walks; at++) {
      const denom = encodeURIComponent(`bench/${pageSize * 40}/waiting-${at}`);
      void keepAsking(`/v1/${network}/holders?denom=${denom}`, at);
    }
    for (let at = 0; at < searches; at++) {
      const search = `address=${createAddress(`waiting ${at}`)}&contract_address=${contracts.sparse}&token_type=ERC20`;
      void keepAsking(`/v1/evm/${network}/account/transfer-event?${search}`, at);
    }
    await pause(2_000 + spreadMs);
    const open = waiting.count;
    const [meanwhile, bare] = await Promise.all([clients.run(seconds), bareClients.run(seconds)]);
    waiting.stopped = true;
    const statuses = Object.entries(waiting.statuses).map(([status, count]) => `${count} × ${status}`);
    return { alone, meanwhile, bare, waiting: `${open} open; ${statuses.join(', ')}` };
  } finally {
    waiting.stopped = true;
    for (const started of [clients, bareClients, bareServer]) started.stop();
    await service.stop('SIGKILL');
  }
}
