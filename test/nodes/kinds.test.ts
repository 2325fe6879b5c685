import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Report } from '../../src/model/report.js';
import { runForReport } from '../support/command-line.js';
import { fronts, hasNginx, startNginx } from '../support/proxies.js';
import { createTrust } from '../support/servers.js';
import { appVersion, type SdkLine } from './build.js';
import { type CosmosNode, startCosmosNode } from './cosmos-node.js';
import { startClients } from '../opinions/ask-clients.js';
import { listClients } from '../opinions/clients.js';
import { hasCurl, listPasses } from './peers.js';

/** The kinds of endpoints that a Cosmos SDK node has, and their urls at a node. */
const urlsAtNode = {
  grpc: ({ port }: CosmosNode) => `127.0.0.1:${port}`,
  rpc: ({ rpcPort }: CosmosNode) => `http://127.0.0.1:${rpcPort}`,
  rest: ({ restPort }: CosmosNode) => `http://127.0.0.1:${restPort}`,
  'grpc-web': ({ restPort }: CosmosNode) => `http://127.0.0.1:${restPort}`,
  ws: ({ rpcPort }: CosmosNode) => `ws://127.0.0.1:${rpcPort}/websocket`,
} as const;
type NodeKind = keyof typeof urlsAtNode;
const kinds = Object.keys(urlsAtNode) as readonly NodeKind[];
const lines = ['0.54', '0.53', '0.50'] as const satisfies readonly SdkLine[];

/** The urls of a node behind nginx, as providers of many chains list them. */
const urlsAtNginx: Readonly<Record<Exclude<NodeKind, 'grpc'>, (port: number) => string>> = {
  rpc: (port) => `https://localhost:${port}/chain/rpc/`,
  rest: (port) => `https://localhost:${port}/chain/rest`,
  'grpc-web': (port) => `https://localhost:${port}/chain/rest`,
  ws: (port) => `wss://localhost:${port}/chain/rpc/websocket`,
};
const kindsAtNginx = Object.keys(urlsAtNginx) as readonly Exclude<NodeKind, 'grpc'>[];

/** Starts nginx with TLS before a node: gRPC at the root, all else below a path, with websockets as in nginx.org/en/docs/http/websocket.html. */
async function startFront({ port, rpcPort, restPort }: CosmosNode) {
  const trust = await createTrust();
  const pass = (path: string, to: number) => `
    location ${path} {
      proxy_pass http://127.0.0.1:${to}/;
      proxy_http_version 1.1;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade;
    }`;
  const location = `grpc_pass grpc://127.0.0.1:${port}; ${pass('/chain/rpc/', rpcPort)} ${pass('/chain/rest/', restPort)}`;
  const map = "map $http_upgrade $connection_upgrade { default upgrade; '' close; }";
  return { port: await startNginx(await trust.issue(), location, 'ssl http2', map), env: trust.env };
}

/** Checks urls as a kind; private addresses are allowed, and a failure is not retried. */
function check(kind: string, urls: readonly string[], more: readonly string[] = [], env = {}) {
  return runForReport([kind, ...urls, '--allow-private', '--retries', '0', ...more], { env });
}

/** The verdict of each endpoint, with its rules except those about missing TLS. */
function summarize({ endpoints, findings }: Report) {
  return endpoints.map(({ verdict }, index) => ({
    verdict,
    rules: findings
      .filter(({ endpoint, rule }) => endpoint === index && !rule.endsWith('/plaintext'))
      .map(({ rule }) => rule),
  }));
}

const passed = { verdict: 'pass', rules: [] };

/** The services of a minimal chain of any release. */
const services = [
  'cosmos.auth.v1beta1.Query',
  'cosmos.bank.v1beta1.Query',
  'cosmos.base.tendermint.v1beta1.Service',
  'cosmos.staking.v1beta1.Query',
  'grpc.reflection.v1alpha.ServerReflection',
];

