import { describe, expect, test } from 'vitest';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { runForReport } from '../support/command-line.js';
import { hasHaproxy, startHaproxy } from '../support/proxies.js';
import { createTrust, use } from '../support/servers.js';

if (!hasHaproxy) process.stderr.write('HAProxy is not installed: nodes behind it are NOT tested\n');

describe.runIf(hasHaproxy)('nodes behind HAProxy with TLS', () => {
  test.each([
    ['gRPC passed on as HTTP/2', 'alpn h2', 'server s 127.0.0.1:NODE proto h2', 'pass', []],
    ['gRPC passed on as HTTP/1.1', 'alpn h2', 'server s 127.0.0.1:NODE', 'fail', ['http/upstream-down']],
    [
      'HTTP/2 understood but not offered',
      'alpn http/1.1',
      'server s 127.0.0.1:NODE proto h2',
      'pass',
      ['tls/no-alpn'],
    ],
    ['a backend that is down', 'alpn h2', 'server s 127.0.0.1:1 proto h2', 'fail', ['http/upstream-down']],
    ['a backend without servers', 'alpn h2', '', 'fail', ['http/upstream-down']],
    ['a backend that denies', 'alpn h2', 'http-request deny deny_status 403', 'fail', ['http/forbidden']],
  ] as const)('%s', async (_name, bind, backend, verdict, rules) => {
    const trust = await createTrust();
    const node = await use(startCosmosNode());
    const port = await startHaproxy(await trust.issue(), bind, backend.replace('NODE', String(node.port)));
    const args = ['grpc', `localhost:${port}`, '--allow-private', '--retries', '0'];
    const { report } = await runForReport(args, { env: trust.env });
    expect(report.findings.map(({ rule }) => rule)).toEqual(rules);
    expect(report.endpoints[0]?.verdict).toBe(verdict);
  });

  test('an EVM node passes', async () => {
    const trust = await createTrust();
    const node = await use(startEvmNode());
    const port = await startHaproxy(
      await trust.issue(),
      'alpn h2,http/1.1',
      `server s 127.0.0.1:${node.port}`,
    );
    const { report } = await runForReport(['evm', `https://localhost:${port}`, '--allow-private'], {
      env: trust.env,
    });
    expect(report.findings).toEqual([]);
  });
});
