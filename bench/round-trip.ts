// One entry of each kind with a round trip of 100 ms: whole processes.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withFiles } from '../scripts/temporary-files.js';
import { formatMs, holdRounds, measureInTurn, median, type Options, type Row } from './table.js';
import { findGrpcurl, formatProbe } from './support/peers.js';
import { runOrThrow, runProgram, startModule } from './support/process.js';
import { type Listed, writeRegistry } from './support/registries.js';

const service = 'cosmos.base.tendermint.v1beta1.Service';
const roundTripMs = 100;
/** The round trips of TCP, TLS 1.3 and the request. */
const floorMs = 3 * roundTripMs;
const work = 'one gRPC and one EVM entry, 100 ms away';

export function measureRoundTrip({ peers, quick }: Options): Promise<Row[]> {
  return withFiles([], async (directory) => {
    const nodes = await startModule('nodes');
    const { cert, chain, ports } = nodes.message;
    const targets = [ports.grpc, ports['evm-http-jsonrpc']];
    const proxy = await startModule('delay-proxy', { targets, roundTripMs });
    try {
      const [grpcPort, evmPort] = proxy.message;
      const caFile = join(directory, 'authority.pem');
      writeFileSync(caFile, cert);
      const entries = [
        { kind: 'grpc', url: `127.0.0.1:${grpcPort}` },
        { kind: 'evm', url: `https://127.0.0.1:${evmPort}` },
      ];
      await writeRegistry(directory, entries, 2, chain);
      const env = { NODE_EXTRA_CA_CERTS: caFile };
      const ours = () => runProgram(['check', directory, '--allow-private'], { env });
      const others = peers && (await findPeers(directory, entries, caFile));
      const { ours: own, ...theirs } = await measureInTurn({ ours, ...others }, quick ? 1 : 9);
      const ms = median(own.map(({ wallMs }) => wallMs));
      const reason = 'loading Node and the libraries comes on top of three round trips';
      return [
        ...Object.entries(theirs).map(([name, measures]) =>
          holdRounds(work, 'wallMs', own, [name, measures], name.includes('the same') ? 0.5 : 0.33, reason),
        ),
        {
          work,
          ours: formatMs(ms),
          peer: `three round trips, ${formatMs(floorMs)}`,
          ratio: ms / floorMs,
          reach: `at most ${roundTripMs + 120} ms above`,
          reached: ms - floorMs <= roundTripMs + 120,
          reason,
        },
      ];
    } finally {
      proxy.stop();
      nodes.stop();
    }
  });
}

/** By what they run: grpcurl learns the services by reflection, or is given the descriptors. */
async function findPeers(directory: string, entries: readonly Listed[], caFile: string) {
  const grpcurl = await findGrpcurl();
  const script = entries.map((entry) => formatProbe(entry, { grpcurl, caFile, limitS: 20 })).join(' && ');
  const protoset = join(directory, 'node.protoset');
  const url = entries[0]?.url ?? '';
  await runOrThrow(grpcurl, ['-cacert', caFile, '-protoset-out', protoset, url, 'describe', service]);
  // The list of services comes from reflection, even with known descriptors.
  const knowing = script.replace(/-cacert (?=[^&]*GetNodeInfo)/, `-protoset ${protoset} -cacert `);
  return {
    'grpcurl list, GetNodeInfo, curl': () => runOrThrow('sh', ['-c', script]),
    'the same, grpcurl with descriptors': () => runOrThrow('sh', ['-c', knowing]),
  };
}