describe.each(lines)('a real node of Cosmos SDK %s', (line) => {
  let node: CosmosNode;
  beforeAll(async () => {
    node = await startCosmosNode({ line, chainId: 'real-1', cors: line === '0.50' });
  });
  afterAll(() => node.end('SIGTERM'));

  test.each(kinds)('passes as %s, with its chain and its head', async (kind) => {
    const { report, exitCode } = await check(kind, [urlsAtNode[kind](node)], ['--chain-id', 'real-1']);
    expect([exitCode, summarize(report)]).toEqual([0, [passed]]);
    const [endpoint] = report.endpoints;
    expect(endpoint?.facts).toMatchObject({ chainId: 'real-1' });
    expect(endpoint?.facts['otherChainId'] ?? null).toBeNull();
    expect(endpoint?.facts['blockHeight']).toBeGreaterThan(0);
    expect(endpoint?.facts['blockTime']).toMatch(/^20.*Z$/);
  });

  test('has the facts of its build as grpc, and its height grows', async () => {
    const args = ['--chain-id', 'real-1'];
    const read = async () => (await check('grpc', [urlsAtNode.grpc(node)], args)).report.endpoints[0]?.facts;
    const before = await read();
    expect(node.sdk.startsWith(`v${line}.`)).toBe(true);
    expect(before).toMatchObject({
      ...{
        transport: 'plaintext',
        reflection: 'v1alpha',
        moniker: 'node0',
        sdkVersion: node.sdk,
        appVersion,
      },
      services: expect.arrayContaining(services) as unknown,
    });
    const height = await node.send(node.account, '1stake');
    expect(before?.['blockHeight']).toBeLessThan(height);
    expect((await read())?.['blockHeight']).toBeGreaterThanOrEqual(height);
  });

  test('tells whether pages may use it', async () => {
    const checked = await Promise.all(
      (['rpc', 'rest', 'grpc-web'] as const).map((kind) => check(kind, [urlsAtNode[kind](node)], ['--cors'])),
    );
    // With enabled-unsafe-cors, a node allows no field but Content-Type, and refuses the one that all clients of gRPC-web send.
    const expected = line === '0.50' ? [true, true, false] : [false, false, false];
    expect(checked.map(({ report }) => report.endpoints[0]?.facts['cors'])).toEqual(expected);
    expect(checked.map(({ report }) => summarize(report)[0]?.verdict)).toEqual(['pass', 'pass', 'pass']);
  });

  test.runIf(hasCurl)('answers all other clients too, of each kind', async () => {
    const trust = await createTrust();
    const clients = await startClients(trust.env['NODE_EXTRA_CA_CERTS'] ?? '');
    onTestFinished(clients.end);
    const subject = { chainId: 'real-1', isDescribed: true };
    for (const kind of kinds) {
      const open = () => Promise.resolve(urlsAtNode[kind](node));
      const found = await clients.ask({ ...subject, kind, isPlaintext: true, open });
      expect(listPasses(found), JSON.stringify(found)).toEqual(listClients(kind));
    }
  });

  test.each(fronts)('passes behind $name with TLS', async ({ name, startGrpc, startHttp }) => {
    const trust = await createTrust();
    const tls = await trust.issue();
    const [rpc, rest] = await Promise.all([startHttp(tls, node.rpcPort), startHttp(tls, node.restPort)]);
    const urls = {
      grpc: `localhost:${await startGrpc(tls, node.port)}`,
      rpc: `https://localhost:${rpc}`,
      rest: `https://localhost:${rest}`,
      'grpc-web': `https://localhost:${rest}`,
      // nginx passes upgrades on only if it is configured so, as below.
      ...(name === 'nginx' ? {} : { ws: `wss://localhost:${rpc}/websocket` }),
    };
    for (const [kind, url] of Object.entries(urls)) {
      // As users run it: a proxy may lose the end of an answer.
      const { report } = await check(kind, [url], ['--chain-id', 'real-1', '--retries', '2'], trust.env);
      expect(summarize(report), kind).toEqual([passed]);
      expect(report.endpoints[0]?.facts['blockHeight'], kind).toBeGreaterThan(0);
    }
  });

  describe.runIf(hasNginx)('behind nginx with TLS and a path', () => {
    test('passes as every kind', async () => {
      const { port, env } = await startFront(node);
      const urls = { grpc: () => `localhost:${port}`, ...urlsAtNginx };
      for (const kind of kinds) {
        const { report } = await check(kind, [urls[kind](port)], ['--chain-id', 'real-1'], env);
        expect(summarize(report), kind).toEqual([passed]);
      }
    });

    test.runIf(hasCurl)('passes as rpc without the final slash, with a warning: CosmJS fails', async () => {
      const { port, env } = await startFront(node);
      const url = urlsAtNginx.rpc(port);
      const { report } = await check('rpc', [url.slice(0, -1)], ['--chain-id', 'real-1'], env);
      expect(summarize(report)).toEqual([{ verdict: 'pass', rules: ['http/redirect'] }]);
      expect(report.findings).toMatchObject([{ severity: 'warning', hint: `list ${url}` }]);
      const clients = await startClients(env['NODE_EXTRA_CA_CERTS'] ?? '');
      onTestFinished(clients.end);
      const open = () => Promise.resolve(url.slice(0, -1));
      const subject = {
        kind: 'rpc',
        chainId: 'real-1',
        isDescribed: true,
        isPlaintext: false,
        open,
      } as const;
      expect(listPasses(await clients.ask(subject))).toEqual(['curl']);
    });
  });
});

describe('a real node that is paused', () => {
  let node: CosmosNode;
  beforeAll(async () => {
    node = await startCosmosNode();
  });
  afterAll(() => node.end('SIGTERM'));

  test('fails as every kind, with and without a proxy', async () => {
    const front = hasNginx ? await startFront(node) : null;
    node.signal('SIGSTOP');
    onTestFinished(() => node.signal('SIGCONT'));
    const budget = ['--timeout', '6s'];
    const found = await Promise.all(
      kinds.map(async (kind) => {
        const { report } = await check(kind, [urlsAtNode[kind](node)], budget);
        if (front === null || kind === 'grpc') return [kind, summarize(report)];
        const behind = await check(kind, [urlsAtNginx[kind](front.port)], budget, front.env);
        return [kind, [...summarize(report), ...summarize(behind.report)]];
      }),
    );
    const silent = { verdict: 'fail', rules: ['net/response-timeout'] };
    expect(Object.fromEntries(found)).toEqual({
      // A gRPC client, too, waits for HTTP/2 to begin.
      grpc: [{ verdict: 'fail', rules: ['net/connect-timeout'] }],
      ...Object.fromEntries(kindsAtNginx.map((kind) => [kind, front === null ? [silent] : [silent, silent]])),
    });
  });
});

describe('a real node that ended', () => {
  test('fails as each kind, and its proxy reports why', async () => {
    const node = await startCosmosNode();
    const front = hasNginx ? await startFront(node) : null;
    await node.end('SIGTERM');
    for (const kind of kinds) {
      const { report } = await check(kind, [urlsAtNode[kind](node)]);
      expect(summarize(report), kind).toEqual([{ verdict: 'fail', rules: ['net/refused'] }]);
      if (front === null || kind === 'grpc') continue;
      const behind = await check(kind, [urlsAtNginx[kind](front.port)], [], front.env);
      expect(summarize(behind.report), kind).toEqual([{ verdict: 'fail', rules: ['http/upstream-down'] }]);
    }
  });
});
