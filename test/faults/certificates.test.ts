import https from 'node:https';
import { expect, test } from 'vitest';
import type { CertificateOptions } from '../../src/sandbox/certificates.js';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { listen } from '../../src/sandbox/server.js';
import { runForReport } from '../support/command-line.js';
import { createRegistry } from '../support/directory.js';
import { createTrust, use } from '../support/servers.js';

// Validity is kept in whole seconds.
const from = new Date(Math.trunc(Date.now() / 1_000) * 1_000 - 90 * 86_400_000);
const past = new Date(from.getTime() + 86_400_000);
const future = new Date(from.getTime() + 180 * 86_400_000);
const later = new Date(from.getTime() + 360 * 86_400_000);

test('the problem of a certificate of a trusted authority is named, and its end is a fact if it is valid', async () => {
  const rows: readonly [CertificateOptions, string, object][] = [
    [
      { notBefore: from, notAfter: past },
      'tls/certificate-expired',
      { validTo: past.toISOString(), leaf: true },
    ],
    [
      { notBefore: future, notAfter: later },
      'tls/certificate-not-yet-valid',
      { validFrom: future.toISOString() },
    ],
    [
      { hosts: ['a.example.com', '192.0.2.1', '*.b.example.com'] },
      'tls/wrong-host',
      { host: 'localhost', names: ['a.example.com', '192.0.2.1', '*.b.example.com'] },
    ],
    // By its subject, if it has no names.
    [{ hosts: [] }, 'tls/wrong-host', { host: 'localhost', names: ['CN=endpoint-check sandbox node'] }],
  ];
  const trust = await createTrust();
  const start = async (options: CertificateOptions) => {
    const { port } = await use(startEvmNode({ tls: await trust.issue(options) }));
    return `https://localhost:${port}`;
  };
  const urls = await Promise.all([...rows.map(([options]) => options), { notAfter: later }].map(start));
  const args = ['evm', ...urls, '--allow-private', '--retries', '0'];
  const { report } = await runForReport(args, { env: trust.env });
  const ofEndpoints = report.findings.filter(({ rule }) => rule.startsWith('tls/'));
  expect(ofEndpoints.map(({ endpoint, rule, data }) => [endpoint, rule, data])).toEqual(
    rows.map(([, rule, data], at) => [at, rule, data]),
  );
  expect(report.endpoints.at(-1)?.facts).toMatchObject({ certificateExpiresAt: later.toISOString() });
});

test('a name that a trusted authority may not certify is told in words, since Node has no code for it', async () => {
  const excluded = Buffer.concat([Buffer.from('300fa10d300b8209', 'hex'), Buffer.from('localhost')]);
  const trust = await createTrust(excluded);
  const { port } = await use(startEvmNode({ tls: await trust.issue() }));
  const args = ['evm', `https://localhost:${port}`, '--allow-private', '--retries', '0'];
  const { report } = await runForReport(args, { env: trust.env });
  expect(report.findings[0]).toMatchObject({
    rule: 'tls/untrusted',
    data: { code: 'excluded subtree violation' },
  });
});

test('every kind reports a server that requires a client certificate, though with TLS 1.3 only after the handshake', async () => {
  const trust = await createTrust();
  const server = https.createServer({
    ...(await trust.issue({})),
    requestCert: true,
    rejectUnauthorized: true,
    ALPNProtocols: ['h2', 'http/1.1'],
  });
  const { port } = await use(listen(server));
  const [http, ws] = [`https://localhost:${port}`, `wss://localhost:${port}`];
  const registry = await createRegistry({
    sandbox: {
      grpc: [`localhost:${port}`],
      'evm-http-jsonrpc': [http],
      rpc: [http],
      rest: [http],
      'grpc-web': [http],
      wss: [`${ws}/websocket`],
      'json-rpc-websocket': [ws],
    },
  });
  const { report } = await runForReport(['check', registry, '--allow-private', '--retries', '0'], {
    env: trust.env,
  });
  expect(new Set(report.endpoints.map(({ kind }) => kind)).size).toBe(7);
  const data = { code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' };
  const hint = 'require no client certificate: users of a public endpoint have none';
  for (const [at, { kind }] of report.endpoints.entries())
    expect(
      report.findings
        .filter(({ endpoint, severity }) => endpoint === at && severity === 'error')
        .map((found) => [found.rule, found.data, found.hint]),
      kind,
    ).toEqual([['tls/handshake-failed', data, hint]]);
});
