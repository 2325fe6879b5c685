import { setTimeout as pause } from 'node:timers/promises';
import { contracts, createAddress } from '../support/events.js';
import { startModule } from '../support/process.js';
import { findPercentile, readRetryAfter } from '../support/requests.js';
import { network } from '../support/service-registry.js';
import { formatLoad, isWithin } from './rows.js';
import { tokens } from './setting.js';

/** @typedef {import('./setting.js').Setting} Setting */
/** @typedef {import('./setting.js').Service} Service */
/** @typedef {import('../support/requests.js').Load} Load */
/** @typedef {{ alone: Load, meanwhile: Load, waiting: string }} Figures */

const targets = { ratio: 3 };
const waitingOfEach = 300;

/**
 * Route 2 while walks through holders and searches of logs wait for slow nodes.
 * @param {Setting} setting
 * @param {string | null} before
 * @returns {Promise<import('./rows.js').Row[]>}
 */
export async function measureIsolation(setting, before) {
  const now = await measure(setting, '.');
  const then = before === null ? null : await measure(setting, before);
  /** @param {Figures} figures */
  const format = ({ alone, meanwhile, waiting }) => {
    const ratio = findPercentile(meanwhile.times, 0.99) / findPercentile(alone.times, 0.99);
    return `${formatLoad(meanwhile)} (${ratio.toFixed(1)} x; ${waiting})`;
  };
  return [
    {
      what: `route 2 while ${waitingOfEach} holder walks and ${waitingOfEach} log searches wait`,
      now: format(now),
      before: then === null ? '–' : format(then),
      floor: `alone ${formatLoad(now.alone)}`,
      target: `no 503, p99 <= ${targets.ratio} x alone`,
      reached: isWithin(now.meanwhile, targets.ratio * findPercentile(now.alone.times, 0.99)),
      reason:
        'the answers to those who wait come in bursts, on a core that the service shares with the threads of its database',
    },
  ];
}

/**
 * @param {Setting} setting
 * @param {string} checkout
 * @returns {Promise<Figures>}
 */
async function measure(setting, checkout) {
  const { seconds, pageSize } = setting.size;
  const service = await setting.start(checkout);
  const clients = await startModule('asset-clients', {
    url: `${service.url}/v1/${network}/assets/ukava`,
    token: tokens[0],
    perSecond: 100,
  });
  const waiting = { count: 0, stopped: false, statuses: /** @type {Record<string, number>} */ ({}) };
  /** Keeps one question open until the end. @param {string} path @param {number} at */
  const keepAsking = async (path, at) => {
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
    for (let at = 0; at < waitingOfEach; at++) {
      const denom = encodeURIComponent(`bench/${pageSize * 40}/waiting-${at}`);
      void keepAsking(`/v1/${network}/holders?denom=${denom}`, at);
      const search = `address=${createAddress(`waiting ${at}`)}&contract_address=${contracts.sparse}&token_type=ERC20`;
      void keepAsking(`/v1/evm/${network}/account/transfer-event?${search}`, at);
    }
    await pause(2_000);
    const before = waiting.count;
    const meanwhile = await clients.run(seconds);
    waiting.stopped = true;
    const statuses = Object.entries(waiting.statuses).map(([status, count]) => `${count} × ${status}`);
    return { alone, meanwhile, waiting: `${before} open; ${statuses.join(', ')}` };
  } finally {
    waiting.stopped = true;
    clients.stop();
    await service.stop('SIGKILL');
  }
}
