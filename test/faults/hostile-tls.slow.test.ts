import https from 'node:https';
import { describe, expect, test } from 'vitest';
import { listen } from '../../src/sandbox/server.js';
import { runForReport, runProcess } from '../support/command-line.js';
import { createTrust, use } from '../support/servers.js';
import { startTlsFlood } from './tls-flood-server.js';

const kinds = [
  ['grpc', (port: number) => `localhost:${port}`],
  ['evm', (port: number) => `https://localhost:${port}`],
  ['ws', (port: number) => `wss://localhost:${port}/websocket`],
] as const;

// Not in the table of faults, since no other client ends by itself.
describe('messages of TLS itself without end are too large an answer', () => {
  const rows = kinds.flatMap(([kind, formatUrl]) =>
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

test.each(kinds)('a server with DHE only fails as with Chrome and Go: %s', async (kind, formatUrl) => {
  const trust = await createTrust();
  const tls = await trust.issue({ rsa: true });
  const secure = { ...tls, ciphers: 'DHE-RSA-AES128-GCM-SHA256', maxVersion: 'TLSv1.2' } as const;
  const { port } = await use(listen(https.createServer({ ...secure, dhparam: 'auto' })));
  const args = [kind, formatUrl(port), '--allow-private', '--retries', '0'];
  const { report } = await runForReport(args, { env: trust.env }, runProcess);
  expect(report.findings.map(({ rule }) => rule)).toEqual(['tls/handshake-failed']);
  expect(report.findings[0]?.hint).toContain('cipher suites with ECDHE');
});
