import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { KeyPair } from '../../src/sandbox/certificates.js';
import { runForReport } from '../support/command-line.js';
import { hasHaproxy, startHaproxy } from '../support/haproxy.js';
import { hasNginx, startNginx } from '../support/nginx.js';
import { createTrust } from '../support/servers.js';
import { type CosmosNode, startCosmosNode } from './cosmos-node.js';
import { peersOf } from '../faults/peer-differences.js';
import { askGrpcPeers } from './peers.js';
import { type PeerState, peerStates } from './peer-states.js';

let node: CosmosNode;
beforeAll(async () => {
  node = await startCosmosNode({ chainId: 'real-1' });
});
afterAll(() => node.end('SIGTERM'));

/** How to bring a state about; without `start` it is the node's own port. */
interface Setting {
  readonly start?: (tls: KeyPair) => Promise<number>;
  readonly isHere?: boolean;
  readonly args?: readonly string[];
  readonly isPaused?: boolean;
}

const behindNginx = (location: (pass: string) => string, http?: string): Setting => ({
  isHere: hasNginx,
  start: (tls) => startNginx(tls, location(`grpc_pass grpc://127.0.0.1:${node.port};`), 'ssl http2', http),
});
const zone = 'limit_req_zone $binary_remote_addr zone=peers:1m rate=1r/m;';

const settings: Readonly<Record<(typeof peerStates)[number]['name'], Setting>> = {
  plaintext: {},
  'behind nginx': behindNginx((pass) => pass),
  'reflection blocked': behindNginx((pass) => `${pass} location /grpc.reflection. { return 403; }`),
  paused: { isPaused: true, args: ['--timeout', '6s'] },
  'stopped behind nginx': behindNginx(() => 'grpc_pass grpc://127.0.0.1:1;'),
  'another chain than the file claims': { args: ['--chain-id', 'real-2'] },
  'limited by nginx to one call': behindNginx((pass) => `limit_req zone=peers; ${pass}`, zone),
  'limited by nginx to two calls': behindNginx(
    (pass) => `limit_req zone=peers burst=1 nodelay; ${pass}`,
    zone,
  ),
  'HTTP/2 without ALPN, by HAProxy': {
    isHere: hasHaproxy,
    start: (tls) => startHaproxy(tls, 'alpn http/1.1', `server node 127.0.0.1:${node.port} proto h2`),
  },
};

describe('endpoint-check, grpcurl and buf on a real node', () => {
  test.for<(typeof peerStates)[number]>(peerStates)('$name', async (state: PeerState, { skip }) => {
    const {
      start,
      isHere = true,
      args = [],
      isPaused = false,
    } = settings[state.name as keyof typeof settings];
    if (!isHere) return skip();
    if (isPaused) {
      node.signal('SIGSTOP');
      onTestFinished(() => node.signal('SIGCONT'));
    }
    const trust = await createTrust();
    const tls = await trust.issue();
    const authority = start === undefined ? null : (trust.env['NODE_EXTRA_CA_CERTS'] ?? null);
    // Each asks a proxy of its own, so that a limit is not shared; the node itself has none.
    const open = async () => `localhost:${await (start?.(tls) ?? node.port)}`;
    const { report } = await runForReport(
      ['grpc', await open(), '--allow-private', '--retries', '0', ...args],
      { env: trust.env },
    );
    const rules = report.findings.map(({ rule }) => rule);
    const passes = await askGrpcPeers(open, { authority, schema: null });
    expect({ verdict: report.endpoints[0]?.verdict, rules, passes }).toEqual({
      verdict: state.verdict,
      rules: state.rules,
      passes: state.passes,
    });
    const agreed = { pass: peersOf.grpc, fail: [], inconclusive: null }[state.verdict];
    expect(state.why === null).toBe(isDeepStrictEqual(passes, agreed));
  });
});
