import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importTypeScript } from '../../scripts/import-typescript.js';
import { findFreePort, startServe } from '../support/http-servers.js';
import { createTrust, writeRegistry } from '../support/service-registry.js';
import { startStandIn } from '../support/stand-in.js';

/** A process that can be killed and started again, at the same port. @typedef {{ name: string, kill: () => Promise<unknown>, start: () => Promise<unknown> }} Victim */
/** @typedef {import('../support/head.js').Clock} Clock */
/** @typedef {Awaited<ReturnType<typeof startWorld>>} World */

export const token = 'bench-token';
/** Blocks of the EVM chain at the start, and of the other one. */
const blocks = { evm: 50_000, cosmos: 1_000_000 };
/** How far nodes are behind, and how many heights each keeps: as unlike as a registry's. */
const cosmosNodes = [
  { lag: 0, keepHeights: 60 },
  { lag: 2, keepHeights: 20 },
  { lag: 5, keepHeights: 300 },
];
const evmNodes = [{ lag: 0 }, { lag: 1 }, { lag: 4 }];

/**
 * Starts nodes, instances of the service and, where it is wanted, Postgres.
 * @param {{ withPostgres: boolean, onCrash: (name: string) => void }} options
 */
export async function startWorld({ withPostgres, onCrash }) {
  const directory = mkdtempSync(join(tmpdir(), 'endpoint-check-kills-'));
  const { tls, env } = await createTrust(directory);
  const startedAt = Date.now();
  /** @type {{ evm: Clock, cosmos: Clock }} */
  const clocks = {
    evm: { blocks: blocks.evm, startedAt, blockMs: 1_000 },
    cosmos: { blocks: blocks.cosmos, startedAt, blockMs: 1_000 },
  };
  const ports = await Promise.all([...cosmosNodes, ...evmNodes].map(findFreePort));
  const [grpcPorts, evmPorts] = [ports.slice(0, cosmosNodes.length), ports.slice(cosmosNodes.length)];
  const nodes = [
    ...cosmosNodes.map((node, at) =>
      createNode(`cosmos node ${at}`, 'cosmos', {
        ...node,
        clock: clocks.cosmos,
        port: grpcPorts[at] ?? 0,
        pageMs: 20,
        pageSize: 500,
      }),
    ),
    ...evmNodes.map((node, at) =>
      createNode(`EVM node ${at}`, 'evm', {
        ...node,
        tls,
        clock: clocks.evm,
        port: evmPorts[at] ?? 0,
        callMs: 20,
        blockLimit: 1_000,
      }),
    ),
  ];
  writeRegistry(directory, grpcPorts, evmPorts);
  await Promise.all(nodes.map((node) => node.start()));

  const postgres = withPostgres ? await startPostgres() : null;
  const args = ['--allow-private', '--cache', '1s', '--snapshot-age', '5s'];
  // Each its own, unless they share Postgres: what it has learnt lives on.
  const listDatabase = (/** @type {number} */ at) => [
    '--database',
    postgres === null ? join(directory, `instance-${at}.sqlite`) : postgres.url,
  ];
  const log = join(directory, 'instances.log');
  const instances = await Promise.all(
    [0, 1].map(async (at) =>
      createInstance(
        `instance ${at}`,
        directory,
        { args: [...args, ...listDatabase(at)], env, log, port: await findFreePort() },
        onCrash,
      ),
    ),
  );
  await Promise.all(instances.map((instance) => instance.start()));
  /** @type {Victim[]} */
  const victims = [...nodes, ...instances, ...(postgres === null ? [] : [postgres.victim])];
  return {
    clocks,
    instances,
    victims,
    log,
    stop: async () => {
      await Promise.all(victims.map((victim) => victim.kill()));
      await postgres?.remove();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/**
 * @param {string} name
 * @param {'cosmos' | 'evm'} kind
 * @param {Parameters<typeof startStandIn>[1]} options
 * @returns {Victim}
 */
function createNode(name, kind, options) {
  /** @type {import('../support/stand-in.js').StandIn | null} */
  let node = null;
  return {
    name,
    start: async () => (node = await startStandIn(kind, options)),
    kill: async () => node?.kill(),
  };
}

/** An instance of the service, and when it was not there. @typedef {Victim & { url: string, wasDown: (from: number, to: number) => boolean }} Instance */

/**
 * @param {string} name
 * @param {string} registry
 * @param {import('../support/http-servers.js').ServeOptions & { port: number }} options
 * @param {(name: string) => void} onCrash
 * @returns {Instance}
 */
function createInstance(name, registry, options, onCrash) {
  /** @type {import('../support/http-servers.js').Server | null} */
  let server = null;
  /** @type {{ from: number, to: number }[]} */
  const gaps = [{ from: 0, to: Infinity }];
  return {
    name,
    url: `http://127.0.0.1:${options.port}`,
    wasDown: (from, to) => gaps.some((gap) => gap.from <= to && from <= gap.to),
    start: async () => {
      const started = await startServe(registry, token, options);
      server = started;
      const gap = gaps.at(-1);
      if (gap !== undefined) gap.to = performance.now();
      void started.exited.then(() => {
        if (server === started) onCrash(name);
      });
    },
    kill: async () => {
      gaps.push({ from: performance.now(), to: Infinity });
      const killed = server;
      server = null;
      await killed?.stop('SIGKILL');
    },
  };
}

async function startPostgres() {
  const { startPostgres: start } = await importTypeScript('test/support/postgres.ts');
  /** @type {import('../../test/support/postgres.js').Postgres} */
  const postgres = await start();
  const url = postgres.urlFor(await postgres.createDatabase());
  return {
    url,
    remove: postgres.remove,
    victim: { name: 'Postgres', kill: postgres.kill, start: postgres.start },
  };
}
