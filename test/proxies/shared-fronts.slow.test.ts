import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { request } from 'undici';
import { WebSocket } from 'ws';
import { holdClosedPort } from '../../src/sandbox/server.js';
import { startAnvil } from '../support/anvil.js';
import { runForReport } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';
import { use } from '../support/servers.js';
import {
  hasSharedFront,
  type SharedFront,
  sharedFronts,
  startSharedFront,
} from '../support/shared-fronts.js';

const names = Object.keys(sharedFronts) as readonly SharedFront[];

/** A node, and one that ended, behind one front: as HTTP and as a websocket. */
const passed = { 'http://up': 'pass', 'http://gone': 'fail http/upstream-down' };
const swallowsUpgrades = {
  ...passed,
  'ws://up': 'fail evm-ws/upgrade-refused',
  'ws://gone': 'fail http/upstream-down',
};
const expected: Readonly<Record<SharedFront, Readonly<Record<string, string>>>> = {
  HAProxy: { ...swallowsUpgrades, 'ws://up': 'pass' },
  Traefik: { ...swallowsUpgrades, 'ws://up': 'pass' },
  Varnish: swallowsUpgrades,
  Squid: swallowsUpgrades,
  lighttpd: swallowsUpgrades,
  h2o: swallowsUpgrades,
};

/** The verdict of each endpoint with its rules, of one run. */
async function check(urls: readonly string[]): Promise<readonly string[]> {
  const entries = urls.map((url) =>
    JSON.stringify({ kind: url.startsWith('ws') ? 'evm-ws' : 'evm', url, chain: 'a' }),
  );
  const cwd = await createDirectory({ 'entries.jsonl': `${entries.join('\n')}\n` });
  const { report } = await runForReport(['entries.jsonl', '--allow-private', '--retries', '0'], { cwd });
  return report.endpoints.map(({ verdict }, index) => {
    const rules = report.findings.filter(
      ({ endpoint, rule }) => endpoint === index && rule !== 'http/plaintext',
    );
    return [verdict, ...rules.map(({ rule }) => rule)].join(' ');
  });
}

/** Whether a client gets what it needs of a host, whose name it need not resolve. */
async function works(origin: string, port: number): Promise<boolean> {
  const { protocol, hostname } = new URL(origin);
  const headers = { host: `${hostname}.nodes.localhost:${port}`, 'content-type': 'application/json' };
  if (protocol === 'ws:') {
    const socket = new WebSocket(`ws://127.0.0.1:${port}`, { headers, handshakeTimeout: 3_000 });
    return once(socket, 'open').then(
      () => (socket.terminate(), true),
      () => false,
    );
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] });
  const { statusCode } = await request(`http://127.0.0.1:${port}`, { method: 'POST', headers, body });
  return statusCode === 200;
}

describe.each(names)('%s before a node and one that ended', (name) => {
  if (!hasSharedFront(name))
    process.stderr.write(`${name} is not installed: nodes behind it are NOT tested\n`);

  test.runIf(hasSharedFront(name))('is judged for each of them, as clients see it', async () => {
    const { port: gone } = await use(holdClosedPort());
    const port = await startSharedFront(name, await startAnvil(), gone);
    const origins = Object.keys(expected[name]);
    const outcomes = await check(origins.map((origin) => `${origin}.nodes.localhost:${port}`));
    expect(Object.fromEntries(origins.map((origin, at) => [origin, outcomes[at]]))).toEqual(expected[name]);
    for (const [at, origin] of origins.entries()) {
      expect(await works(origin, port), origin).toBe(outcomes[at] === 'pass');
    }
  });
});
