import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { measureInTurn, medianOfEach } from '../pairs.js';
import { readUsage } from '../support/http-servers.js';
import { runOrThrow, startModule } from '../support/process.js';
import { createRandom } from '../support/random.js';
import { ask, findPercentile, runClients } from '../support/requests.js';
import { network } from '../support/service-registry.js';
import { waitForAnswer } from './holders.js';
import { formatMs } from './rows.js';
import { tokens } from './setting.js';

/** @typedef {import('./setting.js').Setting} Setting */
/** @typedef {{ url: string, pid: number }} Server */
/** @typedef {{ cpuUs: number, p50: number, p99: number }} Figures */

const [rounds, clients, pageSize] = [5, 50, 100];
const targets = { cpu: 1, memory: 1.3, files: 1.5 };
const token = tokens[0] ?? '';

/**
 * Any page of a hundred holders beside a plain program (Fastify, SQLite) over the same rows, and a list of the registry beside a bare node:http with as
 * many bytes: persistent connections, in turn.
 * @param {Setting} setting
 * @returns {Promise<import('./rows.js').Row[]>}
 */
export async function measurePlain(setting) {
  const holders = Math.min(setting.size.holders, 200_000);
  const denom = `bench/${holders}/plain`;
  const path = `/v1/${network}/holders?denom=${encodeURIComponent(denom)}&limit=${pageSize}`;
  const files = ['serve', 'plain'].map((name) => join(setting.registry, `${name}.db`));
  const [ownFile = '', plainFile = ''] = files;
  // Each starts once more after its rows are there, so that its memory is that of serving.
  const reading = await setting.start('.', ownFile);
  const { last, firstMs } = await waitForAnswer(reading, path, 600_000);
  await reading.stop();
  if (Number.isNaN(firstMs)) throw new Error(`no page: ${last}`);
  const options = { file: plainFile, denom, token };
  await runOrThrow(process.execPath, ['bench/support/plain-service.js', JSON.stringify(options)]);
  const [service, plain] = await Promise.all([
    setting.start('.', ownFile),
    startModule('plain-service', options),
  ]);
  const list = `/v1/${network}/assets`;
  const { text } = await service.get(list);
  const bare = await startModule('static-server', { bytes: Buffer.byteLength(text) });
  try {
    const random = createRandom(11);
    const anyPage = () => `${path}&offset=${random(holders - pageSize)}`;
    const [ours, theirs] = await loadInTurn([service, plain.message], anyPage, setting.size.seconds);
    const peak = readUsage(service.pid).peakMiB;
    const plainPeak = readUsage(plain.message.pid).peakMiB;
    const [file, floor] = await loadInTurn([service, bare.message], () => list, setting.size.seconds);
    const pages = `a page of ${pageSize} of ${holders.toLocaleString('en')} holders`;
    return [
      describe(`processor time of ${pages}`, ours, theirs, 'the plain program', targets.cpu),
      describe(`processor time of ${list}`, file, floor, `node:http, ${text.length} bytes`, targets.files),
      {
        what: `peak memory after a restart, with ${pages}`,
        now: `${peak.toFixed(0)} MiB (${(peak / plainPeak).toFixed(2)} x)`,
        before: '–',
        floor: `the plain program ${plainPeak.toFixed(0)} MiB`,
        target: `<= ${targets.memory} x`,
        reached: peak <= targets.memory * plainPeak,
      },
    ];
  } finally {
    plain.stop();
    bare.stop();
    await service.stop('SIGKILL');
    for (const name of files) rmSync(name, { force: true });
  }
}

/**
 * Loads servers in turn; the first round is a warm-up.
 * @param {readonly Server[]} servers
 * @param {() => string} makePath
 * @param {number} seconds
 * @returns {Promise<[Figures, Figures]>} the medians
 */
async function loadInTurn(servers, makePath, seconds) {
  /** @param {Server} server */
  const load = async (server) => {
    const before = readUsage(server.pid).cpuSeconds;
    const { times, failed } = await runClients(clients, seconds, () =>
      ask(new URL(makePath(), server.url).href, token, { discard: true }),
    );
    if (Object.keys(failed).length > 0) throw new Error(`${server.url}: ${JSON.stringify(failed)}`);
    const cpuUs = ((readUsage(server.pid).cpuSeconds - before) * 1e6) / times.length;
    return { cpuUs, p50: findPercentile(times, 0.5), p99: findPercentile(times, 0.99) };
  };
  const loads = servers.map((server) => [server.url, () => load(server)]);
  const figures = Object.values(await measureInTurn(Object.fromEntries(loads), rounds)).map(medianOfEach);
  return /** @type {[Figures, Figures]} */ (figures);
}

/**
 * @param {string} what
 * @param {Figures} ours
 * @param {Figures} theirs
 * @param {string} peer
 * @param {number} target
 * @returns {import('./rows.js').Row}
 */
function describe(what, ours, theirs, peer, target) {
  const ratio = ours.cpuUs / theirs.cpuUs;
  /** @param {Figures} figures */
  const format = ({ cpuUs, p50, p99 }) =>
    `${cpuUs.toFixed(0)} µs, p50 ${formatMs(p50)}, p99 ${formatMs(p99)}`;
  return {
    what: `${what}, ${clients} clients`,
    now: `${format(ours)} (${ratio.toFixed(2)} x)`,
    before: '–',
    floor: `${peer} ${format(theirs)}`,
    target: `<= ${target} x`,
    reached: ratio <= target,
  };
}
