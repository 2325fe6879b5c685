import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAnvil } from '../support/anvil.js';
import { runForReport } from '../support/command-line.js';
import { createDirectory, formatParam } from '../support/directory.js';
import { fronts } from '../support/proxies.js';
import { appVersion, type SdkLine } from './build.js';
import { type CosmosNode, startCosmosNode } from './cosmos-node.js';
import { createTrust } from '../support/servers.js';

/** The services of a minimal chain of any release. */
const services = [
  'cosmos.auth.v1beta1.Query',
  'cosmos.bank.v1beta1.Query',
  'cosmos.base.tendermint.v1beta1.Service',
  'cosmos.staking.v1beta1.Query',
  'grpc.reflection.v1alpha.ServerReflection',
];

describe.each<[SdkLine, RegExp]>([
  ['0.53', /^v0\.53\.\d+$/],
  ['0.50', /^v0\.50\.\d+$/],
])('a real node of Cosmos SDK %s', (line, version) => {
  let node: CosmosNode;
  beforeAll(async () => {
    node = await startCosmosNode({ line, chainId: 'real-1' });
  });
  afterAll(() => node.end('SIGTERM'));

  test('passes in plaintext, with the facts of its build, and its height grows', async () => {
    const args = ['grpc', `127.0.0.1:${node.port}`, '--allow-private', '--chain-id', 'real-1'];
    const { report: first, exitCode } = await runForReport(args);
    expect([exitCode, first.findings.map(({ rule }) => rule)]).toEqual([0, ['grpc/plaintext']]);
    expect(first.endpoints[0]).toMatchObject({ verdict: 'pass', attempts: 1 });
    expect(node.sdk).toMatch(version);
    expect(first.endpoints[0]?.facts).toMatchObject({
      transport: 'plaintext',
      reflection: 'v1alpha',
      services: expect.arrayContaining(services) as unknown,
      chainId: 'real-1',
      moniker: 'node0',
      sdkVersion: node.sdk,
      appVersion,
    });
    const height = await node.send(node.account, '1stake');
    const { report: second } = await runForReport(args);
    const heights = [first, second].map(({ endpoints }) => Number(endpoints[0]?.facts['blockHeight']));
    expect(heights[0]).toBeGreaterThan(0);
    expect(heights[0]).toBeLessThan(height);
    expect(heights[1]).toBeGreaterThanOrEqual(height);
  });

  test.each(fronts)('passes behind $name with TLS, and anvil beside it', async ({ startGrpc, startHttp }) => {
    const trust = await createTrust();
    const tls = await trust.issue();
    const evm = await startAnvil('--chain-id', '9001');
    const [grpcPort, evmPort] = await Promise.all([startGrpc(tls, node.port), startHttp(tls, evm)]);
    const urls = { grpc: [`localhost:${grpcPort}`], evm: [`https://localhost:${evmPort}`] };
    const claims = { chain_id_cosmos: 'real-1', chain_id_evm: '0x2329' };
    const directory = await createDirectory({ 'chain/real/param.json': formatParam(urls, claims) });
    const { report, exitCode } = await runForReport([directory, '--allow-private'], { env: trust.env });
    expect([exitCode, report.findings]).toEqual([0, []]);
    expect(report.endpoints.map(({ kind, verdict, attempts }) => [kind, verdict, attempts])).toEqual([
      ['grpc', 'pass', 1],
      ['evm', 'pass', 1],
    ]);
    expect(report.endpoints[0]?.facts).toMatchObject({
      transport: 'tls',
      reflection: 'v1alpha',
      chainId: 'real-1',
      sdkVersion: node.sdk,
    });
    expect(report.endpoints[0]?.facts['blockHeight']).toBeGreaterThan(0);
    expect(report.endpoints[1]?.facts).toMatchObject({ chainId: 9001, blockHeight: 0 });
  });
});
