import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Clock } from '../../../bench/support/events.js';
import { startModule } from '../../../bench/support/process.js';
import { writeServiceRegistry } from '../../../bench/support/registries.js';
import { startPostgres } from '../../support/databases.js';
import { createDirectory } from '../../support/directory.js';
import { findFreePort } from '../../support/ports.js';
import { createTrust } from '../../support/servers.js';
import { type SpawnedService, spawnService } from '../../support/spawn-service.js';
import type { Victim } from './kill-at-random.js';

/** An instance of the service, and whether it was away at some time between two of `performance.now()`. */
export interface Instance extends Victim {
  readonly url: string;
  readonly wasDown: (from: number, to: number) => boolean;
}

/** What clients ask, and what can be killed. */
export interface World {
  readonly clocks: { readonly evm: Clock; readonly cosmos: Clock };
  readonly instances: readonly Instance[];
  readonly victims: readonly Victim[];
}

/** What the instances accept. */
export const token = 'program-token';
/** How far nodes are behind, and how many heights each keeps: as unlike as a registry's. */
const cosmosNodes = [
  { lag: 0, keepHeights: 60 },
  { lag: 2, keepHeights: 20 },
  { lag: 5, keepHeights: 300 },
];
/** The longest of a timer. */
const noLimitMs = 2 ** 31 - 1;
const evmNodes = [{ lag: 0 }, { lag: 1 }, { lag: 4 }];

/** Starts nodes, two instances of the service and, if they are to share a database, Postgres, until the test ends. `onCrash` gets what an instance said that ended by itself. */
export async function startWorld(
  withPostgres: boolean,
  onCrash: (name: string, log: string) => void,
): Promise<World> {
  const directory = await createDirectory({});
  const trust = await createTrust();
  const tls = await trust.issue({ hosts: ['127.0.0.1'] });
  const createClock = (blocks: number): Clock => ({ blocks, startedAt: Date.now(), blockMs: 1_000 });
  const clocks = { evm: createClock(50_000), cosmos: createClock(1_000_000) };
  const grpcPorts = await Promise.all(cosmosNodes.map(findFreePort));
  const evmPorts = await Promise.all(evmNodes.map(findFreePort));
  const nodes = [
    ...cosmosNodes.map((node, at) => {
      const options = { ...node, clock: clocks.cosmos, port: grpcPorts[at] ?? 0, pageMs: 20, pageSize: 500 };
      return createNode(`cosmos node ${at}`, () => startModule('cosmos-stand-in', options));
    }),
    ...evmNodes.map((node, at) => {
      const options = {
        ...node,
        tls,
        clock: clocks.evm,
        port: evmPorts[at] ?? 0,
        callMs: 20,
        blockLimit: 1_000,
      };
      return createNode(`EVM node ${at}`, () => startModule('evm-stand-in', options));
    }),
  ];
  writeServiceRegistry(directory, grpcPorts, evmPorts);

  const postgres = withPostgres ? await startPostgres() : null;
  if (postgres !== null) onTestFinished(() => postgres.remove());
  const url = postgres?.urlFor(await postgres.createDatabase());
  const instances = await Promise.all(
    [0, 1].map(async (at) => {
      // Each its own, unless they share Postgres: what it has learnt lives on.
      const database = url ?? join(directory, `instance-${at}.sqlite`);
      const options = ['--allow-private', '--cache', '1s', '--snapshot-age', '5s', '--database', database];
      const port = await findFreePort();
      return createInstance(`instance ${at}`, port, [directory, ...options], trust.env, onCrash);
    }),
  );
  const servers: readonly Victim[] = [...nodes, ...instances];
  onTestFinished(async () => {
    await Promise.all(servers.map((server) => server.kill()));
  });
  await Promise.all(nodes.map((node) => node.start()));
  await Promise.all(instances.map((instance) => instance.start()));
  const victims = postgres === null ? servers : [...servers, { ...postgres, name: 'Postgres' }];
  return { clocks, instances, victims };
}

function createNode(name: string, startNode: () => ReturnType<typeof startModule>): Victim {
  let node: Awaited<ReturnType<typeof startModule>> | null = null;
  return {
    name,
    start: async () => (node = await startNode()),
    kill: async () => {
      node?.stop();
      await node?.exited;
    },
  };
}

function createInstance(
  name: string,
  port: number,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  onCrash: (name: string, log: string) => void,
): Instance {
  let service: SpawnedService | null = null;
  const gaps = [{ from: 0, to: Infinity }];
  return {
    name,
    url: `http://127.0.0.1:${port}`,
    wasDown: (from, to) => gaps.some((gap) => gap.from <= to && from <= gap.to),
    start: async () => {
      const started = await spawnService(args, env, { port, limitMs: noLimitMs });
      service = started;
      const gap = gaps.at(-1);
      if (gap !== undefined) gap.to = performance.now();
      void started.ended.then(({ stderr }) => {
        if (service === started) onCrash(name, stderr.slice(-3_000));
      });
    },
    kill: async () => {
      gaps.push({ from: performance.now(), to: Infinity });
      const killed = service;
      service = null;
      await killed?.stop('SIGKILL');
    },
  };
}
