import { readUsage } from '../support/http-servers.js';
import { startModule } from '../support/process.js';
import { createRandom } from '../support/random.js';
import { ask } from '../support/requests.js';
import { network } from '../support/service-registry.js';
import { measureBoth } from './rows.js';
import { compare, measureInTurn, median } from '../pairs.js';

/** @typedef {import('./setting.js').Setting} Setting */

const pageSize = 100;
const rounds = 5;
const [clients, requests] = [20, 6_000];
const targets = { ratio: 3 };
const holders = 20_000;

/**
 * Processor time of a page of a hundred holders, beside a bare server that sends as many bytes to the same client over persistent connections, round by round.
 * @param {Setting} setting
 * @param {string | null} before
 * @returns {Promise<import('./rows.js').Row[]>}
 */
export async function measureCost(setting, before) {
  const { now, row } = await measureBoth(before, (checkout) => measure(setting, checkout));
  return /** @type {const} */ (['same', 'any']).map((kind) =>
    row(
      `processor time of a page of ${pageSize} holders, ${kind === 'same' ? 'the same one' : 'any one'}`,
      (ratios) => `${ratios[kind].toFixed(1)} x`,
      `${(now.bareMs * 1_000).toFixed(0)} µs, node:http with the same bytes`,
      `<= ${targets.ratio} x`,
      now[kind] <= targets.ratio,
      'one that nobody has asked for in the last second is parsed, found and put together',
    ),
  );
}

/** @param {Setting} setting @param {string} checkout */
async function measure(setting, checkout) {
  const service = await setting.start(checkout);
  const path = `/v1/${network}/holders?denom=${encodeURIComponent(`bench/${holders}/cost`)}&limit=${pageSize}`;
  const random = createRandom(3);
  let answer = await service.get(path);
  while (answer.status === 503) answer = await service.get(path);
  const bare = await startModule('static-server', { bytes: Buffer.byteLength(answer.text) });
  /** @param {number} pid @param {() => string} getUrl */
  const readCost = (pid, getUrl) => async () => {
    const start = readUsage(pid).cpuSeconds;
    let left = requests;
    const run = async () => {
      while (left-- > 0) {
        const { status } = await ask(getUrl(), 'bench-token-1', { discard: true });
        if (status !== 200) throw new Error(`answered ${status}`);
      }
    };
    await Promise.all(Array.from({ length: clients }, run));
    return ((readUsage(pid).cpuSeconds - start) * 1_000) / requests;
  };
  try {
    const costs = await measureInTurn(
      {
        bare: readCost(bare.message.pid, () => bare.message.url),
        same: readCost(service.pid, () => `${service.url}${path}`),
        any: readCost(service.pid, () => `${service.url}${path}&offset=${random(holders - pageSize)}`),
      },
      rounds,
    );
    const base = costs['bare'] ?? [];
    return {
      bareMs: median(base),
      same: compare(costs['same'] ?? [], base),
      any: compare(costs['any'] ?? [], base),
    };
  } finally {
    bare.stop();
    await service.stop('SIGKILL');
  }
}
