import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { runForReport } from '../support/command-line.js';
import { holdClosedPort, listen } from '../../src/sandbox/server.js';
import { createTrust, use } from '../support/servers.js';
import { startTunnelProxy } from '../support/sockets.js';

describe('with --proxy, endpoints are probed through the proxy of the environment, which resolves their names', () => {
  test('of gRPC and EVM, with the account of the proxy', async () => {
    const trust = await createTrust();
    const tls = await trust.issue({ hosts: ['node.invalid'] });
    const proxy = await use(startTunnelProxy());
    const grpc = await use(startCosmosNode({ tls }));
    const evm = await use(startEvmNode({ tls }));
    const env = { ...trust.env, HTTPS_PROXY: `http://me:pa%20ss@127.0.0.1:${proxy.port}` };
    for (const args of [
      ['grpc', `node.invalid:${grpc.port}`],
      ['evm', `https://node.invalid:${evm.port}`],
    ]) {
      const { report } = await runForReport([...args, '--proxy'], { env });
      expect(report.findings).toEqual([]);
      expect(report.endpoints[0]).toMatchObject({ verdict: 'pass', attempts: 1 });
    }
    const account = `Basic ${Buffer.from('me:pa ss').toString('base64')}`;
    expect(proxy.requests).toEqual([
      `node.invalid:${grpc.port} ${account}`,
      `node.invalid:${evm.port} ${account}`,
    ]);
  });

  test('not without it', async () => {
    const proxy = await use(startTunnelProxy());
    const env = {
      https_proxy: `http://127.0.0.1:${proxy.port}`,
      HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
    };
    const node = await use(startCosmosNode());
    const { report } = await runForReport(['grpc', `localhost:${node.port}`, '--allow-private'], { env });
    expect(report.endpoints[0]?.verdict).toBe('pass');
    expect(proxy.requests).toEqual([]);
  });

  test('not for hosts of NO_PROXY', async () => {
    const proxy = await use(startTunnelProxy());
    const env = { ALL_PROXY: `http://127.0.0.1:${proxy.port}`, NO_PROXY: 'example.com,.localhost' };
    const node = await use(startCosmosNode());
    const args = [
      'grpc',
      `localhost:${node.port}`,
      `node.localhost:${node.port}`,
      '--allow-private',
      '--proxy',
    ];
    const { report } = await runForReport(args, { env });
    expect(report.endpoints.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
    expect(proxy.requests).toEqual([]);
  });

  test('private addresses stay refused', async () => {
    const proxy = await use(startTunnelProxy());
    const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
    const { report } = await runForReport(
      ['grpc', '127.0.0.1:9090', 'localhost:9090', '[::1]:9090', '--proxy'],
      { env },
    );
    expect(report.findings.map(({ rule }) => rule)).toEqual(
      Array.from({ length: 3 }, () => 'net/blocked-address'),
    );
    expect(proxy.requests).toEqual([]);
  });
});

describe('a failure of the proxy does not fail an endpoint', () => {
  test.each([['grpc'], ['evm']])('%s: a proxy that refuses, and one that is missing', async (kind) => {
    const url = kind === 'grpc' ? 'node.invalid:443' : 'https://node.invalid';
    const refusing = await use(startTunnelProxy(407));
    const missing = await use(holdClosedPort());
    for (const [port, detail] of [
      [refusing.port, 'HTTP 407'],
      [missing.port, 'net/refused'],
    ]) {
      const env = { HTTPS_PROXY: `127.0.0.1:${port ?? ''}` };
      const { report, exitCode } = await runForReport(
        [kind, url, '--proxy', '--retries', '0', '--fail-on', 'error'],
        { env },
      );
      expect(report.findings.map(({ rule, data }) => [rule, data['detail']])).toEqual([
        ['net/proxy-failed', detail],
      ]);
      expect(report.endpoints[0]?.verdict).toBe('inconclusive');
      expect(exitCode).toBe(0);
    }
  });

  test.each([
    ['grpc', 'node.invalid:443'],
    ['grpc', 'node.invalid:9090'],
    ['evm', 'https://node.invalid'],
    ['rpc', 'https://node.invalid'],
    ['rest', 'http://node.invalid'],
    ['grpc-web', 'https://node.invalid'],
    ['ws', 'wss://node.invalid/websocket'],
    ['evm-ws', 'ws://node.invalid'],
    ['peer', `${'ab'.repeat(20)}@node.invalid:26656`],
  ])('%s %s: a proxy that answers HTML in its place', async (kind, url) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        setTimeout(() => socket.write('<html>blocked</html>'), 20);
      });
    });
    const { port } = await use(listen(server));
    const env = { HTTPS_PROXY: `127.0.0.1:${port}` };
    const args = [kind, url, '--proxy', '--retries', '0', '--timeout', '5s'];
    const { report } = await runForReport(args, { env });
    expect([report.endpoints[0]?.verdict, report.findings.map(({ rule }) => rule)]).toEqual([
      'inconclusive',
      ['net/proxy-failed'],
    ]);
  });
});
