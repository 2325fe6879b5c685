import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withFiles } from '../../scripts/temporary-files.js';
import { run, runTool, startModule } from './process.js';
import { addressAt } from './registry.js';
import type { Report } from '../../src/model/report.js';

// Not 127.0.0.53, where systemd's own resolver listens; other benches that run now have other addresses.
const nameServer = `127.9.${process.pid & 255}.${1 + ((process.pid >> 8) % 254)}`;

/** Commands that this wraps resolve names by a name server of the bench alone, whichever library does it for them. */
async function wrapNames(directory: string) {
  const file = join(directory, 'resolv.conf');
  writeFileSync(file, `nameserver ${nameServer}\n`);
  // A mount that only the command sees; other users than root need a user namespace.
  const flags = process.getuid?.() === 0 ? ['--mount'] : ['--map-root-user', '--mount'];
  const wrap = ['unshare', ...flags, 'sh', '-c', 'mount --bind "$0" /etc/resolv.conf && exec "$@"', file];
  const { exitCode, stderr } = await run('true', [], { wrap });
  if (exitCode === 0) return wrap;
  throw new Error(`it needs Linux and the right to mount over /etc/resolv.conf (${stderr.trim()})`);
}

/** The nodes, and a directory for files. */
export type DistantNodes = Awaited<ReturnType<typeof startDistantNodes>>;

/** Calls a function with nodes 20 to 300 ms away, at names of the bench, until it has ended. Throws if this machine does not allow that. */
export function withDistantNodes<Result>(use: (nodes: DistantNodes) => Promise<Result>): Promise<Result> {
  return withFiles([], async (directory) => {
    const nodes = await startDistantNodes(directory);
    try {
      return await use(nodes);
    } finally {
      nodes.stop();
    }
  });
}

async function startDistantNodes(directory: string) {
  const wrap = await wrapNames(directory);
  const names = await startModule('name-server', { address: nameServer, port: 53, answersAfterMs: 30 });
  const nodes = await startModule('nodes');
  const { silent, ...near } = nodes.message.ports;
  const proxy = await startModule('delay-proxy', { targets: Object.values(near), roundTripMs: null });
  const caFile = join(directory, 'authority.pem');
  writeFileSync(caFile, nodes.message.cert);
  const env = { NODE_EXTRA_CA_CERTS: caFile };
  const ports = Object.keys(near).map((name, at) => [name, proxy.message[at]]);
  return {
    directory,
    wrap,
    env,
    caFile,
    chain: nodes.message.chain,
    /** By what is there: what `nodes.ts` calls it, and `silent`. */
    ports: Object.fromEntries([...ports, ['silent', silent]]) as Readonly<Record<string, number>>,
    /** Runs the program over a registry, with one attempt each. */
    check: async (registry: string, args: readonly string[] = []) => {
      const file = join(directory, 'report.json');
      const options = ['--allow-private', '--retries', '0', '--reporter', `json=${file}`];
      const { wallMs, cpuMs, rssMb } = await runTool(['check', registry, ...options, ...args], { wrap, env });
      const report: Report = JSON.parse(readFileSync(file, 'utf8'));
      return { wallMs, cpuMs, rssMb, report };
    },
    stop: () => [proxy, nodes, names].forEach(({ stop }) => stop()),
  };
}

/** A name for each number, which leads to an address of its own; or one that does not exist. */
export const nameAt = (index: number, isGone: boolean) =>
  `${isGone ? `gone-${index}` : addressAt(index).replaceAll('.', '-')}.bench.test`;

/**
 * The verdicts that are wrong in a run over so many entries: these are missing. Throws if they are more than one in a hundred, since the time of such
 * a run means nothing.
 * @param missing Of each sort; less than none is none.
 */
export function countWrong(count: number, missing: readonly number[]) {
  const wrong = missing.reduce((sum, one) => sum + Math.max(one, 0), 0);
  if (wrong * 100 > count) throw new Error(`${wrong} of ${count} verdicts are wrong`);
  return wrong;
}
