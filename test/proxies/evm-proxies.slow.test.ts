import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { KeyPair } from '../../src/sandbox/certificates.js';
import { listen } from '../../src/sandbox/server.js';
import { spawnAnvil } from '../support/anvil.js';
import { runForReport } from '../support/command-line.js';
import { findFreePort } from '../support/ports.js';
import { fronts, hasHaproxy, hasNginx, startHaproxy, startNginx } from '../support/proxies.js';
import { createTrust } from '../support/servers.js';

type Start = (tls: KeyPair, port: number) => Promise<number>;

/** Checks the node itself (if `start` is null) or a proxy before it. */
async function check(port: number, start: Start | null, ...args: string[]) {
  const trust = await createTrust();
  const url =
    start === null
      ? `http://127.0.0.1:${port}`
      : `https://localhost:${await start(await trust.issue(), port)}`;
  const { report } = await runForReport(['evm', url, '--allow-private', ...args], { env: trust.env });
  const [endpoint] = report.endpoints;
  const findings = report.findings.filter(({ rule }) => rule !== 'http/plaintext');
  return {
    verdict: endpoint?.verdict,
    attempts: endpoint?.attempts,
    rules: findings.map(({ rule, data: { detail } }) =>
      typeof detail === 'string' ? `${rule}: ${detail}` : rule,
    ),
  };
}

const claim = ['--chain-id', '31337'];
const noRetries = ['--retries', '0'];

describe('a real EVM node that ended', () => {
  test.each(['SIGTERM', 'SIGKILL'] as const)('by %s is not there', async (signal) => {
    const node = await spawnAnvil(await findFreePort());
    await node.end(signal);
    expect(await check(node.port, null, ...noRetries)).toMatchObject({
      verdict: 'fail',
      rules: ['net/refused'],
    });
    for (const { name, startHttp } of fronts) {
      const { verdict, rules } = await check(node.port, startHttp, ...noRetries);
      expect([verdict, ...rules.map((rule) => rule.replace(/:.*/, ''))], name).toEqual([
        'fail',
        'http/upstream-down',
      ]);
    }
  });

  test.each(fronts)('and comes back in mid-run passes behind $name', async ({ startHttp }) => {
    const ending = net.createServer((socket) => socket.destroy());
    const met = once(ending, 'connection');
    const at = { host: '127.0.0.1', port: await findFreePort() };
    const { port, close } = await listen(ending, at);
    const run = check(port, startHttp, ...claim, '--retries', '9');
    await met;
    await close();
    await spawnAnvil(port);
    const { verdict, rules, attempts } = await run;
    expect({ verdict, rules }).toEqual({ verdict: 'pass', rules: [] });
    expect(attempts).toBeGreaterThan(1);
  });
});

describe('a real EVM node that is paused', () => {
  const direct = { name: 'no proxy', startHttp: null };

  test.each([direct, ...fronts])('does not answer: $name', async ({ name, startHttp }) => {
    const node = await spawnAnvil(0);
    node.signal('SIGSTOP');
    const start: Start | null = startHttp && ((tls, port) => startHttp(tls, port, '1s'));
    const { verdict, rules } = await check(node.port, start, ...noRetries, '--timeout', '3s');
    // HAProxy answers after `timeout server`, the other proxies wait for longer than the check.
    const rule = name === 'HAProxy' ? 'http/upstream-down: HTTP 504' : 'net/response-timeout';
    expect({ verdict, rules }).toEqual({ verdict: 'fail', rules: [rule] });
  });

  test('passes when it goes on', async () => {
    const node = await spawnAnvil(0);
    node.signal('SIGSTOP');
    const run = check(node.port, null, ...claim);
    await sleep(1_000);
    node.signal('SIGCONT');
    expect(await run).toEqual({ verdict: 'pass', attempts: 1, rules: [] });
  });
});

/** Each lets a number of requests through, and none for the rest of the minute. */
const limits: readonly (readonly [string, boolean, (most: number, status: number) => Start])[] = [
  [
    'limit_req of nginx',
    hasNginx,
    (most, status) => (tls, port) =>
      startNginx(
        tls,
        `limit_req zone=checks ${most === 1 ? '' : `burst=${most - 1} nodelay`}; limit_req_status ${status}; proxy_pass http://127.0.0.1:${port};`,
        'ssl',
        'limit_req_zone $binary_remote_addr zone=checks:1m rate=1r/m;',
      ),
  ],
  [
    'a stick table of HAProxy',
    hasHaproxy,
    (most, status) => (tls, port) =>
      startHaproxy(
        tls,
        'alpn h2,http/1.1',
        `server node 127.0.0.1:${port}
        stick-table type ip size 1k expire 1m store http_req_rate(1m)
        http-request track-sc0 src
        http-request deny deny_status ${status} if { sc_http_req_rate(0) gt ${most} }`,
      ),
  ],
];

describe.each(limits)('a real EVM node behind %s', (_name, isHere, limit) => {
  test.runIf(isHere).each([429, 503])(
    'is inconclusive if a limit withheld its chain id: HTTP %i',
    async (status) => {
      const { port } = await spawnAnvil(0);
      const limited = {
        verdict: 'inconclusive',
        rules: [expect.stringMatching(`^net/rate-limited: HTTP ${status}\\b`)],
      };
      expect(await check(port, limit(1, status), ...claim)).toMatchObject(limited);
    },
  );

  test.runIf(isHere)('passes if the limit has room for the required calls', async () => {
    const { port } = await spawnAnvil(0);
    // The chain id is required if an entry claims one.
    const passed = { verdict: 'pass', attempts: 1, rules: [] };
    expect(await check(port, limit(1, 503))).toEqual(passed);
    expect(await check(port, limit(2, 503), ...claim)).toEqual(passed);
  });
});

test.runIf(hasNginx)('a limit of one request in a second is waited for', async () => {
  const { port } = await spawnAnvil(0);
  const start: Start = (tls) =>
    startNginx(
      tls,
      `limit_req zone=checks; proxy_pass http://127.0.0.1:${port};`,
      'ssl',
      'limit_req_zone $binary_remote_addr zone=checks:1m rate=1r/s;',
    );
  expect(await check(port, start, ...claim, ...noRetries)).toEqual({
    verdict: 'pass',
    attempts: 1,
    rules: [],
  });
});

test.runIf(hasHaproxy).each([
  [429, 'inconclusive', 'net/rate-limited: HTTP 429'],
  // Nothing was answered, so the node may be down.
  [503, 'fail', 'http/upstream-down: HTTP 503, "No server is available to handle this request"'],
])('a limit with no room at all: HTTP %i', async (status, verdict, rule) => {
  const { port } = await spawnAnvil(0);
  const start: Start = (tls) =>
    startHaproxy(tls, 'alpn h2,http/1.1', `http-request deny deny_status ${status}`);
  expect(await check(port, start, ...claim, ...noRetries)).toEqual({ verdict, attempts: 1, rules: [rule] });
});
