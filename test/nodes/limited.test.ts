import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runForReport } from '../support/command-line.js';
import { hasHaproxy, hasNginx, startHaproxy, startNginx } from '../support/proxies.js';
import { createTrust } from '../support/servers.js';
import { type CosmosNode, startCosmosNode } from './cosmos-node.js';

let node: CosmosNode;
beforeAll(async () => {
  node = await startCosmosNode();
});
afterAll(() => node.end('SIGTERM'));

/** Checks a node behind a proxy that `start` starts. */
async function check(start: (tls: Parameters<typeof startNginx>[0]) => Promise<number>, retries: number) {
  const trust = await createTrust();
  const port = await start(await trust.issue());
  const args = ['grpc', `localhost:${port}`, '--allow-private', '--retries', String(retries)];
  const { report } = await runForReport(args, { env: trust.env });
  const [endpoint] = report.endpoints;
  return {
    verdict: endpoint?.verdict,
    attempts: endpoint?.attempts,
    rules: report.findings.map(({ rule, data }) => [rule, data['detail']]),
  };
}

describe.runIf(hasNginx)('a real node behind limit_req of nginx', () => {
  // A minute, so that no wait between attempts is long enough.
  const limit = (burst: string, status: string) => (tls: Parameters<typeof startNginx>[0]) =>
    startNginx(
      tls,
      `limit_req zone=checks ${burst}; ${status} grpc_pass grpc://127.0.0.1:${node.port};`,
      'ssl http2',
      'limit_req_zone $binary_remote_addr zone=checks:1m rate=1r/m;',
    );

  test.each([
    ['status 503, its own', '', 'HTTP 503'],
    ['status 429', 'limit_req_status 429;', 'HTTP 429'],
  ])('is inconclusive, whatever the retries get: %s', async (_name, status, detail) => {
    expect(await check(limit('', status), 2)).toEqual({
      verdict: 'inconclusive',
      attempts: 3,
      rules: [['net/rate-limited', detail]],
    });
  });

  test('passes if the limit has room for the required calls', async () => {
    const rules = [['grpc/head-unknown', 'HTTP 503']];
    expect(await check(limit('burst=1 nodelay', ''), 0)).toEqual({ verdict: 'pass', attempts: 1, rules });
  });
});

describe.runIf(hasHaproxy)('a real node behind a stick table of HAProxy', () => {
  const limit = (most: number, rule: string) => (tls: Parameters<typeof startNginx>[0]) =>
    startHaproxy(
      tls,
      'alpn h2',
      `server node 127.0.0.1:${node.port} proto h2
      stick-table type ip size 1k expire 1m store http_req_rate(1m)
      http-request track-sc0 src
      http-request ${rule} if { sc_http_req_rate(0) gt ${most} }`,
    );

  test.each([
    ['status 429', 'deny deny_status 429', 'HTTP 429'],
    ['status 503', 'deny deny_status 503', 'HTTP 503, "No server is available to handle this request"'],
  ])('is inconclusive: %s', async (_name, rule, detail) => {
    expect(await check(limit(1, rule), 2)).toEqual({
      verdict: 'inconclusive',
      attempts: 3,
      rules: [['net/rate-limited', detail]],
    });
  });

  test('passes if the table has room for the required calls', async () => {
    const rules = [['grpc/head-unknown', 'HTTP 403']];
    expect(await check(limit(2, 'deny'), 0)).toEqual({ verdict: 'pass', attempts: 1, rules });
  });
});
