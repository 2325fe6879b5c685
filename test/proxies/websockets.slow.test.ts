import { describe, expect, test } from 'vitest';
import { startCometWebSocket } from '../../src/sandbox/rpc-node.js';
import { startAnvil } from '../support/anvil.js';
import { runForReport } from '../support/command-line.js';
import { hasCaddy, hasHaproxy, hasNginx, startCaddy, startHaproxy, startNginx } from '../support/proxies.js';
import { createTrust, use } from '../support/servers.js';

const upgrade =
  'proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection "upgrade";';

/** Checks a websocket behind a proxy with TLS; resolves to the report. */
async function check(
  kind: 'ws' | 'evm-ws',
  start: (trust: Awaited<ReturnType<typeof createTrust>>) => Promise<number>,
  path = '',
) {
  const trust = await createTrust();
  const url = `wss://localhost:${await start(trust)}${path}`;
  const { report } = await runForReport([kind, url, '--allow-private', '--retries', '0'], { env: trust.env });
  return report;
}

describe.runIf(hasNginx)('websockets behind nginx', () => {
  test('pass if it passes the upgrade on', async () => {
    const node = await startAnvil();
    const report = await check('evm-ws', async (trust) =>
      startNginx(await trust.issue(), `${upgrade} proxy_pass http://127.0.0.1:${node};`),
    );
    expect(report.findings).toEqual([]);
    expect(report.endpoints[0]?.facts).toMatchObject({ chainId: 31_337, subscription: 'confirmed' });
  });

  test('pass at the root that it maps to /websocket', async () => {
    const node = await use(startCometWebSocket());
    const location = `${upgrade} proxy_pass http://127.0.0.1:${node.port}/websocket;`;
    const report = await check('ws', async (trust) => startNginx(await trust.issue(), location));
    expect(report.findings.map(({ rule }) => rule)).toEqual(['entry/websocket-path']);
    expect(report.endpoints[0]?.facts).toMatchObject({ chainId: 'sandbox-1', subscription: 'confirmed' });
  });

  test.each([
    ['no upgrade', 'proxy_pass http://127.0.0.1:NODE;', 'ws/upgrade-refused'],
    ['a stopped node', `${upgrade} proxy_pass http://127.0.0.1:1;`, 'http/upstream-down'],
    ['a limit', 'return 429;', 'net/rate-limited'],
  ])('%s is named', async (_name, location, rule) => {
    const node = await use(startCometWebSocket());
    const config = location.replace('NODE', String(node.port));
    const report = await check('ws', async (trust) => startNginx(await trust.issue(), config), '/websocket');
    expect(report.findings.map((finding) => finding.rule)).toEqual([rule]);
  });

  test('an EVM node whose websockets it does not pass on, though it answers by POST', async () => {
    const node = await startAnvil();
    const report = await check('evm-ws', async (trust) =>
      startNginx(await trust.issue(), `proxy_pass http://127.0.0.1:${node};`),
    );
    expect(report.findings.map(({ rule, data }) => [rule, data])).toEqual([
      ['evm-ws/upgrade-refused', { status: null, suggestion: null }],
    ]);
  });
});

describe('websockets behind other proxies', () => {
  test.runIf(hasHaproxy)('pass behind HAProxy', async () => {
    const node = await startAnvil();
    const report = await check('evm-ws', async (trust) =>
      startHaproxy(await trust.issue(), 'alpn h2,http/1.1', `server node 127.0.0.1:${node}`),
    );
    expect(report.findings).toEqual([]);
  });

  test.runIf(hasCaddy)('pass behind Caddy', async () => {
    const node = await startAnvil();
    const report = await check('evm-ws', async (trust) =>
      startCaddy(await trust.issue(), `reverse_proxy 127.0.0.1:${node}`),
    );
    expect(report.findings).toEqual([]);
  });
});
