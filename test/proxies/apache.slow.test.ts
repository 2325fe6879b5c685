import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { startCometWebSocket, startRpcNode } from '../../src/sandbox/rpc-node.js';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import type { KeyPair } from '../../src/sandbox/certificates.js';
import { runForReport } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';
import { findFreePort } from '../support/ports.js';
import { createTrust, runListener, use } from '../support/servers.js';

/** Where Debian keeps Apache's modules. */
const modules = '/usr/lib/apache2/modules';

/** Whether Apache is installed here, as Debian packages it. */
const hasApache = spawnSync('apache2', ['-v']).error === undefined;

/** Starts Apache as a TLS proxy on 127.0.0.1 until the test ends. `host` configures its only virtual host. Resolves to the port. */
async function startApache(tls: KeyPair, host: string): Promise<number> {
  const port = await findFreePort();
  const loaded = ['mpm_event', 'authz_core', 'ssl', 'http2', 'proxy', 'proxy_http', 'proxy_http2'];
  const directory = await createDirectory({
    'key.pem': tls.key,
    'cert.pem': tls.cert,
    'apache.conf': `
      ${loaded.map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`).join('\n')}
      ServerName localhost
      PidFile pid
      ErrorLog error.log
      Listen 127.0.0.1:${port}
      <VirtualHost *:${port}>
        SSLEngine on
        SSLCertificateFile cert.pem
        SSLCertificateKeyFile key.pem
        ${host}
      </VirtualHost>`,
  });
  const args = ['-d', directory, '-f', 'apache.conf', '-D', 'FOREGROUND'];
  // Its workers end with it only if it ends them.
  await runListener(port, ['apache2', ...args], { stdio: 'ignore', endBy: 'SIGTERM' });
  return port;
}

if (!hasApache) process.stderr.write('Apache is not installed: endpoints behind it are NOT tested\n');

/** Checks an endpoint behind Apache, whose url `format` makes from its port; resolves to the findings. */
async function check(kind: string, host: string, format: (port: number) => string) {
  const trust = await createTrust();
  const url = format(await startApache(await trust.issue(), host));
  const { report } = await runForReport([kind, url, '--allow-private', '--retries', '0'], { env: trust.env });
  return report.findings.map(({ rule, hint }) => [rule, hint]);
}

describe.runIf(hasApache)('behind Apache', () => {
  const passGrpc = (port: number) => `ProxyPass / h2c://127.0.0.1:${port}/`;

  test('gRPC passes', async () => {
    const { port } = await use(startCosmosNode());
    const host = `Protocols h2 http/1.1\n${passGrpc(port)}`;
    expect(await check('grpc', host, (at) => `localhost:${at}`)).toEqual([]);
  });

  test('gRPC without HTTP/2 gets the option to turn it on, though Apache answers with a protocol that was not offered', async () => {
    const { port } = await use(startCosmosNode());
    const found = await check('grpc', passGrpc(port), (at) => `localhost:${at}`);
    expect(found).toEqual([['tls/no-h2', expect.stringContaining('Protocols h2 http/1.1')]]);
  });

  test('a websocket passes if it passes the upgrade on', async () => {
    const { port } = await use(startCometWebSocket());
    const host = `ProxyPass / http://127.0.0.1:${port}/ upgrade=websocket`;
    expect(await check('ws', host, (at) => `wss://localhost:${at}/websocket`)).toEqual([]);
  });

  test('a websocket whose upgrade it loses is not reported as an RPC', async () => {
    const { port } = await use(startRpcNode());
    const found = await check(
      'ws',
      `ProxyPass / http://127.0.0.1:${port}/`,
      (at) => `wss://localhost:${at}/websocket`,
    );
    expect(found).toEqual([
      ['ws/upgrade-refused', expect.stringContaining('let the proxy pass the upgrade on')],
    ]);
  });

  test.each([
    ['ws', 'ws', 'write wss in place of ws'],
    ['rpc', 'http', 'write https in place of http'],
  ])('%s on the port of TLS has its scheme', async (kind, scheme, hint) => {
    const found = await check(
      kind,
      'ProxyPass / http://127.0.0.1:1/',
      (at) => `${scheme}://localhost:${at}/websocket`,
    );
    expect(found).toEqual([['http/status', hint]]);
  });
});
