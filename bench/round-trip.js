// One entry of each kind with a round trip of 100 ms: whole processes.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare, measureInTurn, median } from './pairs.js';
import { findGrpcurl, formatProbe } from './support/peers.js';
import { inDirectory, runProgram, runOrThrow, startModule } from './support/process.js';
import { writeRegistry } from './support/registry.js';
import { formatMs, describeFigure } from './table.js';

const service = 'cosmos.base.tendermint.v1beta1.Service';
const roundTripMs = 100;
/** The round trips of TCP, TLS 1.3 and the request. */
const floorMs = 3 * roundTripMs;

/**
 * @param {boolean} withPeers
 * @returns {Promise<import('./table.js').Row[]>}
 */
export function measureRoundTrip(withPeers) {
  return inDirectory(async (directory) => {
    const nodes = await startModule('nodes');
    const { cert, ports, ...chain } = nodes.message;
    const proxy = await startModule('delay-proxy', { targets: [ports.grpc, ports.evm], roundTripMs });
    try {
      const [grpcPort, evmPort] = proxy.message;
      const caFile = join(directory, 'authority.pem');
      writeFileSync(caFile, cert);
      const entries = [
        { kind: 'grpc', url: `127.0.0.1:${grpcPort}` },
        { kind: 'evm', url: `https://127.0.0.1:${evmPort}` },
      ];
      writeRegistry(directory, entries, 2, chain);
      const tool = () => runProgram(['check', directory, '--allow-private'], { NODE_EXTRA_CA_CERTS: caFile });
      const grpcurl = withPeers ? await findGrpcurl() : '';
      const script = entries.map((entry) => formatProbe(entry, { grpcurl, caFile, limitS: 20 })).join(' && ');
      const protoset = join(directory, 'node.protoset');
      /** @param {string} commands */
      const runPeers = async (commands) => (await runOrThrow('sh', ['-c', commands])).wallMs;
      if (withPeers) {
        const server = ['-cacert', caFile, `127.0.0.1:${grpcPort}`, 'describe', service];
        await runOrThrow(grpcurl, ['-protoset-out', protoset, ...server]);
      }
      // The list of services comes from reflection, even with known descriptors.
      const knowing = script.replace(/-cacert (?=[^&]*GetNodeInfo)/, `-protoset ${protoset} -cacert `);
      const { ours = [], ...theirs } = await measureInTurn(
        withPeers
          ? { ours: tool, theirs: () => runPeers(script), knowing: () => runPeers(knowing) }
          : { ours: tool },
        9,
      );
      return describe(ours, theirs);
    } finally {
      proxy.stop();
      nodes.stop();
    }
  });
}

/**
 * @param {readonly number[]} ours
 * @param {Record<string, readonly number[]>} peers By reflection alone, and with descriptors; none if they are not compared with.
 * @returns {import('./table.js').Row[]}
 */
function describe(ours, { theirs = [], knowing = [] }) {
  const work = 'one gRPC and one EVM entry, 100 ms away';
  const ms = median(ours);
  const aboveFloor = describeFigure(
    work,
    formatMs(ms),
    `at most ${String(roundTripMs + 120)} ms above`,
    ms - floorMs <= roundTripMs + 120,
    {
      peer: `three round trips, ${formatMs(floorMs)}`,
      ratio: ms / floorMs,
      reason: 'what Node and the libraries take to load comes on top',
    },
  );
  if (theirs.length === 0) return [aboveFloor];
  const reason = 'what Node and the libraries take to load comes on top of three round trips';
  /** @type {[string, readonly number[], number][]} */
  const rows = [
    ['grpcurl list, GetNodeInfo, curl', theirs, 0.33],
    ['the same, grpcurl with descriptors', knowing, 0.5],
  ];
  const compared = rows.map(([name, times, most]) => {
    const ratio = compare(ours, times);
    const peer = `${name}: ${formatMs(median(times))}`;
    return describeFigure(work, formatMs(ms), `<= ${most} x`, ratio <= most, { peer, ratio, reason });
  });
  return [...compared, aboveFloor];
}
