// A registry like real ones: healthy nodes, names that no longer exist, ports that refuse, firewalls that drop packets.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureInTurn, median } from './pairs.js';
import { startOwnNames } from './support/own-names.js';
import { findGrpcurl, formatProbe } from './support/peers.js';
import { inDirectory, run, runTool, startModule } from './support/process.js';
import { writeRegistry } from './support/registry.js';
import { describeError, formatMs, skip } from './table.js';

/** How long the check waits for a TCP connection and a TLS handshake, and so what one silent endpoint costs. */
const limitMs = 5_000;
const perFile = 10;
/** Of a hundred entries; the rest is healthy. */
const mix = { unknown: 25, refused: 15, silent: 10, expired: 5, broken: 5 };
/** The rule that must report each type. */
const rules = {
  unknown: 'net/dns-not-found',
  refused: 'net/refused',
  silent: 'net/connect-timeout',
  expired: 'tls/certificate-expired',
  broken: 'http/upstream-down',
};
const work = '1,000 endpoints in 100 files';

/** @typedef {{ wallMs: number, rssMb: number }} Measure */

/**
 * @param {boolean} withPeers
 * @returns {Promise<import('./table.js').Row[]>}
 */
export function measureThousand(withPeers) {
  return withWorld(async ({ check, list, wrap, caFile, directory }) => {
    const grpcurl = withPeers ? await findGrpcurl() : '';
    const commands = join(directory, 'commands');
    const lines = list(1_000).map((entry) =>
      formatProbe(entry, { grpcurl, caFile, limitS: limitMs / 1_000 }),
    );
    // The exit status of the shell is ignored: xargs would stop at a status of 255.
    writeFileSync(commands, lines.map((line) => `(${line}) >/dev/null 2>&1; true`).join('\0'));
    const xargs = async () => {
      const all = `xargs -0 -P16 -n1 sh -c < ${commands}`;
      return { wallMs: (await run('sh', ['-c', all], { wrap })).wallMs, rssMb: Number.NaN };
    };
    const ours = () => check(1_000);
    const {
      first = [],
      peer = [],
      second = [],
    } = await measureInTurn(
      withPeers ? { first: ours, peer: xargs, second: ours } : { first: ours, second: ours },
      1,
      false,
    );
    const wallMs = median([...first, ...second].map((measure) => measure.wallMs));
    const rssMb = Math.max(...[...first, ...second].map((measure) => measure.rssMb));
    const rows = [
      {
        work,
        ours: formatMs(wallMs),
        peer: `the time-out of one silent endpoint, ${formatMs(limitMs)}`,
        ratio: wallMs / limitMs,
        reach: '<= 1.6 x',
        reached: wallMs <= 1.6 * limitMs,
        reason:
          'a silent endpoint is probed when the processor gets to it, which the servers of the bench share',
      },
      { ...describeMemory(rssMb, 200), work },
    ];
    if (peer.length === 0) return rows;
    const peerMs = median(peer.map((measure) => measure.wallMs));
    const compared = {
      work,
      ours: formatMs(wallMs),
      peer: `xargs -P16 of grpcurl and curl: ${formatMs(peerMs)}`,
      ratio: wallMs / peerMs,
      reach: '<= 0.1 x',
      reached: wallMs <= 0.1 * peerMs,
    };
    return [compared, ...rows];
  });
}

/** @returns {Promise<import('./table.js').Row[]>} */
export function measureTenThousand() {
  return withWorld(async ({ check }) => {
    const small = [await check(1_000)];
    const large = await check(10_000);
    small.push(await check(1_000));
    const smallMs = median(small.map((measure) => measure.wallMs));
    const ratio = large.wallMs / smallMs;
    return [
      {
        work: '10,000 endpoints in 1,000 files',
        ours: formatMs(large.wallMs),
        peer: `itself on 1,000: ${formatMs(smallMs)}`,
        ratio,
        reach: '<= 11 x',
        reached: ratio <= 11,
      },
      { ...describeMemory(large.rssMb, 350), work: '10,000 endpoints in 1,000 files' },
    ];
  });
}

/**
 * @param {number} rssMb
 * @param {number} limitMb
 */
function describeMemory(rssMb, limitMb) {
  return {
    ours: `${rssMb.toFixed(0)} MB resident`,
    peer: '',
    ratio: null,
    reach: `<= ${String(limitMb)} MB`,
    reached: rssMb <= limitMb,
  };
}

/**
 * Starts the servers of the endpoints; reports why, if they cannot be started.
 * @param {(world: {
 *   check: (count: number) => Promise<Measure>,
 *   list: (count: number) => import('./support/registry.js').Listed[],
 *   wrap: readonly string[], caFile: string, directory: string }) => Promise<import('./table.js').Row[]>} use
 */
function withWorld(use) {
  return inDirectory(async (directory) => {
    const names = await startOwnNames(directory).catch(describeError);
    if (typeof names === 'string') return [skip('1,000 and 10,000 endpoints', '', names)];
    const { wrap } = names;
    const nodes = await startModule('nodes');
    const { cert, ports, ...chain } = nodes.message;
    const targets = [ports.grpc, ports.evm, ports.expired, ports.broken];
    const proxy = await startModule('delay-proxy', { targets, roundTripMs: null });
    try {
      const [grpc, evm, expired, broken] = proxy.message;
      const caFile = join(directory, 'authority.pem');
      writeFileSync(caFile, cert);
      /** @param {number} count */
      const list = (count) =>
        listEntries(count, { grpc, evm, expired, broken, silent: ports.silent, refused: 1 });
      /** @param {number} count */
      const check = async (count) => {
        const registry = join(directory, String(count));
        writeRegistry(registry, list(count), perFile, chain);
        const report = join(directory, 'report.json');
        // One attempt each, as the peer makes; all other settings are the defaults.
        const args = ['check', registry, '--allow-private', '--retries', '0', '--reporter', `json=${report}`];
        const ended = await runTool(args, {
          wrap,
          env: { NODE_EXTRA_CA_CERTS: caFile },
        });
        requireRight(JSON.parse(readFileSync(report, 'utf8')), count);
        return ended;
      };
      // The first requests to new servers are slow, which must not be measured.
      await check(1_000);
      return await use({ check, list, wrap, caFile, directory });
    } finally {
      proxy.stop();
      nodes.stop();
      names.stop();
    }
  });
}

/**
 * The entries of each type in turn, both kinds of each, each on its own host.
 * @param {number} count
 * @param {Record<string, number>} ports
 * @returns {import('./support/registry.js').Listed[]}
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

/**
 * Throws if a verdict is wrong, since the time of a wrong run means nothing.
 * @param {import('../src/model/report.js').Report} report
 * @param {number} count
 */
function requireRight({ summary, findings }, count) {
  const healthy = 100 - Object.values(mix).reduce((sum, share) => sum + share, 0);
  const wrong = Object.entries(rules).flatMap(([sort, rule]) => {
    const found = findings.filter((finding) => finding.rule === rule).length;
    const due = (count * mix[/** @type {keyof typeof mix} */ (sort)]) / 100;
    return found === due ? [] : [`${String(found)} of ${String(due)} are ${rule}`];
  });
  if (summary.passed !== (count * healthy) / 100) wrong.push(`${String(summary.passed)} passed`);
  if (wrong.length > 0) throw new Error(`of ${String(count)} endpoints ${wrong.join(', ')}`);
}
