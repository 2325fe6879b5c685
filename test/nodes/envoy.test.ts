import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startCometWebSocket, startRpcNode } from '../../src/sandbox/rpc-node.js';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { startEvmNode, startEvmWebSocket } from '../../src/sandbox/evm-node.js';
import { startRestNode } from '../../src/sandbox/rest-node.js';
import { holdClosedPort, type SandboxServer } from '../../src/sandbox/server.js';
import { runForReport } from '../support/command-line.js';
import { createTrust } from '../support/servers.js';
import { type Envoy, type EnvoyRoute, hasEnvoy, startEnvoy } from './envoy.js';

/** The kinds of endpoints, the server behind Envoy, Envoy's configuration for it, and the url of a port. */
const kinds = {
  grpc: { start: startCosmosNode, setup: { http2: true }, url: 'localhost:PORT' },
  evm: { start: startEvmNode, setup: {}, url: 'http://localhost:PORT' },
  rpc: { start: startRpcNode, setup: {}, url: 'http://localhost:PORT' },
  rest: { start: startRestNode, setup: {}, url: 'http://localhost:PORT' },
  'grpc-web': {
    start: startCosmosNode,
    setup: { http2: true, hasGrpcWeb: true },
    url: 'http://localhost:PORT',
  },
  ws: { start: startCometWebSocket, setup: { hasUpgrades: true }, url: 'ws://localhost:PORT/websocket' },
  'evm-ws': { start: startEvmWebSocket, setup: { hasUpgrades: true }, url: 'ws://localhost:PORT' },
} as const;
type Kind = keyof typeof kinds;
const names = Object.keys(kinds) as readonly Kind[];

/** A way to break an endpoint, its configuration, and the verdict with its rule: of all kinds, or of some. */
const faults: Readonly<
  Record<
    string,
    { route: (closed: number) => Partial<EnvoyRoute>; expected: Partial<Record<Kind | 'all', string>> }
  >
> = {
  'no route': {
    route: () => ({ blockedBy: 'path' }),
    expected: {
      all: 'fail http/status',
      grpc: 'fail grpc/not-routed',
      ws: 'fail ws/upgrade-refused',
      'evm-ws': 'fail evm-ws/upgrade-refused',
    },
  },
  'no node': { route: () => ({ port: null }), expected: { all: 'fail http/upstream-down' } },
  'a node that ended': { route: (port) => ({ port }), expected: { all: 'fail http/upstream-down' } },
  'access denied': { route: () => ({ blockedBy: 'access' }), expected: { all: 'fail http/forbidden' } },
  'an overflow': {
    route: () => ({ blockedBy: 'overflow' }),
    expected: { all: 'inconclusive net/rate-limited' },
  },
  'no upgrades': {
    route: () => ({ hasUpgrades: false }),
    expected: { ws: 'fail ws/upgrade-refused', 'evm-ws': 'fail evm-ws/upgrade-refused' },
  },
  'no gRPC-web': {
    route: () => ({ hasGrpcWeb: false }),
    expected: { 'grpc-web': 'fail grpc-web/other-kind' },
  },
};
const cases = names.flatMap((kind) =>
  Object.entries(faults).flatMap(([fault, { route, expected }]) => {
    const outcome = expected[kind] ?? expected.all;
    return outcome === undefined ? [] : [{ kind, fault, route, outcome }];
  }),
);

async function check(kind: Kind, url: string, env = {}) {
  const args = [kind, url, '--allow-private', '--retries', '0'];
  const { report } = await runForReport(args, { env });
  const rules = report.findings.map(({ rule }) => rule).filter((rule) => !rule.endsWith('/plaintext'));
  return [report.endpoints[0]?.verdict, ...rules].join(' ');
}

describe.runIf(hasEnvoy())('behind Envoy', () => {
  const nodes = new Map<Kind, SandboxServer>();
  let closed: SandboxServer;
  let broken: Envoy;
  const at = (kind: Kind) => ({ port: nodes.get(kind)?.port ?? null, ...kinds[kind].setup });
  beforeAll(async () => {
    closed = await holdClosedPort();
    for (const kind of names) nodes.set(kind, await kinds[kind].start());
    broken = await startEnvoy(cases.map(({ kind, route }) => ({ ...at(kind), ...route(closed.port) })));
  });
  afterAll(async () => {
    await broken.end();
    for (const node of [closed, ...nodes.values()]) await node.close();
  });

  test('passes with TLS as every kind', async () => {
    const trust = await createTrust();
    const tls = await trust.issue();
    const { ports, end } = await startEnvoy(names.map((kind) => ({ ...at(kind), tls })));
    onTestFinished(end);
    for (const [index, kind] of names.entries()) {
      const url = kinds[kind].url.replace(/^(http|ws):/, '$1s:').replace('PORT', String(ports[index]));
      expect(await check(kind, url, trust.env), kind).toBe('pass');
    }
  });

  test.each(cases.map((row, index) => ({ ...row, index })))(
    'as $kind with $fault: $outcome',
    async ({ kind, outcome, index }) => {
      const url = kinds[kind].url.replace('PORT', String(broken.ports[index]));
      expect(await check(kind, url)).toBe(outcome);
    },
  );
});
