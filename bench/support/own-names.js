import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeError } from '../table.js';
import { run, runTool, startModule } from './process.js';

// Not 127.0.0.53, where systemd's own resolver listens; other benches that run now have other addresses.
const address = `127.9.${String(process.pid & 255)}.${String(1 + ((process.pid >> 8) % 254))}`;

/**
 * Starts a name server of the bench; wrapped commands use no other, whichever library resolves names for them. Throws
 * if this machine does not allow that.
 * @param {string} directory
 * @returns {Promise<{ wrap: readonly string[], stop: () => void }>}
 */
async function startOwnNames(directory) {
  const file = join(directory, 'resolv.conf');
  writeFileSync(file, `nameserver ${address}\n`);
  // A mount that only the command sees; other users than root need a user namespace.
  const flags = process.getuid?.() === 0 ? ['--mount'] : ['--map-root-user', '--mount'];
  const mount = 'mount --bind "$0" /etc/resolv.conf && exec "$@"';
  const wrap = ['unshare', ...flags, 'sh', '-c', mount, file];
  const tried = await run('true', [], { wrap }).catch((/** @type {unknown} */ error) => ({
    exitCode: 1,
    stderr: describeError(error),
  }));
  if (tried.exitCode !== 0) {
    throw new Error(`it needs Linux and the right to mount over /etc/resolv.conf (${tried.stderr.trim()})`);
  }
  try {
    const server = await startModule('name-server', { address, port: 53, answersAfterMs: 30 });
    return { wrap, stop: server.stop };
  } catch {
    throw new Error(`it needs the right to listen at port 53 of ${address}`);
  }
}

/**
 * Starts nodes 20 to 300 ms away, at names of the bench. Throws if this machine does not allow that.
 * @param {string} directory
 * @param {(message: any) => readonly number[]} choosePorts Of what `nodes.js` sends.
 */
export async function startDistantNodes(directory, choosePorts) {
  const names = await startOwnNames(directory);
  const nodes = await startModule('nodes');
  const targets = choosePorts(nodes.message);
  const proxy = await startModule('delay-proxy', { targets, roundTripMs: null });
  const caFile = join(directory, 'authority.pem');
  writeFileSync(caFile, nodes.message.cert);
  const { wrap } = names;
  const env = { NODE_EXTRA_CA_CERTS: caFile };
  return {
    ...{ wrap, env, caFile, nodes: nodes.message },
    /** The ports that are far away, in the same order. @type {readonly number[]} */
    ports: proxy.message,
    /** Runs the program over a registry, with one attempt each. @param {string} registry @param {readonly string[]} [args] */
    check: async (registry, args = []) => {
      const file = join(directory, 'report.json');
      const options = ['--allow-private', '--retries', '0', '--reporter', `json=${file}`];
      const { wallMs, cpuMs, rssMb } = await runTool(['check', registry, ...options, ...args], { wrap, env });
      /** @type {import('../../src/model/report.js').Report} */
      const report = JSON.parse(readFileSync(file, 'utf8'));
      return { wallMs, cpuMs, rssMb, report };
    },
    stop: () => [proxy, nodes, names].forEach(({ stop }) => stop()),
  };
}
