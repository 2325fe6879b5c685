// A registry like real ones: healthy nodes, names that no longer exist, ports that refuse, firewalls that drop packets.
import { join } from 'node:path';
import { describeError, skip } from '../table.js';
import { startDistantNodes } from './own-names.js';
import { inDirectory } from './process.js';
import { writeRegistry } from './registry.js';

/** How long an endpoint may take, which is the cost of a silent one. */
export const limitMs = 3_000;
const perFile = 10;
/** Of a hundred entries; the rest are healthy. */
const mix = { unknown: 25, refused: 15, silent: 10, expired: 5, broken: 5 };
/** The rule that must report each type. */
const rules = {
  unknown: 'net/dns-not-found',
  refused: 'net/refused',
  silent: 'net/connect-timeout',
  expired: 'tls/certificate-expired',
  broken: 'http/upstream-down',
};

/** @typedef {{ wallMs: number, cpuMs: number, rssMb: number, wrong: number }} Measure */

/**
 * `check` runs the program over so many entries; `list` is what it reads. Other programs reach the entries
 * where `wrap` runs them.
 * @typedef {object} World
 * @property {(count: number) => Promise<Measure>} check
 * @property {(count: number) => import('./registry.js').Listed[]} list
 * @property {readonly string[]} wrap
 * @property {string} caFile
 * @property {string} directory
 */

/**
 * Starts the servers of the endpoints; reports why, if they cannot be started.
 * @param {(world: World) => Promise<import('../table.js').Row[]>} use
 */
export function withWideWorld(use) {
  return inDirectory(async (directory) => {
    const distant = await startDistantNodes(directory, ({ ports: { grpc, evm, expired, broken } }) => [
      grpc,
      evm,
      expired,
      broken,
    ]).catch(describeError);
    if (typeof distant === 'string') return [skip('1,000 and 10,000 endpoints', '', distant)];
    const { wrap, caFile, nodes } = distant;
    try {
      const [grpc = 0, evm = 0, expired = 0, broken = 0] = distant.ports;
      /** @param {number} count */
      const list = (count) =>
        listEntries(count, { grpc, evm, expired, broken, silent: nodes.ports.silent, refused: 1 });
      /** @param {number} count */
      const check = async (count) => {
        const registry = join(directory, String(count));
        writeRegistry(registry, list(count), perFile, nodes);
        // The limit of the peers; all other settings are the defaults.
        const { report, ...usage } = await distant.check(registry, ['--timeout', `${String(limitMs)}ms`]);
        return { ...usage, wrong: countWrong(report, count) };
      };
      // The first requests to new servers are slow, which must not be measured.
      await check(1_000);
      return await use({ check, list, wrap, caFile, directory });
    } finally {
      distant.stop();
    }
  });
}

/**
 * The entries of each type in turn, both kinds of each, each on its own host.
 * @param {number} count
 * @param {Record<string, number>} ports
 * @returns {import('./registry.js').Listed[]}
 */
function listEntries(count, ports) {
  const sorts = Object.entries(mix).flatMap(([sort, share]) => Array.from({ length: share }, () => sort));
  return Array.from({ length: count }, (_, index) => {
    const kind = index % perFile < perFile / 2 ? 'grpc' : 'evm';
    // 37 and 100 have no common divisor: each type has its share, and none comes in a block.
    const sort = sorts[(index * 37) % 100] ?? kind;
    const address = `127-1-${String(Math.floor(index / 250))}-${String((index % 250) + 1)}`;
    const host = sort === 'unknown' ? `gone-${String(index)}` : address;
    const authority = `${host}.bench.test:${String(ports[sort] ?? 443)}`;
    return { kind, url: kind === 'grpc' ? authority : `https://${authority}` };
  });
}

/** How many of so many entries are healthy. @param {number} count */
export const countHealthy = (count) =>
  (count * (100 - Object.values(mix).reduce((sum, share) => sum + share, 0))) / 100;

/**
 * How many verdicts of a run are wrong. Throws if they are more than one in a hundred, since the time of such a run means nothing.
 * @param {import('../../src/model/report.js').Report} report
 * @param {number} count
 */
function countWrong({ summary, findings }, count) {
  const missing = Object.entries(rules).map(([sort, rule]) => {
    const found = findings.filter((finding) => finding.rule === rule).length;
    return (count * mix[/** @type {keyof typeof mix} */ (sort)]) / 100 - found;
  });
  const wrong = [...missing, countHealthy(count) - summary.passed].reduce(
    (sum, one) => sum + Math.max(one, 0),
    0,
  );
  if (wrong * 100 > count) throw new Error(`${String(wrong)} of ${String(count)} verdicts are wrong`);
  return wrong;
}
