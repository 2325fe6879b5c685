// A registry like real ones: healthy nodes, names that no longer exist, ports that refuse, firewalls that drop packets. Beside programs that make the
// same calls with the same limit: one in Go, and grpcurl and curl under xargs.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withFiles } from '../scripts/temporary-files.js';
import {
  formatCount,
  formatMs,
  holdLimit,
  holdMemory,
  holdRatio,
  holdRounds,
  measureInTurn,
  median,
  type Options,
  type Row,
} from './table.js';
import { countWrong, type DistantNodes, nameAt, withDistantNodes } from './support/distant-nodes.js';
import { findGoPeer, findGrpcurl, formatProbe } from './support/peers.js';
import { run, runOrThrow, runTool, startModule } from './support/process.js';
import { addressAt, writeRegistry } from './support/registries.js';

/** How long an endpoint may take, which is the cost of a silent one. */
const limitMs = 3_000;
const perFile = 10;
/** Of a hundred entries, and the rule that must report each; the rest are healthy. */
const sorts = {
  gone: { share: 25, rule: 'net/dns-not-found' },
  refused: { share: 15, rule: 'net/refused' },
  silent: { share: 10, rule: 'net/connect-timeout' },
  expired: { share: 5, rule: 'tls/certificate-expired' },
  broken: { share: 5, rule: 'http/upstream-down' },
};
const healthyShare = 40;

type Measure = { wallMs: number; cpuMs: number; rssMb: number; wrong: number };

export function measureThousand({ peers, quick }: Options): Promise<Row[]> {
  const count = quick ? 100 : 1_000;
  const rounds = quick ? 1 : 3;
  const work = `${formatCount(count)} endpoints in ${count / perFile} files`;
  return withDistantNodes(async (nodes) => {
    const ours = () => check(nodes, count);
    const go = peers ? await findGoPeer() : null;
    const { own, theirs }: Record<string, Measure[]> = await measureInTurn(
      { own: ours, ...(go !== null && { theirs: () => runGo(go, nodes, count) }) },
      rounds,
    );
    const perEndpointMs = median(own.map(({ cpuMs }) => cpuMs)) / count;
    /** The wrong verdicts of all runs. */
    const describeWrong = (measures: readonly Measure[]) =>
      `${measures.reduce((sum, { wrong }) => sum + wrong, 0)} of ${measures.length * count} wrong`;
    const name = 'the same calls in Go';
    const peer: readonly [string, readonly Measure[]] = [name, theirs];
    return [
      ...(go === null
        ? []
        : [
            holdRounds(work, 'wallMs', own, peer, 1.2),
            holdRounds(work, 'cpuMs', own, peer, Infinity),
            holdRounds(work, 'rssMb', own, peer, Infinity),
          ]),
      {
        work,
        ours: describeWrong(own),
        peer: go === null ? '' : `${name}: ${describeWrong(theirs)}`,
        reach: '0',
        reached: own.every(({ wrong }) => wrong === 0),
      },
      holdLimit(work, perEndpointMs, 2.5, (ms) => `${ms.toFixed(1)} ms of processor time per endpoint`),
      holdMemory(work, own, 200),
      ...(peers ? [await compareWithXargs(work, own, nodes, count)] : []),
    ];
  });
}

export function measureTenThousand({ quick }: Options): Promise<Row[]> {
  const [few, many] = quick ? [100, 1_000] : [1_000, 10_000];
  const work = `${formatCount(many)} endpoints in ${formatCount(many / perFile)} files`;
  return withDistantNodes(async (nodes) => {
    const { small, large } = await measureInTurn(
      { small: () => check(nodes, few), large: () => check(nodes, many) },
      1,
    );
    return [
      holdRounds(work, 'wallMs', large, [`itself on ${formatCount(few)}`, small], 11),
      holdMemory(work, large, 350),
    ];
  });
}

/**
 * Endpoints that accept the connection and never answer: how close a run comes to the shortest time that its limits allow (entries / concurrency x
 * timeout), and how much memory it needs.
 */
