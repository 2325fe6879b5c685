import https from 'node:https';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { startCometWebSocket } from '../../src/sandbox/rpc-node.js';
import { listen } from '../../src/sandbox/server.js';
import { runForReport, runProcess } from '../support/command-line.js';
import { createTrust, use } from '../support/servers.js';
import { startTlsFlood } from './tls-flood-server.js';

const kinds = [
  ['grpc', startCosmosNode, (port: number) => `localhost:${port}`],
  ['evm', startEvmNode, (port: number) => `https://localhost:${port}`],
  ['ws', startCometWebSocket, (port: number) => `wss://localhost:${port}/websocket`],
] as const;

// Not in the table of faults, since no other client ends by itself.
describe('messages of TLS itself without end are too large an answer', () => {
  const rows = kinds.flatMap(([kind, , formatUrl]) =>
    (['tickets', 'key updates'] as const).map((message) => ({ kind, formatUrl, message })),
  );
  test.each(rows)('$kind: $message', async ({ kind, formatUrl, message }) => {
    const trust = await createTrust();
    const { port } = await use(startTlsFlood(await trust.issue(), message));
    const args = [kind, formatUrl(port), '--allow-private', '--retries', '0'];
    const { report } = await runForReport(args, { env: trust.env }, runProcess);
    const data = { limitBytes: 262_144 };
    expect(report.findings.map(({ rule, data: found }) => ({ rule, data: found }))).toEqual([
      { rule: 'net/response-too-large', data },
    ]);
  });
});

test.each(kinds)(
  'a server with DHE only fails as with Chrome and Go: %s',
  async (kind, _start, formatUrl) => {
    const trust = await createTrust();
    const tls = await trust.issue({ rsa: true });
    const secure = { ...tls, ciphers: 'DHE-RSA-AES128-GCM-SHA256', maxVersion: 'TLSv1.2' } as const;
    const { port } = await use(listen(https.createServer({ ...secure, dhparam: 'auto' })));
    const args = [kind, formatUrl(port), '--allow-private', '--retries', '0'];
    const { report } = await runForReport(args, { env: trust.env }, runProcess);
    expect(report.findings.map(({ rule }) => rule)).toEqual(['tls/handshake-failed']);
    expect(report.findings[0]?.hint).toContain('cipher suites with ECDHE');
  },
);

describe('no native object of a connection is freed while it is in use', () => {
  const collectsGarbage = {
    NODE_OPTIONS: `--expose-gc --import ${pathToFileURL('test/support/collect-garbage.js').href}`,
    MALLOC_PERTURB_: '165',
  };

  test.each(kinds)('%s', async (kind, start, formatUrl) => {
    const trust = await createTrust();
    const tls = await trust.issue();
    const nodes = await Promise.all(Array.from({ length: 12 }, () => use(start({ tls }))));
    const args = [
      kind,
      ...nodes.map(({ port }) => formatUrl(port)),
      '--allow-private',
      '--retries',
      '0',
      '--per-host',
      '12',
    ];
    const { report } = await runForReport(args, { env: { ...trust.env, ...collectsGarbage } }, runProcess);
    expect(new Set(report.endpoints.map(({ verdict }) => verdict))).toEqual(new Set(['pass']));
  });
});
