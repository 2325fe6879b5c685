import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { findFreePort, waitForListener } from '../support/ports.js';
import { buildComet, type CometLine } from './build.js';

/** A node of CometBFT alone, whose application is its `kvstore`: one validator without a Cosmos SDK. */
export type CometNode = Awaited<ReturnType<typeof startCometNode>>;

/** How to start it. */
export interface CometNodeOptions {
  readonly chainId?: string;
  /** Lines of `config.toml` by their names, with values in TOML. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Whether its genesis names a second validator, who never votes: then there is no first block. */
  readonly isStuck?: boolean;
}

const run = promisify(execFile);

/** Starts a chain; resolves when its second block is there, or if it is stuck, when it listens. */
export async function startCometNode(line: CometLine, options: CometNodeOptions = {}) {
  const { chainId = 'kv-1', settings = {}, isStuck = false } = options;
  const program = await buildComet(line);
  const [rpcPort, peerPort] = await Promise.all([findFreePort(), findFreePort()]);
  const home = await mkdtemp(join(tmpdir(), 'endpoint-check-comet-'));
  await run(program, ['init', '--home', home]);
  await editGenesis(join(home, 'config/genesis.json'), chainId, isStuck);
  await editConfig(join(home, 'config/config.toml'), { timeout_commit: '"100ms"', ...settings });
  const args = [
    'node',
    '--home',
    home,
    '--proxy_app',
    'kvstore',
    '--rpc.laddr',
    `tcp://127.0.0.1:${rpcPort}`,
  ];
  const { stdout: id } = await run(program, ['show_node_id', '--home', home]).catch(() =>
    // As 1.0 spells it.
    run(program, ['show-node-id', '--home', home]),
  );
  const child = spawn(program, [...args, '--p2p.laddr', `tcp://127.0.0.1:${peerPort}`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = once(child, 'exit');
  /** Ends it, waits until it has ended, and removes its files. */
  const end = async () => {
    child.kill('SIGKILL');
    await exited;
    await rm(home, { recursive: true, force: true });
  };
  try {
    await (isStuck ? waitForListener(rpcPort) : waitForBlocks(child.stdout));
  } catch (error) {
    await end();
    throw error;
  }
  let log = '';
  child.stdout.on('data', (bytes: Buffer) => (log += bytes.toString()));
  return {
    rpcPort,
    /** Its address for peers, and the id of its key. */
    peer: { id: id.trim(), port: peerPort },
    /** What it wrote to its log so far. */
    log: () => log,
    end,
  };
}

/**
 * Reads a node's log until it has made two blocks, and continues reading, since a full pipe would stop the node. The first block has no app hash,
 * which is that after the block before, and CosmJS fails on a status without one.
 */
async function waitForBlocks(log: Readable): Promise<void> {
  const lines = createInterface(log);
  let blocks = 0;
  const isSecond = await new Promise<boolean>((resolve) => {
    lines.on('line', (line) => {
      if (/committed state/i.test(line) && ++blocks === 2) resolve(true);
    });
    lines.on('close', () => resolve(false));
  });
  if (!isSecond) throw new Error('the node ended before its second block');
}

async function editGenesis(file: string, chainId: string, isStuck: boolean): Promise<void> {
  type Genesis = Readonly<Record<string, unknown>> & { readonly validators: readonly object[] };
  const genesis = JSON.parse(await readFile(file, 'utf8')) as Genesis;
  const pub_key = { type: 'tendermint/PubKeyEd25519', value: Buffer.alloc(32, 7).toString('base64') };
  const absent = { address: '', pub_key, power: '1000', name: 'absent' };
  const validators = [...genesis.validators, ...(isStuck ? [absent] : [])];
  await writeFile(file, JSON.stringify({ ...genesis, chain_id: chainId, validators }));
}

async function editConfig(file: string, settings: Readonly<Record<string, string>>): Promise<void> {
  let config = await readFile(file, 'utf8');
  for (const [name, value] of Object.entries(settings)) {
    const before = config;
    config = config.replace(new RegExp(`^${name} = .*$`, 'm'), `${name} = ${value}`);
    if (config === before) throw new Error(`config.toml has no ${name}, or it is ${value} already`);
  }
  await writeFile(file, config);
}
