import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buildGeth } from './build.js';

/** A real EVM node. Whoever starts it must end it. */
export interface Geth {
  /** Where it serves JSON-RPC and websockets, whichever of them it serves. */
  readonly port: number;
  readonly end: () => Promise<void>;
}

/** Without any of these it would look for peers, and listen for them on every address of the machine. */
const config = '[Node.P2P]\nListenAddr = ""\nNoDial = true\nNoDiscovery = true\nMaxPeers = 0\n';

/** Options by which it serves JSON-RPC, and websockets: both at one port, since the system picks it for the first. */
export const gethServers = { http: ['--http', '--http.port', '0'], ws: ['--ws', '--ws.port', '0'] } as const;

/** Options of a chain of its own, which makes a block a second. */
export const gethChain = ['--dev', '--dev.period', '1'] as const;

/** Starts geth on loopback; resolves when it listens, and if it makes blocks, when it has one. */
export async function startGeth(...args: readonly string[]): Promise<Geth> {
  const program = await buildGeth();
  const directory = await mkdtemp(join(tmpdir(), 'endpoint-check-geth-'));
  const file = join(directory, 'geth.toml');
  await writeFile(file, config);
  const alone = ['--config', file, '--discovery.dns', '', '--nat', 'none', '--ipcdisable'];
  // Less memory than its caches would take, of which it writes a part to the disk at once.
  const small = ['--authrpc.port', '0', '--cache', '32', '--datadir', directory];
  const child = spawn(program, [...alone, ...small, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(child, 'exit');
  const end = async () => {
    child.kill('SIGKILL');
    await exited;
    await rm(directory, { recursive: true });
  };
  const lines = createInterface(child.stderr);
  let hasBlock = !args.includes('--dev.period');
  let listensAt = 0;
  const port = await new Promise<number>((resolve) => {
    lines.on('line', (line) => {
      const listening = /(?:HTTP server started .*endpoint=|WebSocket enabled .*ws:\/\/)127\.0\.0\.1:(\d+)/;
      const listeningAt = listening.exec(line)?.[1];
      if (listeningAt !== undefined) listensAt = Number(listeningAt);
      if (line.includes('Chain head was updated')) hasBlock = true;
      if (hasBlock && listensAt !== 0) resolve(listensAt);
    });
    lines.on('close', () => resolve(0));
  });
  if (port === 0) {
    await end();
    throw new Error(`geth ${args.join(' ')} ended before it listened`);
  }
  return { port, end };
}
