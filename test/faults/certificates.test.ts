import https from 'node:https';
import { describe, expect, test } from 'vitest';
import type { CertificateOptions } from '../../src/sandbox/certificates.js';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { listen } from '../../src/sandbox/server.js';
import { runForReport } from '../support/command-line.js';
import { createTrust, use } from '../support/servers.js';

// Validity is kept in whole seconds.
const from = new Date(Math.trunc(Date.now() / 1_000) * 1_000 - 90 * 86_400_000);
const past = new Date(from.getTime() + 86_400_000);
const future = new Date(from.getTime() + 180 * 86_400_000);
const later = new Date(from.getTime() + 360 * 86_400_000);

describe('the problem of a certificate of a trusted authority is named', () => {
  test.each<[string, CertificateOptions, string, object]>([
    [
      'its end',
      { notBefore: from, notAfter: past },
      'tls/certificate-expired',
      { validTo: past.toISOString(), leaf: true },
    ],
    [
      'its beginning',
      { notBefore: future, notAfter: later },
      'tls/certificate-not-yet-valid',
      { validFrom: future.toISOString() },
    ],
    [
      'its names and addresses',
      { hosts: ['a.example.com', '192.0.2.1', '*.b.example.com'] },
      'tls/wrong-host',
      { host: 'localhost', names: ['a.example.com', '192.0.2.1', '*.b.example.com'] },
    ],
    [
      'its subject, where it has no names',
      { hosts: [] },
      'tls/wrong-host',
      { host: 'localhost', names: ['CN=endpoint-check sandbox node'] },
    ],
  ])('%s', async (_, options, rule, data) => {
    const trust = await createTrust();
    const node = await use(startEvmNode({ tls: await trust.issue(options) }));
    const args = ['evm', `https://localhost:${node.port}`, '--allow-private', '--retries', '0'];
    const { report } = await runForReport(args, { env: trust.env });
    expect(report.findings.map((finding) => [finding.rule, finding.data])).toEqual([[rule, data]]);
  });

  test('its end is a fact if it is valid', async () => {
    const trust = await createTrust();
    const node = await use(startEvmNode({ tls: await trust.issue({ notAfter: later }) }));
    const args = ['evm', `https://127.0.0.1:${node.port}`, '--allow-private'];
    const { report } = await runForReport(args, { env: trust.env });
    expect(report.endpoints[0]?.facts).toMatchObject({ certificateExpiresAt: later.toISOString() });
  });
});

describe('a server that requires a client certificate is named, though TLS 1.3 has it say so only after the handshake', () => {
  test.each(['grpc', 'evm', 'rpc', 'rest', 'grpc-web', 'ws', 'evm-ws'])('%s', async (kind) => {
    const trust = await createTrust();
    const pair = await trust.issue({});
    const server = https.createServer({
      ...pair,
      requestCert: true,
      rejectUnauthorized: true,
      ALPNProtocols: ['h2', 'http/1.1'],
    });
    const { port } = await use(listen(server));
    const scheme = { grpc: '', ws: 'wss://', 'evm-ws': 'wss://' }[kind] ?? 'https://';
    const path = kind === 'ws' ? '/websocket' : '';
    const args = [kind, `${scheme}localhost:${port}${path}`, '--allow-private', '--retries', '0'];
    const { report } = await runForReport(args, { env: trust.env });
    const code = 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED';
    const reported = report.findings.map(({ rule, data, hint }) => ({ rule, data, hint }));
    const hint = 'require no client certificate: users of a public endpoint have none';
    expect(reported).toEqual([{ rule: 'tls/handshake-failed', data: { code }, hint }]);
  });
});