export function measureHanging({ quick }: Options): Promise<Row[]> {
  const [count, concurrency, timeoutMs] = [quick ? 200 : 1_000, 100, 1_000];
  return withFiles([], async (directory) => {
    const nodes = await startModule('nodes');
    try {
      const entries = Array.from({ length: count }, (_, index) => ({
        kind: 'grpc',
        url: `${addressAt(index)}:${nodes.message.ports.silent}`,
      }));
      await writeRegistry(directory, entries, perFile);
      const report = join(directory, 'report.json');
      const bounds = ['--concurrency', `${concurrency}`, '--timeout', `${timeoutMs}ms`, '--retries', '0'];
      const args = ['check', directory, '--allow-private', ...bounds, '--reporter', `json=${report}`];
      const { rssMb } = await runTool(args);
      const { durationMs, findings } = JSON.parse(readFileSync(report, 'utf8'));
      const silent = findings.filter(({ rule }: { rule: string }) => rule === 'net/connect-timeout');
      if (silent.length !== count) throw new Error(`${silent.length} of ${count} were found silent`);
      const floorMs = Math.ceil(count / concurrency) * timeoutMs;
      const work = `${formatCount(count)} silent endpoints, 100 at once, 1 s each`;
      const ours = `${formatMs(durationMs)}, ${rssMb.toFixed(0)} MB resident`;
      return [{ ...holdRatio(work, durationMs, ['the shortest that the limits allow', floorMs], 1.1), ours }];
    } finally {
      nodes.stop();
    }
  });
}

async function check(nodes: DistantNodes, count: number): Promise<Measure> {
  const registry = join(nodes.directory, String(count));
  await writeRegistry(registry, listEntries(nodes, count), perFile, nodes.chain);
  // The limit of the peers; all other settings are the defaults.
  const { report, ...usage } = await nodes.check(registry, ['--timeout', `${limitMs}ms`]);
  const { summary, findings } = report;
  const missing = Object.values(sorts).map(
    ({ share, rule }) => (count * share) / 100 - findings.filter((finding) => finding.rule === rule).length,
  );
  return { ...usage, wrong: countWrong(count, [...missing, (count * healthyShare) / 100 - summary.passed]) };
}

/** The entries of each sort in turn, both kinds of each, each on its own host. */
function listEntries({ ports }: DistantNodes, count: number) {
  const unhealthy = Object.entries(sorts).flatMap(([sort, { share }]) =>
    Array.from({ length: share }, () => sort),
  );
  return Array.from({ length: count }, (_, index) => {
    const kind = index % perFile < perFile / 2 ? 'grpc' : 'evm';
    // 37 and 100 have no common divisor: each sort has its share, and none comes in a block.
    const sort = unhealthy[(index * 37) % 100] ?? (kind === 'grpc' ? 'grpc' : 'evm-http-jsonrpc');
    // Nothing listens on the first port.
    const authority = `${nameAt(index, sort === 'gone')}:${sort === 'refused' ? 1 : (ports[sort] ?? 443)}`;
    return { kind, url: kind === 'grpc' ? authority : `https://${authority}` };
  });
}

async function runGo(program: string, nodes: DistantNodes, count: number): Promise<Measure> {
  const entries = join(nodes.directory, 'entries.json');
  writeFileSync(entries, JSON.stringify(listEntries(nodes, count)));
  const { wallMs, stdout } = await runOrThrow(program, [entries, nodes.caFile, `${limitMs}ms`], {
    wrap: nodes.wrap,
  });
  const { answered, cpuMs, rssMb } = JSON.parse(stdout);
  return { wallMs, cpuMs, rssMb, wrong: Math.abs((count * healthyShare) / 100 - answered) };
}

async function compareWithXargs(work: string, own: readonly Measure[], nodes: DistantNodes, count: number) {
  const { directory, caFile, wrap } = nodes;
  const options = { grpcurl: await findGrpcurl(), caFile, limitS: limitMs / 1_000 };
  const commands = join(directory, 'commands');
  const lines = listEntries(nodes, count).map((entry) => formatProbe(entry, options));
  // The exit status of the shell is ignored: xargs would stop at a status of 255.
  writeFileSync(commands, lines.map((line) => `(${line}) >/dev/null 2>&1; true`).join('\0'));
  const theirs = await run('sh', ['-c', `xargs -0 -P16 -n1 sh -c < ${commands}`], { wrap });
  const wallMs = median(own.map((measure) => measure.wallMs));
  return holdRounds(work, 'wallMs', [{ wallMs }], ['xargs -P16 of grpcurl and curl', [theirs]], 0.1);
}
