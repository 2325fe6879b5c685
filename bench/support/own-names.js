import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeError } from '../table.js';
import { run, startModule } from './process.js';

// Not 127.0.0.53, where systemd's own resolver listens; other benches that run now have other addresses.
const address = `127.9.${String(process.pid & 255)}.${String(1 + ((process.pid >> 8) % 254))}`;

/**
 * Starts a name server of the bench; wrapped commands use no other, whichever library resolves names for them. Throws
 * if this machine does not allow that.
 * @param {string} directory
 * @returns {Promise<{ wrap: readonly string[], stop: () => void }>}
 */
export async function startOwnNames(directory) {
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
