import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { KeyPair } from '../../src/sandbox/certificates.js';
import { startClients } from '../opinions/ask-clients.js';
import { listClients } from '../opinions/clients.js';
import { spawnAnvil } from '../support/anvil.js';
import { runForReport } from '../support/command-line.js';
import { hasHaproxy, hasNginx, startHaproxy, startNginx } from '../support/proxies.js';
import { createTrust } from '../support/servers.js';
import { type CosmosNode, startCosmosNode } from './cosmos-node.js';
import { type PeerState, peerStates } from './peer-states.js';
import { hasCurl, listPasses } from './peers.js';

let cosmosNode: CosmosNode;
beforeAll(async () => {
  cosmosNode = await startCosmosNode({ chainId: 'real-1' });
});
afterAll(() => cosmosNode.end('SIGTERM'));

/** How to bring about a state; without `start` it is the node's own port. */
interface Setting {
  readonly start?: (tls: KeyPair, port: number) => Promise<number>;
  readonly isHere?: boolean;
  readonly args?: readonly string[];
  readonly isPaused?: boolean;
}

const behindNginx = (location: (port: number) => string, http?: string): Setting => ({
  isHere: hasNginx,
  start: (tls, port) => startNginx(tls, location(port), 'ssl http2', http),
});
const grpcPass = (port: number) => `grpc_pass grpc://127.0.0.1:${port};`;
const proxyPass = (port: number) => `proxy_pass http://127.0.0.1:${port};`;
const zone = 'limit_req_zone $binary_remote_addr zone=peers:1m rate=1r/m;';

type State = (typeof peerStates)[number];
const settings: {
  readonly [Kind in State['kind']]: Readonly<Record<Extract<State, { kind: Kind }>['name'], Setting>>;
} = {
  grpc: {
    plaintext: {},
    'behind nginx': behindNginx(grpcPass),
    'reflection blocked': behindNginx(
      (port) => `${grpcPass(port)} location /grpc.reflection. { return 403; }`,
    ),
    paused: { isPaused: true, args: ['--timeout', '6s'] },
    'stopped behind nginx': behindNginx(() => grpcPass(1)),
    'another chain than the file claims': { args: ['--chain-id', 'real-2'] },
    'limited by nginx to one call': behindNginx((port) => `limit_req zone=peers; ${grpcPass(port)}`, zone),
    'limited by nginx to two calls': behindNginx(
      (port) => `limit_req zone=peers burst=1 nodelay; ${grpcPass(port)}`,
      zone,
    ),
    'HTTP/2 without ALPN, by HAProxy': {
      isHere: hasHaproxy,
      start: (tls, port) => startHaproxy(tls, 'alpn http/1.1', `server node 127.0.0.1:${port} proto h2`),
    },
  },
  evm: {
    'plain http': {},
    'behind nginx': behindNginx(proxyPass),
    paused: { isPaused: true, args: ['--timeout', '4s'] },
    'stopped behind nginx': behindNginx(() => proxyPass(1)),
    'another chain than the file claims': { args: ['--chain-id', '1'] },
    'limited by nginx to one request': {
      ...behindNginx((port) => `limit_req zone=peers; ${proxyPass(port)}`, zone),
      args: ['--chain-id', '31337'],
    },
  },
};

describe('endpoint-check and other programs on a real node', () => {
  test.for<State>(peerStates)('$kind: $name', async (state: PeerState, { skip }) => {
    const { kind, verdict, rules, passes, why } = state;
    const ofKind: Readonly<Record<string, Setting>> = settings[kind];
    const { start, isHere = true, args = [], isPaused = false } = ofKind[state.name] ?? {};
    if (!isHere || (kind === 'evm' && !hasCurl)) return skip();
    const node = kind === 'grpc' ? cosmosNode : await spawnAnvil(0);
    if (isPaused) {
      node.signal('SIGSTOP');
      onTestFinished(() => node.signal('SIGCONT'));
    }
    const trust = await createTrust();
    const tls = await trust.issue();
    const authority = trust.env['NODE_EXTRA_CA_CERTS'] ?? '';
    const scheme = kind === 'grpc' ? '' : start === undefined ? 'http://' : 'https://';
    // Each client has a separate proxy, so that a limit is not shared; the node itself has none.
    const open = async () => `${scheme}localhost:${await (start?.(tls, node.port) ?? node.port)}`;
    const { report } = await runForReport(
      [kind, await open(), '--allow-private', '--retries', '0', ...args],
      { env: trust.env },
    );
    const clients = await startClients(authority);
    onTestFinished(clients.end);
    const subject = { kind, chainId: readClaim(args), isDescribed: true, passes, open };
    const found = {
      verdict: report.endpoints[0]?.verdict,
      rules: report.findings.map(({ rule }) => rule),
      passes: listPasses(
        await clients.ask({ ...subject, isPlaintext: kind === 'grpc' && start === undefined }),
      ),
    };
    expect(found).toEqual({ verdict, rules, passes });
    const agreed = { pass: listClients(kind), fail: [], inconclusive: null }[verdict];
    expect(why === null).toBe(isDeepStrictEqual(passes, agreed));
  });
});

/** The chain id that the command line claims. */
function readClaim(args: readonly string[]): string | null {
  const index = args.indexOf('--chain-id');
  return index === -1 ? null : (args[index + 1] ?? null);
}

test.runIf(hasCurl)('a real EVM node answers all other clients over websockets', async () => {
  const { port } = await spawnAnvil(0);
  const clients = await startClients((await createTrust()).env['NODE_EXTRA_CA_CERTS'] ?? '');
  onTestFinished(clients.end);
  const open = () => Promise.resolve(`ws://127.0.0.1:${port}`);
  const subject = { kind: 'evm-ws', chainId: '31337', isDescribed: true, isPlaintext: true, open } as const;
  const found = await clients.ask(subject);
  expect(listPasses(found), JSON.stringify(found)).toEqual(listClients('evm-ws'));
});
