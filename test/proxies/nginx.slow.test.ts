import { describe, expect, test } from 'vitest';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { startAnvil } from '../support/anvil.js';
import { runForReport } from '../support/command-line.js';
import { createDirectory, formatParam } from '../support/directory.js';
import { hasNginx, startNginx } from '../support/proxies.js';
import { createTrust, use } from '../support/servers.js';
import { serve } from '../support/web-servers.js';

if (!hasNginx) process.stderr.write('nginx is not installed: nodes behind it are NOT tested\n');

describe.runIf(hasNginx)('nodes behind nginx with TLS', () => {
  test.each([
    ['', ''],
    // Streams that a client opens before it has acknowledged the SETTINGS are refused.
    ['that takes no body before its SETTINGS', 'http2_body_preread_size 0;'],
    ['that allows one stream at once', 'http2_max_concurrent_streams 1;'],
  ])('a gRPC node behind grpc_pass passes %s', async (_name, http) => {
    const trust = await createTrust();
    const node = await use(startCosmosNode({ reflection: 'v1alpha', network: 'sandbox-1' }));
    const pass = `grpc_pass grpc://127.0.0.1:${node.port};`;
    const port = await startNginx(await trust.issue(), pass, 'ssl http2', http);
    const args = ['grpc', `localhost:${port}`, '--allow-private', '--chain-id', 'sandbox-1'];
    const { report, exitCode } = await runForReport(args, { env: trust.env });
    expect(report.findings).toEqual([]);
    expect(report.endpoints[0]).toMatchObject({ verdict: 'pass', attempts: 1 });
    expect(report.endpoints[0]?.facts).toMatchObject({
      transport: 'tls',
      reflection: 'v1alpha',
      chainId: 'sandbox-1',
      blockHeight: 1_234,
    });
    expect(exitCode).toBe(0);
  });

  test.each(['ssl http2', 'ssl'])('an EVM node behind proxy_pass passes (listen %s)', async (listen) => {
    const trust = await createTrust();
    const node = await startAnvil();
    const port = await startNginx(await trust.issue(), `proxy_pass http://127.0.0.1:${node};`, listen);
    const args = ['evm', `https://localhost:${port}`, '--allow-private', '--chain-id', '31337'];
    const { report, exitCode } = await runForReport(args, { env: trust.env });
    expect(report.findings).toEqual([]);
    expect(report.endpoints[0]).toMatchObject({ verdict: 'pass', attempts: 1 });
    expect(report.endpoints[0]?.facts).toMatchObject({ chainId: 31_337, blockHeight: 0 });
    expect(exitCode).toBe(0);
  });

  test('proxy_pass in place of grpc_pass, which loses the trailers, is named', async () => {
    const trust = await createTrust();
    const upstream = await serve((_, response) =>
      response.writeHead(200, { 'content-type': 'application/grpc' }).end(),
    );
    const port = await startNginx(await trust.issue(), `proxy_pass ${upstream.origin};`);
    const args = ['grpc', `localhost:${port}`, '--allow-private', '--retries', '0'];
    const { report } = await runForReport(args, { env: trust.env });
    expect(report.findings.map(({ rule }) => rule)).toEqual(['grpc/no-status']);
  });

  test.each([
    ['grpc_pass without http2', 'ssl', 'grpc_pass grpc://127.0.0.1:NODE;', 'tls/no-h2'],
    ['no grpc_pass at all', 'ssl http2', 'return 404;', 'http/status'],
    ['a stopped node behind grpc_pass', 'ssl http2', 'grpc_pass grpc://127.0.0.1:1;', 'http/upstream-down'],
    ['a password', 'ssl http2', 'return 401;', 'http/auth-required'],
  ])('%s is named', async (_name, listen, location, rule) => {
    const trust = await createTrust();
    const node = await use(startCosmosNode());
    const port = await startNginx(await trust.issue(), location.replace('NODE', String(node.port)), listen);
    const args = ['grpc', `localhost:${port}`, '--allow-private', '--retries', '0'];
    const { report } = await runForReport(args, { env: trust.env });
    expect(report.findings.map((finding) => finding.rule)).toEqual([rule]);
  });
});

/** As nginx's own page recommends; the status of a refusal is 503 by default. */
const limit = 'limit_req_zone $binary_remote_addr zone=one:1m rate=10r/s;';

// Names below localhost are the loopback (RFC 6761 section 6.3): forty hosts of one provider at one address.
const hosts = Array.from({ length: 40 }, (_, at) => `n${at}.nodes.localhost`);

test.runIf(hasNginx).each(['evm', 'grpc'] as const)(
  'of forty healthy %s hosts behind one nginx with limit_req none fails',
  async (kind) => {
    const trust = await createTrust();
    const tls = await trust.issue({ hosts: ['*.nodes.localhost'] });
    const node = await use(kind === 'evm' ? startEvmNode() : startCosmosNode());
    const pass = kind === 'evm' ? 'proxy_pass http' : 'grpc_pass grpc';
    const port = await startNginx(
      tls,
      `limit_req zone=one burst=20 nodelay; ${pass}://127.0.0.1:${node.port};`,
      'ssl http2',
      limit,
    );
    const urls = hosts.map((host) => (kind === 'evm' ? `https://${host}:${port}` : `${host}:${port}`));
    const cwd = await createDirectory({ 'chain/a/param.json': formatParam({ [kind]: urls }) });
    const { report } = await runForReport(['check', '--allow-private'], { cwd, env: trust.env });
    const verdicts = report.endpoints.map(({ verdict }) => verdict);
    expect(verdicts).not.toContain('fail');
    // At a slower pace, most of them are answered.
    expect(verdicts.filter((verdict) => verdict === 'pass').length).toBeGreaterThan(hosts.length / 2);
  },
);
