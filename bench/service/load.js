import { findPercentile, measureInTurn, median } from '../measure.js';
import { readUsage } from '../support/http-servers.js';
import { ask, runClients } from '../support/requests.js';
import { formatMs, holdRatio } from '../table.js';
import { token } from './setting.js';

/** @typedef {import('../support/requests.js').Load} Load */
/** What an answer takes: processor time of the server in microseconds, and the times of a client. @typedef {{ cpuUs: number, p50: number, p99: number }} Cost */

/** @param {Load} load */
export const findP99 = ({ times }) => findPercentile(times, 0.99);

/** The percentile that counts, and the failures. @param {Load} load */
export const formatLoad = (load) =>
  [
    `p99 ${formatMs(findP99(load))} of ${load.times.length}`,
    ...Object.entries(load.failed).map(([status, count]) => `${count} × ${status}`),
  ].join(', ');

/** Whether nothing failed and the percentile is within the limit. @param {Load} load @param {number} limitMs */
export const isWithin = (load, limitMs) => Object.keys(load.failed).length === 0 && findP99(load) <= limitMs;

/** Where requests go: they are loaded in turn. @typedef {{ server: { url: string, pid: number }, makePath: () => string }} Target */

/**
 * Loads targets in turn; resolves to the medians of five rounds.
 * @template {readonly Target[] | []} Targets
 * @param {Targets} targets
 * @param {{ clients: number, seconds: number }} options
 */
export async function loadInTurn(targets, { clients, seconds }) {
  /** @param {Target} target @returns {Promise<Cost>} */
  const load = async ({ server, makePath }) => {
    const before = readUsage(server.pid).cpuSeconds;
    const { times, failed } = await runClients(clients, seconds, () =>
      ask(new URL(makePath(), server.url).href, token, { discard: true }),
    );
    if (Object.keys(failed).length > 0) throw new Error(`${server.url}: ${JSON.stringify(failed)}`);
    const cpuUs = ((readUsage(server.pid).cpuSeconds - before) * 1e6) / times.length;
    return { cpuUs, p50: findPercentile(times, 0.5), p99: findPercentile(times, 0.99) };
  };
  const candidates = targets.map((target, at) => [at, () => load(target)]);
  const rounds = await measureInTurn(Object.fromEntries(candidates), 5);
  return /** @type {{ [At in keyof Targets]: Cost }} */ (Object.values(rounds).map(medianOf));
}

/** @param {readonly Cost[]} costs */
const medianOf = (costs) => ({
  cpuUs: median(costs.map(({ cpuUs }) => cpuUs)),
  p50: median(costs.map(({ p50 }) => p50)),
  p99: median(costs.map(({ p99 }) => p99)),
});

/**
 * A row of what an answer takes beside that of a peer, of which the processor time may be at most so many times as much.
 * @param {string} work
 * @param {Cost} ours
 * @param {readonly [name: string, cost: Cost]} peer
 * @param {number} most
 * @param {string} [reason]
 * @returns {import('../table.js').Row}
 */
export function holdCost(work, ours, [name, theirs], most, reason) {
  /** @param {Cost} cost */
  const describe = ({ cpuUs, p50, p99 }) =>
    `${cpuUs.toFixed(0)} µs, p50 ${formatMs(p50)}, p99 ${formatMs(p99)}`;
  const held = holdRatio(`processor time of ${work}`, ours.cpuUs, [name, theirs.cpuUs], most, { reason });
  return { ...held, ours: describe(ours), peer: `${name}: ${describe(theirs)}` };
}
